"""Repairs of a movement (`movements.repair`): a director's orders, their effects, and what can be undone."""

import hashlib
import json
from abc import ABC, abstractmethod
from dataclasses import dataclass, fields
from typing import Any, ClassVar

from clubsite.nights.models import ContestantPerson, Repair, RepairKind, Section, TableBoard, TableBoardState
from clubsite.nights.selectors.movements import Newcomer, SectionInPlay, movement_of
from clubsite.nights.selectors.sessions import IN_PLAY
from movements import repair
from movements.errors import MovementError
from movements.plan import Pairing, Plan
from movements.repair import Change, Effect

DRAWN_WHEN_IT_COMES = (
    "Each round of a Swiss is drawn when it comes, from the standings: there is nothing to draw again. "
    "Hold the next round to look at its draw, and change it there."
)


@dataclass(frozen=True)
class RepairOrder(ABC):
    """A director's order about a section."""

    kind: ClassVar[RepairKind]

    @abstractmethod
    def plan(self, now: SectionInPlay) -> Change:
        """Return the change to the plan. Raise MovementError if it is not possible."""

    @property
    def newcomers(self) -> tuple[tuple[Newcomer, ...], ...]:
        """The people who make up each added contestant."""
        return ()

    def facts(self, now: SectionInPlay) -> dict[str, Any]:
        """Return the order's numbers and names, of which `repair_words` makes a phrase."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        facts: dict[str, Any] = {name: value for name, value in values.items() if isinstance(value, int)}
        if "table" in facts:
            facts["table"] = now.section.label(facts["table"])
        return {**facts, "first": now.frozen + 1, "names": self.names(now)}

    def names(self, now: SectionInPlay) -> list[str]:
        """Return the names of the people in the phrase, in its order."""
        return [newcomer.name for people in self.newcomers for newcomer in people]

    @property
    def called(self) -> list[str]:
        """The name of each added contestant. For a pair, it consists of both names."""
        return [" & ".join(person.name for person in people) for people in self.newcomers]


@dataclass(frozen=True)
class LateOrder(RepairOrder):
    """One more contestant joins: in an empty seat, the robot's seat or a vacated seat; otherwise as a rover or bump."""

    kind = RepairKind.LATE
    people: tuple[Newcomer, ...]

    @property
    def newcomers(self) -> tuple[tuple[Newcomer, ...], ...]:
        return (self.people,)

    def names(self, now: SectionInPlay) -> list[str]:
        return self.called

    def plan(self, now: SectionInPlay) -> Change:
        plan, frozen, words = now.plan, now.frozen, now.words(self.called)
        robot = now.robot if now.robot and now.robot not in plan.missing(frozen + 1) else None
        if now.rounds_all:
            return repair.join_undrawn(plan, frozen, now.rounds_all, instead_of=robot, words=words)
        return self._in_a_left_seat(now) or repair.late(plan, frozen, instead_of=robot, words=words)

    def _in_a_left_seat(self, now: SectionInPlay) -> Change | None:
        if not now.left or now.plan.absent or now.frozen >= now.plan.rounds:
            return None
        number = now.left[0]
        filled = repair.fill(now.plan, now.frozen, number, words=now.words(instead={number: self.called[0]}))
        if filled is None:
            return None
        text = f"{self.called[0]} plays on as {now.name(number)} did: both names stand beside one result."
        return Change(filled.plan, (*filled.effects, Effect("scores", text)), filled.newcomers)


@dataclass(frozen=True)
class TableOrder(RepairOrder):
    """Two more contestants join, at a table of their own."""

    kind = RepairKind.TABLE
    one: tuple[Newcomer, ...]
    other: tuple[Newcomer, ...]

    @property
    def newcomers(self) -> tuple[tuple[Newcomer, ...], ...]:
        return self.one, self.other

    def plan(self, now: SectionInPlay) -> Change:
        words = now.words(self.called)
        if now.rounds_all:
            return repair.join_undrawn(now.plan, now.frozen, now.rounds_all, 2, words=words)
        return repair.add_table(now.plan, now.frozen, words=words)


@dataclass(frozen=True)
class LeaveOrder(RepairOrder):
    """A contestant leaves without a stand-in; the opponents they would have met sit out."""

    kind = RepairKind.LEAVES
    number: int

    def names(self, now: SectionInPlay) -> list[str]:
        return [now.name(self.number)]

    def plan(self, now: SectionInPlay) -> Change:
        if now.rounds_all:
            return repair.leave_undrawn(now.plan, now.frozen, self.number, now.rounds_all, words=now.words())
        return repair.leave(now.plan, now.frozen, self.number, words=now.words())


