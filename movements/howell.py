"""Howell movements with 2 to 14 tables and T to 2T - 1 rounds: one winner, and nobody meets anyone twice.

The seatings are data, found by `python -m movements.make_howells` and stored in `data/howells.json`.
`movements.making` explains how they are found. A movement is stored as orbits. A meeting [round, board set, N/S, E/W]
stands for all the meetings that follow when everything moves on by one place in its ring (`contestants` and `rounds`
give the lengths of the rings; board sets move like rounds). There are two movements of each size. In the cyclic
movement, contestants follow one another for the whole night. In the free movement, some tables are `turned` to make it
more even: N/S and E/W change seats there. `turned` has a number for each round, whose lowest bit is table 1.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib import resources
from itertools import accumulate
from typing import Any

from movements.balance import quality
from movements.errors import MovementError
from movements.plan import Pairing, Plan

MIN_TABLES, MAX_TABLES = 2, 14


def howell_rounds(tables: int) -> int:
    """Return the number of rounds in a full Howell, in which everyone meets everyone else: 2T - 1."""
    return 2 * tables - 1


def howell_lengths(tables: int, *, cyclic: bool = False) -> tuple[int, ...]:
    """Return the lengths of all complete Howells for `tables` tables, in ascending order: T to 2T - 1 rounds. If
    `cyclic`, some lengths do not exist.

    Raise MovementError if there is no Howell with that many tables.
    """
    if not MIN_TABLES <= tables <= MAX_TABLES:
        raise MovementError(f"A Howell has {MIN_TABLES} to {MAX_TABLES} tables, not {tables}.")
    sizes = (name.split("x") for name, kinds in stored().items() if not cyclic or "cyclic" in kinds)
    return tuple(sorted(int(rounds) for size, rounds in sizes if int(size) == tables))


def howell(tables: int, rounds: int | None = None, *, cyclic: bool = False) -> Plan:
    """Return the most even known Howell for `tables` tables. If `rounds` is None, it is the full Howell with 2T - 1
    rounds.

    From T rounds on, there are as many board sets as rounds, and everyone plays all of them. For fewer rounds, the
    more even of the shortest Howells is stopped early. `cyclic` asks for the Howell in which each contestant follows
    the same other contestant all night (`follows`). That Howell is less even, and does not exist for some lengths.
    Tables share board sets only if there is no other way: with 2 tables, and with 3 or 4 tables in 5 rounds. Raise
    MovementError for impossible numbers.
    """
    lengths = howell_lengths(tables, cyclic=cyclic)
    full = howell_rounds(tables)
    wanted = full if rounds is None else rounds
    if not 1 <= wanted <= full:
        raise MovementError(f"A Howell of {tables} tables has 1 to {full} rounds, not {wanted}.")
    if tables <= wanted <= full and wanted not in lengths:
        near = min(lengths, key=lambda length: (abs(length - wanted), -length))
        raise MovementError(
            f"In a Howell of {tables} tables and {wanted} rounds they cannot all follow one another: "
            f"play {near} rounds, or the free movement with a guide card for everybody."
        )
    plan = _complete(tables, max(wanted, lengths[0]), cyclic)
    if wanted == plan.rounds:
        return plan
    shortest = [plan] if cyclic else [plan, *_cyclic_of(tables, plan.rounds)]
    return max((_declaring(candidate.cut(wanted)) for candidate in shortest), key=quality)


def _cyclic_of(tables: int, rounds: int) -> list[Plan]:
    """Return a list containing the cyclic Howell of this length, or [] if there is none."""
    there = rounds in howell_lengths(tables, cyclic=True)
    return [_complete(tables, rounds, True)] if there else []


def follows(plan: Plan, *, seats: bool = True) -> dict[int, int] | None:
    """Map each contestant to the contestant whose place it takes in every following round, all night long.

    A contestant who never moves follows itself. Return None unless each contestant follows the same contestant all
    night. With `seats=False`, only the table has to match; the direction may differ (guide cards state the
    direction).
    """
    everybody = range(1, plan.contestants + 1)
    leaders = {contestant: set(everybody) for contestant in everybody}
    for number in range(1, plan.rounds):
        for p in plan.round(number + 1):
            before = [q for q in plan.round(number) if q.table == p.table]
            norths, souths = {q.ns for q in before}, {q.ew for q in before}
            leaders[p.ns] &= norths if seats else norths | souths
            leaders[p.ew] &= souths if seats else norths | souths
    leader_of = {contestant: min(those) for contestant, those in leaders.items() if len(those) == 1}
    return leader_of if len(leader_of) == plan.contestants else None


def expanded(entry: Mapping[str, Any]) -> Plan:
    """Return the plan of a stored entry, which has `contestants`, `rounds`, `orbits` and perhaps `turned`."""
    tables, sets = sum(entry["contestants"]) // 2, sum(entry["rounds"])
    meetings = [meeting for orbit in entry["orbits"] for meeting in orbit_of(orbit, entry)]
    stays = 2 * tables if entry["contestants"][-1] == 1 else 0
    schedule: list[Pairing] = []
    for number in range(1, sets + 1):
        # A board set is needed one table lower in the next round, or rests between two tables.
        here = sorted(
            (ns != stays, _rest(b, number, entry["rounds"]), ns, ew, b) for r, b, ns, ew in meetings if r == number
        )
        turned = entry["turned"][number - 1] if "turned" in entry else 0
        for table, (*_, ns, ew, boardset) in enumerate(here, start=1):
            north, south = (ew, ns) if turned >> (table - 1) & 1 else (ns, ew)
            schedule.append(Pairing(number, table, north, south, boardset))
    return _declaring(Plan("howell", tables, sets, 2 * tables, sets, 1, (), tuple(schedule)))


def orbit_of(first: Sequence[int], rings: Mapping[str, Sequence[int]]) -> Iterator[tuple[int, int, int, int]]:
    """Yield a meeting [round, board set, N/S, E/W], counted from 1, and the meetings that follow from it."""
    later, following = next_places(rings["rounds"]), next_places(rings["contestants"])
    r, b, ns, ew = first
    while True:
        yield r, b, ns, ew
        r, b, ns, ew = later[r - 1] + 1, later[b - 1] + 1, following[ns - 1] + 1, following[ew - 1] + 1
        if [r, b, ns, ew] == list(first):
            return


def next_places(rings: Sequence[int]) -> list[int]:
    """Return the next place for each place, counted from 0. The last place in a ring is followed by the first."""
    starts = (end - length for length, end in zip(rings, accumulate(rings), strict=True))
    return [
        start + (offset + 1) % length for start, length in zip(starts, rings, strict=True) for offset in range(length)
    ]


def _rest(boardset: int, number: int, rings: Sequence[int]) -> tuple[int, int]:
    """Return the place of a board set in a round: its ring and its position in the ring."""
    return (0, (boardset - number) % rings[0]) if boardset <= rings[0] else (1, boardset)


@cache
def _complete(tables: int, rounds: int, cyclic: bool) -> Plan:
    kinds = stored()[f"{tables}x{rounds}"]
    return expanded(kinds["cyclic" if cyclic or "free" not in kinds else "free"])


def _declaring(plan: Plan) -> Plan:
    return replace(plan, declares=("shares",) if plan.shares() else ())


@cache
def stored() -> dict[str, dict[str, Any]]:
    """Return the stored Howells, keyed by size ("8x11": tables x rounds), each with "cyclic", "free" or both."""
    text = resources.files("movements").joinpath("data/howells.json").read_text(encoding="utf-8")
    howells: dict[str, dict[str, Any]] = json.loads(text)
    return howells
