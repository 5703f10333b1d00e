"""Repairs of a movement: what a change would come to, and which can be taken back."""

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry
from clubsite.duplicate.models import Movement, Section, TableBoard, TableBoardState
from clubsite.duplicate.selectors.movements import movement_of
from clubsite.duplicate.selectors.sessions import IN_PLAY
from movements.plan import Pairing, Plan
from movements.repair import Repair

Make = Callable[[Plan, int], Repair]


@dataclass(frozen=True, slots=True)
class RepairPreview:
    """What a repair would do, before anything is done. `seen` stands for all of it: given back, it must still be so."""

    before: Plan
    repair: Repair
    frozen: int
    seen: str
    corrected: list[TableBoard] = field(default_factory=list)

    @property
    def after(self) -> Plan:
        return self.repair.plan


def preview(section: Section, plan: Plan, make: Make) -> RepairPreview:
    """What `make` would do to a section now. Raises movements.errors.MovementError with the reason why not."""
    frozen = section.round_number
    repair = make(plan, frozen)
    corrected = boards_corrected(section, plan, repair.plan)
    plans = [plan.to_json(), repair.plan.to_json(), repair.in_all]
    facts = [section.pk, frozen, *plans, [(r.pk, r.state) for r in corrected]]
    seen = hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:32]
    return RepairPreview(plan, repair, frozen, seen, corrected)


def ahead_is_the_same(before: Plan, after: Plan, frozen: int) -> bool:
    """True if the only change is who sat where in rounds that have begun."""
    old, new = ({row for row in plan.schedule if row.round > frozen} for plan in (before, after))
    return old == new and before.missing(frozen + 1) == after.missing(frozen + 1)


def rows_corrected(before: Plan, after: Plan, frozen: int) -> list[Pairing]:
    """The rows, as they become, of rounds that have begun and in which others sit than was thought."""
    old = {(row.round, row.table): row for row in before.schedule}
    new = (row for row in after.schedule if row.round <= frozen)
    return [row for row in new if (was := old.get((row.round, row.table))) is not None and was != row]


def boards_corrected(section: Section, before: Plan, after: Plan) -> list[TableBoard]:
    """The boards of those rows, in order: their lines change hands."""
    places = {(row.round, row.table) for row in rows_corrected(before, after, section.round_number)}
    rows = TableBoard.objects.filter(round__section=section, round__number__in={r for r, _ in places})
    found = rows.exclude(state=TableBoardState.VOID).select_related(
        "board", "table", "round", "play", "ns", "ew"
    )
    return sorted(
        (row for row in found if (row.round.number, row.table.number) in places),
        key=lambda row: (row.round.number, row.table.number, row.board.number),
    )


def last_change(section: Section) -> AuditEntry | None:
    """The last repair, if it can still be taken back: the same round is in play and nothing has changed since."""
    lines = AuditEntry.objects.filter(
        session_ref=section.session.public_id,
        action__in=(AuditAction.MOVEMENT_CHANGED, AuditAction.MOVEMENT_CHANGE_TAKEN_BACK),
        detail__undo__section=section.pk,
    )
    line = lines.order_by("-pk").first()
    movement = movement_of(section)
    if line is None or movement is None or line.action != AuditAction.MOVEMENT_CHANGED:
        return None
    undo: dict[str, Any] = line.detail["undo"]
    same = undo["round"] == section.round_number and undo["after"] == digest(movement.plan)
    return line if same and (section.session.status in IN_PLAY or _of_rows_alone(undo, movement)) else None


def _of_rows_alone(undo: dict[str, Any], movement: Movement) -> bool:
    """True if the change was only who sat where, which can be undone even after the session."""
    before, after = Plan.from_json(undo["plan"]), Plan.from_json(movement.plan)
    ahead = undo["came"] or undo["went"] or undo.get("in_all")
    return not ahead and ahead_is_the_same(before, after, undo["round"])


def digest(plan: dict[str, Any]) -> str:
    """A plan's JSON in a few characters."""
    return hashlib.sha256(json.dumps(plan, sort_keys=True).encode()).hexdigest()[:16]
