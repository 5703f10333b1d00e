"""A deal and its log seen from the other side of the table: South and North trade places, and so do their dummies."""

from collections.abc import Iterable, Mapping
from typing import Any

from games.players import OPPONENT
from games.replay import Event

OPPOSITE = {"N": "S", "S": "N", "E": "W", "W": "E"}
VULNERABLE = {"NS": "EW", "EW": "NS"}


def turned_setup(setup: Mapping[str, Any]) -> dict[str, Any]:
    """Return the setup of a two-player game with four hands, rotated by half a turn."""
    vul = setup["vul"]
    return {
        **setup,
        "dealer": OPPOSITE[setup["dealer"]],
        "vul": VULNERABLE.get(vul, vul),
        "hands": {seat: setup["hands"][OPPOSITE[seat]] for seat in OPPOSITE},
    }


def turned_log(log: Iterable[Event]) -> list[dict[str, Any]]:
    """Return the log with each action attributed to the other player."""
    return [{**event, "actor": OPPONENT[event["actor"]]} for event in log]
