"""The cost of one player's decisions in an analysed play, added up by hardness. Pure functions.

A decision is a call or a card with something at stake: a blind choice would give away something. The cost is in IMPs.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from games.calls import CALL_TEXTS
from scoring.imps import imps
from scoring.ratings import Reference, RobotBoards, hardness


def sums_of(entries: Iterable[Mapping[str, Any]], player: str, declarer: str | None) -> dict[str, tuple[int, int]]:
    """Return the number of this player's decisions and their total cost for each class of hardness.

    `entries` are the calls and cards of a `PlayAnalysis`. Claims and their answers are left out: they are no choice
    between actions of known worth.
    """
    found: defaultdict[str, tuple[int, int]] = defaultdict(lambda: (0, 0))
    for entry in entries:
        if entry["by"] == player and entry.get("risk"):
            kind = hardness(_kind(entry["a"], player, declarer), entry["risk"])
            number, cost = found[kind]
            found[kind] = number + 1, cost + imps(entry["points"])
    return dict(found)


def _kind(action: str, player: str, declarer: str | None) -> str:
    if action in CALL_TEXTS:
        return "call"
    return "declaring" if player == declarer else "defending"


ROBOTS_FILE = Path(__file__).with_name("robots.json")


@lru_cache(1)
def robots_reference() -> Reference:
    """Return the robots, weakest first."""
    found = json.loads(ROBOTS_FILE.read_text())
    robots = {
        name: RobotBoards(robot["boards"], {kind: (number, cost) for kind, (number, cost) in robot["sums"].items()})
        for name, robot in found["robots"].items()
    }
    return Reference(robots, found["overdispersion"])
