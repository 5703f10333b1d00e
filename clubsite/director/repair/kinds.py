"""The changes that a director can make during the session: each asks at most two things at a time."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from clubsite.director.repair.change import Asker, Change, answers
from clubsite.director.repair.forms import ListField, TypedPersonField
from clubsite.director.repair.people import (
    gone_numbers,
    named_choices,
    people_now,
    people_without_a_board,
    robot_number,
)
from clubsite.duplicate.selectors.repairs import Make
from games.wording import contestant_sides
from movements import repair
from movements.errors import MovementError
from movements.plan import SIT_OUT, Plan
from movements.repair import Effect, Repair

MOST_MORE = 3


@dataclass(frozen=True, slots=True)
class RepairChoice:
    """A change in the list, in the director's words."""

    slug: str
    title: str
    about: str
    ask: Asker
    afterwards: bool = False
    """True if the fault can still be repaired after the session."""


def _numbers(values: Iterable[int], words: str, one: str = "") -> list[tuple[str, str]]:
    return [(str(n), (one if one and n == 1 else words).format(n)) for n in values]


def late(change: Change, data: Any) -> None:
    """Into the empty seat, the robot's, or one that somebody has left; else as rover or bump."""
    labels = ["Name of one", "Name of the other"] if change.section.pairs else ["Name"]
    found = answers(change, data, **{f"name{at}": TypedPersonField(label) for at, label in enumerate(labels)})
    if found is None:
        return
    change.newcomers = list(found.values())
    who = " & ".join(one.name for one in change.newcomers)
    change.what = f"{who} comes late"
    section, robot = change.section, robot_number(change.section)
    in_all = change.in_all
    if in_all:
        change.make = lambda plan, frozen: repair.join_undrawn(
            plan, frozen, in_all, instead_of=_playing_robot(plan, frozen, robot), words=change.people.words()
        )
        return
    gone = gone_numbers(section, change.plan, section.round_number + 1)
    if gone and not change.plan.absent:
        change.instead = {gone[0]: who}

    def make(plan: Plan, frozen: int) -> Repair:
        words = change.people.words(change.instead)
        if change.instead and frozen < plan.rounds:
            filled = repair.fill(plan, frozen, gone[0], words=words)
            if filled is not None:
                before = change.people.names.get(gone[0], "")
                text = f"{who} plays on as {before} did: both names stand beside one result."
                return Repair(filled.plan, (*filled.effects, Effect("scores", text)), filled.newcomers)
        there = _playing_robot(plan, frozen, robot)
        return repair.late(plan, frozen, instead_of=there, words=change.people.words())

    change.make = make


def _playing_robot(plan: Plan, frozen: int, robot: int | None) -> int | None:
    """The robot's number, if it plays in the next round."""
    return robot if robot and robot not in plan.missing(frozen + 1) else None


def leaves(change: Change, data: Any) -> None:
    """Nobody plays on, and whoever would have met them sits out; or somebody stands in."""
    rows = {
        row.pk: row
        for row in (row for people in people_now(change.section).values() for row in people)
        if row.contestant.number not in change.plan.missing(change.section.round_number)
    }
    help_text = "Leave it empty if nobody does."
    found = answers(
        change,
        data,
        who=ListField("Who leaves?", named_choices(rows.values(), change.section, change.plan)),
        standin=TypedPersonField("Who plays on instead?", required=False, help_text=help_text),
    )
    if found is None:
        return
    row, typed = rows[int(found["who"])], found["standin"]
    if typed is not None:
        change.stand_in = row, typed
        change.what = f"{typed.name} plays on for {row.person.name}"
        change.instead = {row.contestant.number: typed.name}
        last = change.in_all or change.plan.rounds
        change.make = lambda plan, frozen: _standing_in(plan, frozen, last, row.person.name, typed.name)
        return
    change.leaves, change.what = row.contestant.number, f"{change.people.name(row.contestant.number)} leaves"
    number, in_all = row.contestant.number, change.in_all
    if in_all:
        change.make = lambda plan, frozen: repair.leave_undrawn(
            plan, frozen, number, in_all, words=change.people.words()
        )
        return
    change.make = lambda plan, frozen: repair.leave(plan, frozen, number, words=change.people.words())


