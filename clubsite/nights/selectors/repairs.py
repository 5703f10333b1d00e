"""Repairs of a movement: the effect of an order, and which repair can be undone."""

import hashlib
import json
from dataclasses import dataclass

from clubsite.nights.models import Repair, Section, TableBoard, TableBoardState
from clubsite.nights.repair_orders import RepairOrder, StandInOrder
from clubsite.nights.selectors.movements import movement_of
from clubsite.nights.selectors.section_in_play import SectionInPlay
from clubsite.nights.selectors.sessions import IN_PLAY
from movements.errors import MovementError
from movements.plan import Pairing, Plan
from movements.repair import Change

NOTHING_CHANGES = "Nothing would change: every seat of every round stays as it is."


@dataclass(frozen=True, slots=True)
class RepairPreview:
    """The effect of an order, before it is carried out. `seen` is its hash, which the form must submit unchanged.

    `corrected` holds the boards whose rows are reassigned to other contestants.
    """

    now: SectionInPlay
    order: RepairOrder
    change: Change
    corrected: list[TableBoard]
    seen: str

    @property
    def after(self) -> Plan:
        return self.change.plan

    @property
    def names_after(self) -> dict[int, str]:
        """The contestants' names from the next round on."""
        new = dict(zip(self.change.newcomers, self.order.called, strict=True))
        instead = {self.order.number: self.order.comes.name} if isinstance(self.order, StandInOrder) else {}
        return {**self.now.names, **new, **instead}


def preview(now: SectionInPlay, order: RepairOrder) -> RepairPreview:
    """Return what an order would do now. Raise MovementError with the reason if the order is impossible."""
    change, section = order.plan(now), now.section
    if change.plan == now.plan and not isinstance(order, StandInOrder) and not change.in_all:
        raise MovementError(NOTHING_CHANGES)
    corrected = boards_corrected(section, now.plan, change.plan)
    plans = [now.plan.to_json(), change.plan.to_json(), change.in_all]
    facts = [section.pk, now.frozen, *plans, [(row.pk, row.state) for row in corrected]]
    seen = hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:32]
    return RepairPreview(now, order, change, corrected, seen)


def ahead_is_the_same(before: Plan, after: Plan, frozen: int) -> bool:
    """True if the change concerns only who sat where in rounds that have begun, and affects no later round."""
    old, new = ({row for row in plan.schedule if row.round > frozen} for plan in (before, after))
    return old == new and before.missing(frozen + 1) == after.missing(frozen + 1)


def rows_corrected(before: Plan, after: Plan, frozen: int) -> list[Pairing]:
    """Return the new rows, in rounds that have begun, whose players or boards differed from the plan."""
    old = {(row.round, row.table): row for row in before.schedule}
    new = (row for row in after.schedule if row.round <= frozen)
    return [row for row in new if (was := old.get((row.round, row.table))) is not None and was != row]


def boards_corrected(section: Section, before: Plan, after: Plan) -> list[TableBoard]:
    """Return the boards in the corrected rows (`rows_corrected`), in order. Their scores go to other contestants."""
    places = {(row.round, row.table) for row in rows_corrected(before, after, section.round_number)}
    rows = TableBoard.objects.filter(round__section=section, round__number__in={r for r, _ in places})
    found = rows.exclude(state=TableBoardState.VOID).select_related("board", "table", "round", "play", "ns", "ew")
    return sorted(
        (row for row in found if (row.round.number, row.table.number) in places),
        key=lambda row: (row.round.number, row.table.number, row.board.number),
    )


def last_repair(section: Section) -> Repair | None:
    """Return the section's last repair if it can be undone: no other round has begun, and nothing has changed since.

    After the session has ended, only a change to who sat where can be undone.
    """
    last, movement = section.repairs.last(), movement_of(section)
    if last is None or movement is None or last.undone_at is not None:
        return None
    if last.round != section.round_number or last.after != movement.plan:
        return None
    return last if section.session.status in IN_PLAY or _of_rows_alone(last) else None


def _of_rows_alone(repair: Repair) -> bool:
    before, after = Plan.from_json(repair.before), Plan.from_json(repair.after)
    ahead = repair.rounds_all or repair.people.exists()
    return not ahead and ahead_is_the_same(before, after, repair.round)