@dataclass(frozen=True)
class StandInOrder(RepairOrder):
    """A person takes the place of somebody who leaves, and plays from then on."""

    kind = RepairKind.LEAVES
    row: ContestantPerson
    comes: Newcomer

    @property
    def number(self) -> int:
        return self.row.contestant.number

    def facts(self, now: SectionInPlay) -> dict[str, Any]:
        return {"number": self.number, "names": [self.comes.name, self.row.person.name]}

    def plan(self, now: SectionInPlay) -> Change:
        return Change(now.plan, self._effects(now))

    def _effects(self, now: SectionInPlay) -> tuple[Effect, ...]:
        comes, gone = self.comes.name, self.row.person.name
        first, both = min(now.frozen + 1, now.rounds_all or now.plan.rounds), f"{gone} / {comes}"
        return (
            Effect("seats", f"{comes} plays on in {gone}'s place from round {first}; no seat changes."),
            Effect("seats", f"The seat is free for another device: {comes} joins with the table's code."),
            Effect("scores", f"The scores so far stay, and both names stand beside one result: {both}."),
        )


@dataclass(frozen=True)
class AbsentOrder(StandInOrder):
    """A person plays, from the start, in place of somebody who has not come."""

    kind = RepairKind.ABSENT

    def _effects(self, now: SectionInPlay) -> tuple[Effect, ...]:
        comes, gone = self.comes.name, self.row.person.name
        return (
            Effect("seats", f"{comes} has {gone}'s place from round 1; no seat changes."),
            Effect("seats", f"{comes} joins with the table's code; a device that held the seat lets go of it."),
            Effect("scores", f"No board of theirs has been played. {gone} is not in the results."),
        )


@dataclass(frozen=True)
class ShorterOrder(RepairOrder):
    """The session ends after `rounds` rounds."""

    kind = RepairKind.SHORTER
    rounds: int

    def plan(self, now: SectionInPlay) -> Change:
        if now.rounds_all:
            return repair.rounds_in_all(now.plan, now.frozen, self.rounds, words=now.words())
        return repair.curtail(now.plan, now.frozen, self.rounds, words=now.words())


@dataclass(frozen=True)
class LongerOrder(RepairOrder):
    """The session gets `more` extra rounds."""

    kind = RepairKind.LONGER
    more: int

    def plan(self, now: SectionInPlay) -> Change:
        if now.rounds_all:
            return repair.rounds_in_all(now.plan, now.frozen, now.rounds_all + self.more, words=now.words())
        return repair.extend(now.plan, now.frozen, self.more, words=now.words())


@dataclass(frozen=True)
class SwapOrder(RepairOrder):
    """Two contestants sat in each other's seats in one round."""

    kind = RepairKind.SWAPPED
    one: int
    other: int
    round: int

    def names(self, now: SectionInPlay) -> list[str]:
        return [now.name(self.one), now.name(self.other)]

    def plan(self, now: SectionInPlay) -> Change:
        return repair.swap(now.plan, now.frozen, self.one, self.other, self.round, words=now.words())


@dataclass(frozen=True)
class TurnOrder(RepairOrder):
    """The contestants at a table sat the other way round in one round."""

    kind = RepairKind.TURNED
    round: int
    table: int

    def plan(self, now: SectionInPlay) -> Change:
        return repair.flip(now.plan, self.round, self.table, words=now.words())


@dataclass(frozen=True)
class WrongPlayersOrder(RepairOrder):
    """Two contestants other than those planned sat at a table in a round."""

    kind = RepairKind.WRONG
    round: int
    table: int
    ns: int
    ew: int

    def names(self, now: SectionInPlay) -> list[str]:
        return [now.name(self.ns), now.name(self.ew)]

    def plan(self, now: SectionInPlay) -> Change:
        return repair.re_pair(now.plan, now.frozen, self.round, self.table, self.ns, self.ew, words=now.words())


@dataclass(frozen=True)
class AnewOrder(RepairOrder):
    """All later rounds, up to round `rounds`, are planned again."""

    kind = RepairKind.ANEW
    rounds: int

    def plan(self, now: SectionInPlay) -> Change:
        if now.rounds_all:
            raise MovementError(DRAWN_WHEN_IT_COMES)
        return repair.rest(now.plan, now.frozen, self.rounds, words=now.words())


NOTHING_CHANGES = "Nothing would change: every seat of every round stays as it is."


@dataclass(frozen=True, slots=True)
class RepairPreview:
    """The effect of an order, the boards that go to other contestants, and a hash (`seen`) for the form."""

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
    boards = rows.exclude(state=TableBoardState.VOID).select_related("board", "table", "round", "play", "ns", "ew")
    return sorted(
        (row for row in boards if (row.round.number, row.table.number) in places),
        key=lambda row: (row.round.number, row.table.number, row.board.number),
    )


def last_repair(section: Section) -> Repair | None:
    """Return the last repair if no round has begun and nothing changed since; after the end only one of seats."""
    last, movement = section.repairs.last(), movement_of(section)
    if last is None or movement is None or last.undone_at is not None:
        return None
    if last.round != section.round_number or last.after != movement.plan:
        return None
    if section.session.status in IN_PLAY:
        return last
    before, after = Plan.from_json(last.before), Plan.from_json(last.after)
    ahead = last.rounds_all or last.people.exists()
    return None if ahead or not ahead_is_the_same(before, after, last.round) else last