def absent(change: Change, data: Any) -> None:
    """Somebody has not come: another plays from the start as that number."""
    rows = {row.pk: row for row in people_without_a_board(change.section)}
    nobody = "" if rows else "Everybody has begun to play. If somebody leaves, choose that instead."
    found = answers(
        change,
        data,
        who=ListField(
            "Who has not come?",
            named_choices(rows.values(), change.section, change.plan),
            help_text=nobody,
        ),
        instead=TypedPersonField("Who plays instead?"),
    )
    if found is None:
        return
    row, typed = rows[int(found["who"])], found["instead"]
    gone, comes = row.person.name, typed.name
    change.stand_in, change.from_start = (row, typed), True
    change.what = f"{comes} plays instead of {gone}, who has not come"
    change.instead = {row.contestant.number: comes}
    effects = (
        Effect("seats", f"{comes} has {gone}'s place from round 1; no seat changes."),
        Effect("seats", f"{comes} joins with the table's code; a device that held the seat lets go of it."),
        Effect("scores", f"No board of theirs has been played. {gone} is not in the results."),
    )
    change.make = lambda plan, frozen: Repair(plan, effects)


def _standing_in(plan: Plan, frozen: int, last: int, gone: str, comes: str) -> Repair:
    first = min(frozen + 1, last)
    effects = (
        Effect("seats", f"{comes} plays on in {gone}'s place from round {first}; no seat changes."),
        Effect("seats", f"The seat is free for another device: {comes} joins with the table's code."),
        Effect(
            "scores", f"The scores so far stay, and both names stand beside one result: {gone} / {comes}."
        ),
    )
    return Repair(plan, effects)


def shorter(change: Change, data: Any) -> None:
    now, last = max(1, change.section.round_number), change.in_all or change.plan.rounds
    choices = _numbers(range(now, last), "After round {}")
    help_text = "" if choices else "The last round is in play: there is nothing left to cut."
    if found := answers(change, data, after=ListField("After which round?", choices, help_text=help_text)):
        rounds = int(found["after"])
        change.what = f"stops after round {rounds}"
        if change.in_all:
            change.make = _so_many_rounds(change, rounds)
            return
        change.make = lambda plan, frozen: repair.curtail(plan, frozen, rounds, words=change.people.words())


def longer(change: Change, data: Any) -> None:
    choices = _numbers(range(1, MOST_MORE + 1), "{} rounds", "One round")
    if found := answers(change, data, more=ListField("How many rounds more?", choices)):
        rounds = int(found["more"])
        change.what = f"{rounds} {'round' if rounds == 1 else 'rounds'} more"
        if change.in_all:
            change.make = _so_many_rounds(change, change.in_all + rounds)
            return
        change.make = lambda plan, frozen: repair.extend(plan, frozen, rounds, words=change.people.words())


def _so_many_rounds(change: Change, in_all: int) -> Make:
    return lambda plan, frozen: repair.rounds_in_all(plan, frozen, in_all, words=change.people.words())


def table(change: Change, data: Any) -> None:
    """Two contestants more: one or two people each."""
    pair = change.section.pairs
    labels = ["First pair", "and", "Second pair", "and"] if pair else ["Name of one", "Name of the other"]
    found = answers(change, data, **{f"name{at}": TypedPersonField(label) for at, label in enumerate(labels)})
    if found is None:
        return
    change.newcomers = list(found.values())
    change.what = f"another table for {' and '.join(one.name for one in change.newcomers)}"
    in_all = change.in_all
    if in_all:
        change.make = lambda plan, frozen: repair.join_undrawn(
            plan, frozen, in_all, 2, words=change.people.words()
        )
        return
    change.make = lambda plan, frozen: repair.add_table(plan, frozen, words=change.people.words())


def swapped(change: Change, data: Any) -> None:
    now = change.section.round_number
    there = _seated(change, now)
    if found := answers(change, data, one=ListField("Who?", there), other=ListField("And who?", there)):
        first, second = int(found["one"]), int(found["other"])
        change.what = (
            f"{change.people.name(first)} and {change.people.name(second)} change places in round {now}"
        )
        change.make = lambda plan, frozen: repair.swap(
            plan, frozen, first, second, now, words=change.people.words()
        )


def turned(change: Change, data: Any) -> None:
    if found := answers(change, data, place=ListField("At which table?", _places(change))):
        number, at = map(int, found["place"].split("."))
        change.what = f"round {number}, table {change.section.label(at)} sat the other way round"
        change.make = lambda plan, _: repair.flip(plan, number, at, words=change.people.words())


