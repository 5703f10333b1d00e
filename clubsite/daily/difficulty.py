"""How hard an ending is, measured by how often the milder robots find its card and then keep all its tricks.

Pure functions: all random choices come from the seed. The defence is perfect.
"""

from dataclasses import dataclass

from clubsite.daily.endings import FULL_DEAL_TRICKS, Ending
from solver import Engine
from solver.strengths import STRENGTHS, Errors, Strength, best_card, choose_card, errors_of

MILDER = ("beginner", "improver", "club")
ROBOT_SEEDS = 20
LEVELS = ((75, "easy"), (50, "medium"), (31, "hard"), (0, "very hard"))  # the least number of 100 tries
FULL_LOOK = 3  # tricks of a full deal after which it is judged: no mild robot holds all thirteen


@dataclass(frozen=True, slots=True)
class Rating:
    """The result of rating an ending: in `found` of `tries` attempts the robot found the card and kept its tricks."""

    found: int
    tries: int

    @property
    def percent(self) -> int:
        return 100 * self.found // self.tries

    @property
    def level(self) -> str:
        return next(level for least, level in LEVELS if self.percent >= least)


def rate(ending: Ending, engine: Engine, seed: str, seeds: int = ROBOT_SEEDS) -> Rating:
    """Rate an ending by how well each of the milder robots does with `seeds` random seeds."""
    found = 0
    for name in MILDER:
        for number in range(seeds):
            found += _holds(ending, engine, STRENGTHS[name], errors_of(f"{seed} {name} {number}"))
    return Rating(found, seeds * len(MILDER))


def _holds(ending: Ending, engine: Engine, strength: Strength, errors: Errors) -> bool:
    at, until = ending.at, ending.tricks - FULL_LOOK if ending.tricks == FULL_DEAL_TRICKS else 0
    while at.now.left > until:
        south = at.now.player == "S"
        at = at.after(choose_card(at, engine, strength, errors) if south else best_card(at, engine))
    return engine.value(at) >= ending.needs
