"""Notes, with figures, on what a director should know about a movement before it is played. They are not faults.

`movements.check_words` turns each note into a sentence that states its consequence.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

from movements.balance import quality
from movements.plan import DECLARABLE, Plan

# Above this number, notes of one kind are counted and not listed.
MAX_LISTED = 6


class NoteCode(StrEnum):
    SHARES = "shares"  # tables need one board set in the same round
    REMATCHES = "rematches"  # opponents meet again
    SIT_OUTS = "sit_outs"  # once each
    BYES = "byes"  # more than once
    DIRECTIONS = "directions"  # two winners, but somebody sits in both lines
    ONE_SIDED = "one_sided"  # one winner, but somebody never changes direction
    LENGTHS = "lengths"  # contestants play different numbers of rounds
    PLAYS = "plays"  # board sets are played at different numbers of tables
    ALONE = "alone"  # sets that one table plays, with nothing to compare
    UNPLAYED = "unplayed"  # sets that stay in their box
    UNUSED = "unused"  # tables that are empty in some rounds
    BALANCE = "balance"


# Our own plans declare these when they are intended; see `movements.checks`.
DECLARED_AS = {
    NoteCode.SHARES: "shares",
    NoteCode.REMATCHES: "rematches",
    NoteCode.BYES: "byes",
    NoteCode.DIRECTIONS: "directions",
}


@dataclass(frozen=True, slots=True)
class Note:
    """One remark. Fields that the code of the remark does not need are empty. `least` and `most` are counts.

    `count` is the number of couples or contestants, used if there are too many to list.
    """

    code: NoteCode
    rounds: tuple[int, ...] = ()
    tables: tuple[int, ...] = ()
    contestants: tuple[int, ...] = ()
    boardsets: tuple[int, ...] = ()
    least: int = 0
    most: int = 0
    count: int = 0
    quality: Fraction | None = None


def notes(plan: Plan) -> list[Note]:
    """Return everything worth knowing about a plan without faults."""
    checks = (_shares, _rematches, _sit_outs, _directions, _sides, _lengths, _plays, _unused, _balance)
    return [note for check in checks for note in check(plan)]


def declaring(plan: Plan) -> Plan:
    """Return the plan with a declaration of every unusual thing that it does, such as sharing boards."""
    does = {DECLARED_AS[note.code] for note in allowances(plan)}
    return replace(plan, declares=tuple(word for word in DECLARABLE if word in does))


def allowances(plan: Plan) -> list[Note]:
    """Return the notes about things that a plan can declare."""
    all_notes = (note for check in (_shares, _rematches, _sit_outs, _directions) for note in check(plan))
    return [note for note in all_notes if note.code in DECLARED_AS]


def _shares(plan: Plan) -> Iterator[Note]:
    """Yield one note for each group of tables that share boards. The note lists all rounds, each with its board set."""
    by_tables: defaultdict[tuple[int, ...], list[tuple[int, int]]] = defaultdict(list)
    for share in plan.shares():
        by_tables[tuple(sorted(share.tables))].append((share.round, share.boardset))
    for tables, times in by_tables.items():
        rounds, sets = zip(*sorted(times), strict=True)
        yield Note(NoteCode.SHARES, rounds, tables, boardsets=sets)


def _rematches(plan: Plan) -> Iterator[Note]:
    met: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for p in plan.played():
        met[min(p.ns, p.ew), max(p.ns, p.ew)].append(p.round)
    again = {couple: sorted(rounds) for couple, rounds in met.items() if len(rounds) > 1}
    if len(again) > MAX_LISTED:
        yield Note(NoteCode.REMATCHES, count=len(again), most=max(map(len, again.values())))
        return
    for couple, rounds in again.items():
        yield Note(NoteCode.REMATCHES, tuple(rounds), contestants=couple)


def _sit_outs(plan: Plan) -> Iterator[Note]:
    rounds_out: defaultdict[int, list[int]] = defaultdict(list)
    for p in plan.schedule:
        here = {p.ns, p.ew} - plan.missing(p.round)
        if len(here) == 1:
            rounds_out[here.pop()].append(p.round)
    once = tuple(sorted(c for c, rounds in rounds_out.items() if len(rounds) == 1))
    if once:
        yield Note(NoteCode.SIT_OUTS, contestants=once, count=len(plan.present))
    for contestant, rounds in sorted(rounds_out.items()):
        if len(rounds) > 1:
            yield Note(NoteCode.BYES, tuple(sorted(rounds)), contestants=(contestant,))


def _directions(plan: Plan) -> Iterator[Note]:
    if plan.winners == 2:
        both = {p.ns for p in plan.schedule} & {p.ew for p in plan.schedule} - set(plan.absent)
        if both:
            yield Note(NoteCode.DIRECTIONS, contestants=tuple(sorted(both)))


def _sides(plan: Plan) -> Iterator[Note]:
    """Yield a note about contestants who sit in one direction all night although all contestants are ranked together.

    Such contestants always have the same dummy.
    """
    if plan.winners == 2 or plan.rounds < 2:
        return
    sat: defaultdict[int, set[str]] = defaultdict(set)
    for p in plan.played():
        sat[p.ns].add("NS")
        sat[p.ew].add("EW")
    fixed = tuple(sorted(c for c, sides in sat.items() if len(sides) == 1))
    if fixed:
        yield Note(NoteCode.ONE_SIDED, contestants=fixed, count=len(sat))


def _lengths(plan: Plan) -> Iterator[Note]:
    rounds = Counter(c for p in plan.played() for c in (p.ns, p.ew))
    times = [rounds[c] for c in plan.present]
    if times and min(times) < max(times):
        fewer = tuple(c for c in plan.present if rounds[c] < max(times))
        yield Note(NoteCode.LENGTHS, contestants=fewer, least=min(times), most=max(times))


def _plays(plan: Plan) -> Iterator[Note]:
    times = plays(plan)
    idle = tuple(number for number, count in times.items() if not count)
    alone = tuple(number for number, count in times.items() if count == 1)
    played = [count for count in times.values() if count]
    if idle:
        yield Note(NoteCode.UNPLAYED, boardsets=idle)
    if alone:
        yield Note(NoteCode.ALONE, boardsets=alone, count=len(played))
    if played and min(played) < max(played):
        yield Note(NoteCode.PLAYS, least=min(played), most=max(played))


def _unused(plan: Plan) -> Iterator[Note]:
    empty: defaultdict[int, list[int]] = defaultdict(list)
    for p in plan.schedule:
        if {p.ns, p.ew} <= plan.missing(p.round):
            empty[p.table].append(p.round)
    if len(empty) > 2:
        yield Note(NoteCode.UNUSED, tables=tuple(sorted(empty)))
        return
    for table, rounds in sorted(empty.items()):
        yield Note(NoteCode.UNUSED, tuple(sorted(rounds)), (table,))


def _balance(plan: Plan) -> Iterator[Note]:
    if len(plan.present) > 2 and max(plays(plan).values(), default=0) > 1:
        yield Note(NoteCode.BALANCE, quality=quality(plan), count=plan.winners)


def plays(plan: Plan) -> dict[int, int]:
    """Return how many tables play each board set in the whole movement, or 0 for a set that is never played."""
    times = Counter(p.boardset for p in plan.played())
    return {boardset: times[boardset] for boardset in range(1, plan.board_sets + 1)}
