"""How much of a night's result is luck: what the boards did, as opposed to how well somebody plays.

A contestant's percentages scatter from board to board about their own mean. How far a night's percentage lies from what
the play was worth, the mean over very many boards, follows from that scatter: its standard deviation divided by the
square root of the number of boards. It is pooled over the field, as no single contestant has enough boards for it.
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
    """The luck of one night. `scatter` is the standard deviation of one board's percentage about a contestant's mean.

    `boards` is the mean number of boards of a contestant.
    """

    scatter: float
    boards: float

    def deviation(self, boards: float | None = None) -> float:
        """Return the standard deviation of a night's percentage through luck, of so many boards or of the usual."""
        return self.scatter / sqrt(boards or self.boards)

    def band(self, percentage: Fraction, boards: int) -> tuple[Fraction, Fraction]:
        """Return where the percentage that the play was worth lies, 95 times of 100, within 0 and 100.

        The percentage of another night with other boards lies outside it more often.
        """
        half = Fraction(POINT_95 * self.deviation(boards))
        return max(percentage - half, Fraction(0)), min(percentage + half, Fraction(100))

    def chance_ahead(self, points: float) -> float:
        """Return the probability that a player who is better by so many points of percentage comes out ahead."""
        return (1 + erf(points / (2 * self.deviation()))) / 2


def night_luck(scores: Collection[Sequence[Fraction]]) -> NightLuck | None:
    """Return the luck of a night from each contestant's percentages of the top, board by board.

    Return None if no contestant has two boards, or if all boards of everybody were alike.
    """
    own = [[float(score) for score in boards] for boards in scores if len(boards) >= MIN_LUCK_BOARDS]
    free = sum(len(boards) - 1 for boards in own)
    pooled = sum(variance(boards) * (len(boards) - 1) for boards in own) / free if free else 0.0
    if not pooled:
        return None
    return NightLuck(sqrt(pooled), fmean(map(len, own)))


@dataclass(frozen=True, slots=True)
class OrderGave:
    """The points that the order of the dummies' cards gave South on a board. `mean` is par over other orders.

    `worse_of_100` is the part of the other orders in which par is worse for South, in per cent.
    """

    orders: int
    mean: int
    lowest: int
    highest: int
    gave: int
    worse_of_100: int


def order_gave(par: int, others: Sequence[int]) -> OrderGave:
    """Compare South's par with what it would be in other orders of the same cards, of which there is at least one."""
    mean = round(fmean(others))
    worse = round(100 * sum(other < par for other in others) / len(others))
    return OrderGave(len(others), mean, min(others), max(others), par - mean, worse)
