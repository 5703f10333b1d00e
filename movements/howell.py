"""Full Howell movements of 2 to 7 tables: everybody meets everybody once, one winner.

The seatings are data, found by `python -m movements.make_howells` and kept in `data/howells.json`:
- a cyclic one is its first round as [N/S, E/W, board set] with positions in Z_R (null: the contestant who
  never leaves table 1, number 2T); each further round adds 1 to every position and board set;
- the three-table one is written out round by round.
"""

import json
from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import Any

from movements.errors import MovementError
from movements.plan import Pairing, Plan, with_sit_out

__all__ = ["MAX_TABLES", "MIN_TABLES", "cyclic", "howell", "howell_rounds", "with_sit_out"]

MIN_TABLES, MAX_TABLES = 2, 7
Row = Sequence[int | None]


def howell_rounds(tables: int) -> int:
    """Rounds of a full Howell: 2T - 1."""
    return 2 * tables - 1


def howell(tables: int, rounds: int | None = None) -> Plan:
    """A Howell of `tables` tables; with `rounds` below 2T - 1 the same one stopped early.

    From 4 tables on no two tables ever need the same boards at once; with 3 tables they all do in the last
    round, with 2 tables in every round (no other way exists). Raises MovementError.
    """
    if not MIN_TABLES <= tables <= MAX_TABLES:
        raise MovementError(f"A Howell has {MIN_TABLES} to {MAX_TABLES} tables, not {tables}.")
    full = _full(tables)
    rounds = full.rounds if rounds is None else rounds
    if not 1 <= rounds <= full.rounds:
        raise MovementError(f"A Howell of {tables} tables has 1 to {full.rounds} rounds, not {rounds}.")
    return full.cut(rounds)


def cyclic(tables: int, first_round: Sequence[Row]) -> Plan:
    """The Howell that a cyclic first round stands for."""
    modulus = howell_rounds(tables)

    def number(position: int | None, turn: int) -> int:
        return 2 * tables if position is None else (position + turn) % modulus + 1

    schedule = tuple(
        Pairing(turn + 1, table, *(number(position, turn) for position in row))
        for turn in range(modulus)
        for table, row in enumerate(first_round, start=1)
    )
    return _plan(tables, schedule)


@cache
def _full(tables: int) -> Plan:
    found = _data()[str(tables)]
    if "cyclic" in found:
        return cyclic(tables, found["cyclic"])
    return written_out(tables, found["rounds"])


def written_out(tables: int, rounds: Sequence[Sequence[Sequence[int]]]) -> Plan:
    """The Howell whose rounds are given as lists of [N/S, E/W, board set]."""
    schedule = tuple(
        Pairing(number, table, ns, ew, boardset)
        for number, rows in enumerate(rounds, start=1)
        for table, (ns, ew, boardset) in enumerate(rows, start=1)
    )
    return _plan(tables, schedule)


def _plan(tables: int, schedule: tuple[Pairing, ...]) -> Plan:
    rounds = howell_rounds(tables)
    return Plan("howell", tables, rounds, 2 * tables, rounds, 1, (), schedule)


@cache
def _data() -> dict[str, Any]:
    text = resources.files("movements").joinpath("data/howells.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found
