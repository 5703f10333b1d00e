"""How much of a night's result is luck, which comes from the boards and not from how well somebody plays.

A contestant's percentages scatter from board to board around their own mean. A night's percentage differs from what the
play was worth, the mean over very many boards. The standard deviation of this difference is the scatter divided by the
square root of the number of boards. The scatter is pooled over the field: no single contestant has enough boards.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import erf, sqrt
from statistics import fmean, variance

POINT_95 = 1.96
MIN_LUCK_BOARDS = 2


@dataclass(frozen=True, slots=True)
class NightLuck:
    """The luck of one night. `scatter` is the standard deviation of a board's percentage around a contestant's mean.

    `boards` is the mean number of boards per contestant.
    """

    scatter: float
    boards: float

    def deviation(self, boards: float | None = None) -> float:
        """Return the standard deviation, through luck, of a percentage over `boards` boards (by default, the mean)."""
        return self.scatter / sqrt(boards or self.boards)

    def band(self, percentage: Fraction, boards: int) -> tuple[Fraction, Fraction]:
        """Return the 95 per cent band for the percentage that the play was worth, limited to 0 to 100.

        The percentage of another night with other boards lies outside this band more often.
        """
        half = Fraction(POINT_95 * self.deviation(boards))
        return max(percentage - half, Fraction(0)), min(percentage + half, Fraction(100))

    def chance_ahead(self, points: float) -> float:
        """Return the probability that a player who is better by `points` percentage points comes out ahead."""
        return (1 + erf(points / (2 * self.deviation()))) / 2


def night_luck(scores: Collection[Sequence[Fraction]]) -> NightLuck | None:
    """Return the luck of a night from each contestant's percentages of the top, board by board.

    Return None if no contestant has two boards, or if nobody's percentage varies between boards.
    """
    own = [[float(score) for score in boards] for boards in scores if len(boards) >= MIN_LUCK_BOARDS]
    free = sum(len(boards) - 1 for boards in own)
    pooled = sum(variance(boards) * (len(boards) - 1) for boards in own) / free if free else 0.0
    if not pooled:
        return None
    return NightLuck(sqrt(pooled), fmean(map(len, own)))


@dataclass(frozen=True, slots=True)
class OrderGave:
    """The points that South gained from the order of the dummies' cards on a board. `mean` is the other orders' mean
    par.

    `worse_of_100` is the percentage of the other orders in which par is worse for South.
    """

    orders: int
    mean: int
    lowest: int
    highest: int
    gave: int
    worse_of_100: int


def order_gave(par: int, others: Sequence[int]) -> OrderGave:
    """Compare South's par with the pars for other orders of the same cards. `others` must not be empty."""
    mean = round(fmean(others))
    worse = round(100 * sum(other < par for other in others) / len(others))
    return OrderGave(len(others), mean, min(others), max(others), par - mean, worse)
