"""The barometer: everyone plays set r in round r, so that a running leaderboard compares like with like.

Tables with screens need no copies of the boards. The pairing is a round robin in a circle of 2T - 1 places. The
contestants who are x places behind and x places ahead of the place of the round meet (x = 1 .. T-1), and the
contestant in that place meets number 2T, who stays. Who sits N/S is stored as data, chosen for balance
(`data/barometers.json`, found by `python -m movements.make_barometers`).
"""

import json
from dataclasses import replace
from functools import cache
from importlib import resources

from movements.errors import MovementError
from movements.layout import check_size, lay
from movements.plan import Plan


def barometer_rounds(tables: int) -> int:
    """Return the largest number of rounds, 2T - 1, after which everyone has met everyone else."""
    return 2 * tables - 1


def barometer(tables: int, rounds: int) -> Plan:
    """Return a round robin of 2T contestants who all play the same boards. The movement may stop after any round.

    Raise MovementError for an impossible number of tables or rounds.
    """
    check_size("barometer", tables, rounds)
    circle = barometer_rounds(tables)
    if rounds > circle:
        raise MovementError(f"A barometer of {tables} tables has at most {circle} rounds, not {rounds}.")
    return replace(circled(tables, turns(tables)).cut(rounds), board_sets=rounds)


def circled(tables: int, turned: str) -> Plan:
    """Return the whole round robin. If character x of `turned` is 1, the contestant x places behind sits N/S."""
    circle = barometer_rounds(tables)

    def rule(r: int, t: int) -> tuple[int, int, int]:
        if t == 1:
            return 2 * tables, r, r
        ahead, behind = (r + t - 2) % circle + 1, (r - t) % circle + 1
        return (behind, ahead, r) if turned[t - 2] == "1" else (ahead, behind, r)

    declares = ("shares",) if tables > 1 else ()
    return lay("barometer", tables, circle, rule, board_sets=circle, winners=1, declares=declares)


@cache
def turns(tables: int) -> str:
    """Return who sits N/S for x = 1 .. T-1, alternating between the two sides if nothing better is known."""
    return _stored().get(str(tables)) or ("01" * tables)[: tables - 1]


@cache
def _stored() -> dict[str, str]:
    text = resources.files("movements").joinpath("data/barometers.json").read_text(encoding="utf-8")
    barometers: dict[str, str] = json.loads(text)
    return barometers