def wrong(change: Change, data: Any) -> None:
    """First which table, then who really sits there."""
    places = _places(change)
    found = answers(change, data, place=ListField("At which table?", places))
    if found is None:
        return
    number, at = map(int, found["place"].split("."))
    row = next(row for row in change.plan.round(number) if row.table == at)
    if data.get("of") != found["place"]:
        data = {"go": "1", "place": found["place"], "ns": str(row.ns), "ew": str(row.ew)}
    there, sides = _seated(change, number), contestant_sides(change.section.pairs)
    ns, ew = (ListField(f"Who sits {side}?", there) for side in sides)
    found = answers(change, data, place=ListField("At which table?", places), ns=ns, ew=ew)
    if change.form is not None:
        change.form.hidden["of"] = f"{number}.{at}"
    if found and (int(found["ns"]), int(found["ew"])) != (row.ns, row.ew):
        south, north = int(found["ns"]), int(found["ew"])
        names = f"{change.people.name(south)} and {change.people.name(north)}"
        change.what = f"round {number}, table {change.section.label(at)}: {names} play there"
        change.make = lambda plan, frozen: repair.re_pair(
            plan, frozen, number, at, south, north, words=change.people.words()
        )


def anew(change: Change, data: Any) -> None:
    if change.in_all:
        raise MovementError(
            "Each round of a Swiss is drawn when it comes, from the standings: there is nothing to draw anew. "
            "Hold the next round to look at its draw, and change it there."
        )
    now = change.section.round_number
    most = max(change.plan.rounds, now + 1) + MOST_MORE
    choices = _numbers(range(now + 1, most + 1), "{} rounds in all", "One round in all")
    rounds = ListField("How many rounds in all?", choices)
    if found := answers(change, {"rounds": str(change.plan.rounds), **data}, rounds=rounds):
        last = int(found["rounds"])
        change.what = f"a new movement from round {now + 1} to {last}"
        change.make = lambda plan, frozen: repair.rest(plan, frozen, last, words=change.people.words())


def _seated(change: Change, number: int) -> list[tuple[str, str]]:
    """Everybody who is there in a round, by table: (number, "Bo, South at table 3")."""
    missing, sides = change.plan.missing(number), contestant_sides(change.section.pairs)
    people, found = change.people, []
    for row in sorted(change.plan.round(number), key=lambda row: row.table):
        for contestant, side in zip((row.ns, row.ew), sides, strict=True):
            if contestant not in missing:
                where = f"{side} at table {change.section.label(row.table)}"
                where = "sits out" if row.boardset == SIT_OUT else where
                found.append((str(contestant), f"{people.name(contestant)}, {where}"))
    return found


def _places(change: Change) -> list[tuple[str, str]]:
    """Tables that play, the round in play first, then earlier ones: ("4.3", "Table 3: Bo and Ann")."""
    people, now = change.people, change.section.round_number
    return [
        (
            f"{number}.{row.table}",
            f"{'' if number == now else f'Round {number}, '}"
            f"{'Table' if number == now else 'table'} {change.section.label(row.table)}: "
            f"{people.name(row.ns)} and {people.name(row.ew)}",
        )
        for number in range(now, 0, -1)
        for row in sorted(change.plan.round(number), key=lambda row: row.table)
        if row.boardset != SIT_OUT
    ]


REPAIR_CHOICES = [
    RepairChoice("late", "Someone came late", "plays from the next round on", late),
    RepairChoice("absent", "Someone has not come", "somebody else plays instead, from the start", absent),
    RepairChoice("leaves", "Someone leaves", "nobody plays on, or a stand-in does", leaves),
    RepairChoice("shorter", "Stop earlier", "the last rounds are dropped", shorter),
    RepairChoice("longer", "One round more", "or two, or three", longer),
    RepairChoice("table", "Another table", "two more have come", table),
    RepairChoice(
        "swapped", "Two players swapped", "they sit in each other's places", swapped, afterwards=True
    ),
    RepairChoice(
        "turned", "Sat the wrong way", "South and North the other way round", turned, afterwards=True
    ),
    RepairChoice("wrong", "Wrong players at a table", "who really plays there", wrong, afterwards=True),
    RepairChoice("anew", "New movement for the rest", "every later round drawn anew", anew),
]
BY_SLUG = {kind.slug: kind for kind in REPAIR_CHOICES}
