"""Laying out a movement: numbers in a circle, and a plan made from a rule that seats one table in one round."""

from collections.abc import Callable

from movements.errors import MovementError
from movements.plan import Pairing, Plan

MAX_TABLES = 100

# (round, table) -> (N/S, E/W, board set)
Rule = Callable[[int, int], tuple[int, int, int]]


def wrap(number: int, size: int) -> int:
    """Return `number` counted in a circle of 1 .. `size`, in which the last number is followed by the first."""
    return (number - 1) % size + 1


def lay(
    name: str,
    tables: int,
    rounds: int,
    rule: Rule,
    *,
    board_sets: int,
    winners: int,
    declares: tuple[str, ...] = (),
) -> Plan:
    """Return the plan that `rule` describes, with two contestants per table, round by round and table by table."""
    schedule = tuple(Pairing(r, t, *rule(r, t)) for r in range(1, rounds + 1) for t in range(1, tables + 1))
    return Plan(name, tables, rounds, 2 * tables, board_sets, winners, (), schedule, declares)


def check_size(what: str, tables: int, rounds: int, *, fewest: int = 1) -> None:
    """Raise MovementError unless there are enough tables and rounds, and not too many tables."""
    if not fewest <= tables <= MAX_TABLES:
        raise MovementError(f"A {what} has {fewest} to {MAX_TABLES} tables, not {tables}.")
    if rounds < 1:
        raise MovementError(f"A movement has at least one round, not {rounds}.")
