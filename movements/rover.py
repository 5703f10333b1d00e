"""Rover and bump: a surplus contestant in a Mitchell takes a seat at a different table in each round, from round 2 on.

A rover displaces an N/S contestant, and a bump an E/W contestant. The tables, opponents and sets are all different,
so nobody is displaced twice. The displaced contestant sits at one additional "table", the stand T + 1, with the
absent number 2T + 2.
"""

from dataclasses import replace
from functools import cache

from movements.errors import MovementError
from movements.layout import check_size, wrap
from movements.mitchell import relay, skip, straight
from movements.plan import Plan
from movements.routes import OpenSeat, Route, Side, route, seats, with_newcomer

MOST_TABLES = 30


def rover_rounds(tables: int) -> range:
    """Return the possible numbers of rounds for a rover or bump with T playing tables: 2 to T."""
    return range(2, tables + 1) if 3 <= tables <= MOST_TABLES else range(0)


def rover(tables: int, rounds: int) -> Plan:
    """Return a Mitchell for T tables with a rover, number 2T + 1, who sits N/S from round 2.

    Raise MovementError for an impossible number of tables or rounds.
    """
    return _plan("rover", tables, rounds, "ns")


def bump(tables: int, rounds: int) -> Plan:
    """Return a Mitchell for T tables with a bump, number 2T + 1, who sits E/W from round 2.

    Raise MovementError for an impossible number of tables or rounds.
    """
    return _plan("bump", tables, rounds, "ew")


@cache
def _plan(name: str, tables: int, rounds: int, side: Side) -> Plan:
    check_size(f"{name} Mitchell", tables, rounds, fewest=3)
    if rounds not in rover_rounds(tables):
        raise MovementError(
            f"A {name} Mitchell has 3 to {MOST_TABLES} tables and 2 rounds to as many as tables, "
            f"not {tables} tables and {rounds} rounds."
        )
    base = _base(tables, rounds)
    ways = [seats(base, number, side) for number in range(2, base.rounds + 1)]
    # For an odd T a full route without a rematch would be T - 1, hence T, queens on a torus: impossible if 3
    # divides T.
    none_exists = tables % 6 == 3 and rounds == tables
    taken, declares = None if none_exists else _known(base, ways) or route(ways), base.declares
    if taken is None:
        taken, declares = route(ways, rematches=1), (*declares, "rematches")
    if taken is None:
        raise MovementError(f"No {name} Mitchell of {tables} tables and {rounds} rounds was found.")
    named = replace(base, name=name, declares=declares)
    return with_newcomer(named, dict(enumerate(taken, start=2)), south=side == "ns")


def _base(tables: int, rounds: int) -> Plan:
    if tables % 2:
        return straight(tables, rounds)
    return relay(tables, rounds) if rounds == tables else skip(tables, rounds)


def _known(base: Plan, ways: list[list[OpenSeat]]) -> Route | None:
    """Return the usual route: two tables further each round, or alternating between the lower and the upper half.

    This fails only if T is divisible by 3 and either T is odd or the movement is a skip Mitchell.
    """
    tables = base.tables
    low, high = (tables // 6, 2 * tables // 3 - 1) if tables % 3 == 0 else (0, tables // 2)

    def table(number: int) -> int:
        if tables % 2:
            return wrap(2 * number - 3, tables)
        if base.name == "skip-mitchell":
            return wrap(2 * number + (3 if number > tables // 2 else 0), tables)
        return wrap(number // 2 + low if number % 2 == 0 else (number + 1) // 2 + high, tables)

    taken = tuple(row[table(number) - 1] for number, row in enumerate(ways, start=2))
    return route([[seat] for seat in taken])
