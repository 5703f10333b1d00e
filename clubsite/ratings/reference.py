"""The robots' decisions on which the scale of all ratings rests. `bench/rating.py --reference` writes the file."""

import json
from functools import lru_cache
from pathlib import Path

from scoring.ratings import Reference, RobotBoards

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
