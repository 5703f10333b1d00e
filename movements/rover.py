"""Rover and bump: one contestant too many for a Mitchell, who from round 2 takes another table's seat each round.

A rover displaces N/S, a bump E/W. The tables, the opponents and the sets are all different, so that nobody is
displaced twice. The displaced contestant sits at one "table" more, the stand T + 1, with the absent number 2T + 2.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal

from movements.errors import MovementError
from movements.laying import check_size, wrap
from movements.mitchell import relay, skip, straight
from movements.plan import SIT_OUT, Pairing, Plan

Side = Literal["ns", "ew"]
MOST_TABLES = 30
_MOST_TRIES = 100_000


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat that can be taken: whom it displaces, who is met there, on which set."""

    table: int
    displaced: int
    opponent: int
    boardset: int


def rover_rounds(tables: int) -> range:
    """The rounds of a rover or bump of T playing tables: 2 to T."""
    return range(2, tables + 1) if 3 <= tables <= MOST_TABLES else range(0)


def rover(tables: int, rounds: int) -> Plan:
    """A Mitchell of T tables with a rover, number 2T + 1, who sits N/S from round 2. Raises MovementError."""
    return _plan("rover", tables, rounds, "ns")


def bump(tables: int, rounds: int) -> Plan:
    """A Mitchell of T tables with a contestant, number 2T + 1, who sits E/W from round 2. Raises MovementError."""
    return _plan("bump", tables, rounds, "ew")


def ways(plan: Plan, side: Side, first: int) -> list[list[Seat]]:
    """The seats that a newcomer could take in every round from `first` on."""
    return [
        [
            Seat(p.table, p.ns, p.ew, p.boardset) if side == "ns" else Seat(p.table, p.ew, p.ns, p.boardset)
            for p in plan.round(number)
            if p.boardset != SIT_OUT
        ]
        for number in range(first, plan.rounds + 1)
    ]


def route(seats: Sequence[Sequence[Seat]], rematches: int = 0) -> tuple[Seat, ...] | None:
    """One seat of each row: displaced, opponents and sets all different, but for so many opponents met again.

    None if there is no such route, or none was found within a bounded search.
    """
    chosen: dict[int, Seat] = {}
    tries = 0

    def extend(spare: int, displaced: int, met: int, played: int) -> bool:
        nonlocal tries
        tries += 1
        if len(chosen) == len(seats):
            return True
        if tries > _MOST_TRIES:
            return False
        index, open_seats = _scarcest(seats, chosen, displaced, met if not spare else 0, played)
        for seat in open_seats:
            chosen[index] = seat
            again = met >> seat.opponent & 1
            marks = (displaced | 1 << seat.displaced, met | 1 << seat.opponent, played | 1 << seat.boardset)
            if extend(spare - again, *marks):
                return True
            del chosen[index]
        return False

    found = extend(rematches, 0, 0, 0)
    return tuple(chosen[index] for index in range(len(seats))) if found else None


def _scarcest(
    seats: Sequence[Sequence[Seat]], chosen: dict[int, Seat], displaced: int, met: int, played: int
) -> tuple[int, list[Seat]]:
    """The row not yet chosen with the fewest seats that nothing forbids, and those."""
    best: tuple[int, list[Seat]] | None = None
    for index, row in enumerate(seats):
        if index not in chosen:
            free = [
                seat
                for seat in row
                if not (
                    displaced >> seat.displaced & 1 or met >> seat.opponent & 1 or played >> seat.boardset & 1
                )
            ]
            if best is None or len(free) < len(best[1]):
                best = index, free
    assert best is not None
    return best


@cache
def _plan(name: str, tables: int, rounds: int, side: Side) -> Plan:
    check_size(f"{name} Mitchell", tables, rounds, fewest=3)
    if rounds not in rover_rounds(tables):
        raise MovementError(
            f"A {name} Mitchell has 3 to {MOST_TABLES} tables and 2 rounds to as many as tables, "
            f"not {tables} tables and {rounds} rounds."
        )
    base = _base(tables, rounds)
    seats = ways(base, side, 2)
    # For an odd T a full route without a rematch would be T - 1, hence T, queens on a torus: none if 3 divides T.
    none_exists = tables % 6 == 3 and rounds == tables
    taken, declares = None if none_exists else _known(base, side) or route(seats), base.declares
    if taken is None:
        taken, declares = route(seats, rematches=1), (*declares, "rematches")
    if taken is None:
        raise MovementError(f"No {name} Mitchell of {tables} tables and {rounds} rounds was found.")
    return _with_stand(replace(base, name=name, declares=declares), side, taken)


def _base(tables: int, rounds: int) -> Plan:
    if tables % 2:
        return straight(tables, rounds)
    return relay(tables, rounds) if rounds == tables else skip(tables, rounds)


def _known(base: Plan, side: Side) -> tuple[Seat, ...] | None:
    """The usual routes, by rule: two tables on each round, or by turns in the lower and the upper half.

    They are right unless T is odd, or a skip's, and divisible by 3.
    """
    tables = base.tables
    low, high = (tables // 6, 2 * tables // 3 - 1) if tables % 3 == 0 else (0, tables // 2)

    def table(number: int) -> int:
        if tables % 2:
            return wrap(2 * number - 3, tables)
        if base.name == "skip-mitchell":
            return wrap(2 * number + (3 if number > tables // 2 else 0), tables)
        return wrap(number // 2 + low if number % 2 == 0 else (number + 1) // 2 + high, tables)

    taken = tuple(row[table(number) - 1] for number, row in enumerate(ways(base, side, 2), start=2))
    return taken if route([[seat] for seat in taken]) is not None else None


def _with_stand(base: Plan, side: Side, taken: Sequence[Seat]) -> Plan:
    newcomer, nobody = 2 * base.tables + 1, 2 * base.tables + 2
    rows: list[Pairing] = []
    for number in range(1, base.rounds + 1):
        seat = taken[number - 2] if number > 1 else None
        out = seat.displaced if seat else newcomer
        rows += (
            replace(p, **{side: newcomer}) if seat and p.table == seat.table else p
            for p in base.round(number)
        )
        pair = (out, nobody) if side == "ns" else (nobody, out)
        rows.append(Pairing(number, base.tables + 1, *pair, SIT_OUT))
    return replace(base, tables=base.tables + 1, contestants=nobody, absent=(nobody,), schedule=tuple(rows))
