"""Changing the movement during the session: what the director is asked, what it would come to, and doing it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.forms import Field

from clubsite.accounts.models import User
from clubsite.director.repair.forms import AnswersForm
from clubsite.director.repair.grid import RepairPicture, picture_of
from clubsite.director.repair.people import (
    People,
    Typed,
    made_all,
    people_of,
    release_orphans,
    released_by,
    restore_released,
    seat_release,
)
from clubsite.duplicate.errors import Refused
from clubsite.duplicate.models import ContestantPerson, Section, SessionStatus
from clubsite.duplicate.selectors.movements import movement_of, plan_of
from clubsite.duplicate.selectors.repairs import Make, RepairPreview, last_change, preview
from clubsite.duplicate.selectors.sessions import IN_PLAY
from clubsite.duplicate.services.repair import MOVED_ON, NOT_IN_PLAY, repair_apply, repair_undo
from clubsite.scores.models import ScoreEntry
from clubsite.scores.selectors.hidden_cards import latest_seen_by
from movements.errors import MovementError
from movements.plan import Plan

NOTHING_CHANGES = "Nothing would change: every seat of every round stays as it is."


@dataclass(slots=True)
class Change:
    """A change as asked for so far. With `make` it can be previewed; `what` is what the audit log will say.

    `from_start`: whoever stands in plays from round 1 on.
    `in_all`: of a movement drawn round by round, how many rounds there will be; None: the plan has them all.
    """

    section: Section
    plan: Plan
    form: AnswersForm | None = None
    make: Make | None = None
    what: str = ""
    newcomers: list[Typed] = field(default_factory=list)
    instead: dict[int, str] = field(default_factory=dict)
    leaves: int | None = None
    stand_in: tuple[ContestantPerson, Typed] | None = None
    from_start: bool = False
    fault: str = ""
    shown: RepairPreview | None = None
    in_all: int | None = None

    @property
    def people(self) -> People:
        return people_of(self.section, self.plan, tuple(one.name for one in self._contestants()))

    def _contestants(self) -> list[Typed]:
        """Newcomers by contestant: a pair is called by both its names."""
        each = 2 if self.section.pairs else 1
        groups = [self.newcomers[at : at + each] for at in range(0, len(self.newcomers), each)]
        return [Typed(" & ".join(one.name for one in group), None) for group in groups]


@dataclass(frozen=True, slots=True)
class Carried:
    """A board whose line changes hands, and the score on it."""

    row: Any
    table: str
    entry: ScoreEntry | None
    south: str
    north: str


Asker = Callable[[Change, Any], None]


def change_of(section: Section, ask: Asker, data: Any, *, afterwards: bool = False) -> Change:
    """What was asked for, previewed where everything needed is there. Raises Refused if the session is not in play.

    `afterwards`: also once it has ended.
    """
    plan = plan_of(section)
    may = [*IN_PLAY, SessionStatus.ENDED] if afterwards else IN_PLAY
    if plan is None or section.session.status not in may:
        raise Refused(NOT_IN_PLAY)
    movement = movement_of(section)
    change = Change(section, plan, in_all=movement.rounds_all if movement and movement.drawn else None)
    try:
        ask(change, data)
        if change.make is not None:
            change.shown = preview(section, plan, change.make)
            if change.shown.after == plan and change.stand_in is None and not change.shown.repair.in_all:
                change.shown, change.fault = None, NOTHING_CHANGES
    except MovementError as no:
        change.fault = str(no)
    return change


def answers(change: Change, data: Any, **fields: Field) -> dict[str, Any] | None:
    """Ask this of the change; the answers, or None while one is missing or at fault."""
    change.form = AnswersForm(change.section, data, fields)
    return change.form.cleaned_data if change.form.is_valid() else None


def picture(change: Change) -> RepairPicture:
    """Every seat that changes."""
    assert change.shown is not None
    after = change.people
    after.names.update(change.instead)
    return picture_of(change.shown, people_of(change.section, change.plan), after)


def carried(change: Change, user: User) -> list[Carried]:
    """Boards with a score whose line goes to others; the score itself only as this director may see it."""
    shown = change.shown
    if shown is None or not shown.corrected:
        return []
    people, (latest, covered) = (
        change.people,
        latest_seen_by(user, change.section.session, shown.corrected),
    )
    rows = {(row.round, row.table): row for row in shown.after.schedule}
    found = []
    for board in (board for board in shown.corrected if board.pk in latest or board.pk in covered):
        row = rows[board.round.number, board.table.number]
        found.append(
            Carried(
                board,
                people.section.label(row.table),
                latest.get(board.pk),
                people.name(row.ns),
                people.name(row.ew),
            )
        )
    return found


def meanings(change: Change) -> list[tuple[str, list[str]]]:
    """What the change means: (about what, sentences), seats first."""
    effects = change.shown.repair.effects if change.shown else ()
    titles = {"seats": "Seats", "boards": "Boards", "scores": "Scores already in"}
    groups = [(title, [e.text for e in effects if e.about == about]) for about, title in titles.items()]
    return [(title, sentences) for title, sentences in groups if sentences]


def put_into_force(change: Change, seen: str, user: User) -> None:
    """Do what was previewed. Raises Refused, with nothing changed, where that is no longer what it would do."""
    if change.shown is None or change.make is None:
        raise Refused(change.fault or MOVED_ON)
    section, each = change.section, 2 if change.section.pairs else 1
    try:
        with transaction.atomic():
            repair_apply(
                section=section,
                make=change.make,
                seen=seen,
                what=change.what,
                user=user,
                newcomers=made_all(section, change.newcomers, each),
                leaves=change.leaves,
                stand_in=_stand_in(change),
                from_start=change.from_start,
            )
            if change.leaves is not None:
                seat_release(section, change.leaves, user)
            if change.stand_in is not None:
                seat_release(section, change.stand_in[0].contestant.number, user)
    except MovementError as no:
        raise Refused(str(no)) from no
    except ValueError as no:  # a guest without a name
        raise Refused(str(no)) from no


def _stand_in(change: Change) -> Any:
    if change.stand_in is None:
        return None
    row, typed = change.stand_in
    return row, typed.made(change.section)


def take_back(section: Section, user: User) -> str:
    """Undo the last change. Returns what it was. Raises Refused."""
    before = set(section.contestants.values_list("pk", flat=True))
    with transaction.atomic():
        line = last_change(section)
        gone = released_by(line) if line is not None else None
        what = repair_undo(section=section, user=user)
        release_orphans(before)
        if gone is not None:
            restore_released(gone)
    return what
