"""Converting other people's plans, which may have empty seats or omit contestants, into the form of `Plan`.

A `Plan` has two numbers at every table in every round. A number that belongs to nobody is `absent`. Other plans
have 0 for an empty seat, leave out an unused table, and do not mention contestants who sit out.
"""

from collections.abc import Sequence
from dataclasses import replace

from movements.plan import SIT_OUT, Pairing, Plan

EMPTY = 0


def without_empty_seats(plan: Plan) -> Plan:
    """Return the plan with an absent number in every empty seat.

    A contestant who is not mentioned in a round sits out at an empty table in that round, or at an additional
    table. A table with one contestant plays no boards, whatever the file says. A number that appears twice is kept,
    so that it is reported as a fault.
    """
    people = [n for n in range(1, plan.contestants + 1) if n not in plan.absent]
    rounds = {number: _seats(plan, number) for number in range(1, plan.rounds + 1)}
    waiting = {number: _waiting(people, rows) for number, rows in rounds.items()}
    lacking = (len(out) - sum(map(_is_empty, rounds[number])) for number, out in waiting.items())
    tables = plan.tables + max([0, *lacking])
    contestants = max(plan.contestants, 2 * tables)
    absent = sorted({*plan.absent, *range(plan.contestants + 1, contestants + 1)})
    schedule = [row for row in plan.schedule if not 1 <= row.round <= plan.rounds]
    for number, rows in rounds.items():
        more = [Pairing(number, table, EMPTY, EMPTY, SIT_OUT) for table in range(plan.tables + 1, tables + 1)]
        schedule += _filled([*rows, *more], waiting[number], absent)
    return replace(plan, tables=tables, contestants=contestants, absent=tuple(absent), schedule=tuple(schedule))


def _seats(plan: Plan, number: int) -> list[Pairing]:
    """Return the rows of a round, with 0 for absent contestants and a row for each table that was left out."""

    def seat(contestant: int) -> int:
        return EMPTY if contestant in plan.absent else contestant

    rows = [replace(row, ns=seat(row.ns), ew=seat(row.ew)) for row in plan.round(number)]
    there = {row.table for row in rows}
    rows += [Pairing(number, table, EMPTY, EMPTY, SIT_OUT) for table in range(1, plan.tables + 1) if table not in there]
    return sorted(rows, key=lambda row: row.table)


def _waiting(people: Sequence[int], rows: Sequence[Pairing]) -> list[int]:
    seated = {contestant for row in rows for contestant in (row.ns, row.ew)}
    return [contestant for contestant in people if contestant not in seated]


def _is_empty(row: Pairing) -> bool:
    return row.ns == row.ew == EMPTY


def _filled(rows: Sequence[Pairing], waiting: Sequence[int], absent: Sequence[int]) -> list[Pairing]:
    """Return the rows with waiting contestants at empty tables, and absent numbers in the other empty seats."""
    spare, left = list(absent), list(waiting)

    def nobody() -> int:
        return spare.pop(0) if spare else EMPTY

    pairings = []
    for row in rows:
        ns, ew = row.ns, row.ew
        if _is_empty(row) and left:
            ns = left.pop(0)
        half = EMPTY in (ns, ew)
        ns, ew = ns or nobody(), ew or nobody()
        pairings.append(replace(row, ns=ns, ew=ew, boardset=SIT_OUT if half else row.boardset))
    return pairings
