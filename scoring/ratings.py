"""Ratings: how much a player gives away on a board of average hardness, in IMPs, and how well that figure is known.

The cost of a decision is what it gave away against perfect play, in IMPs. Its hardness is a class: the kind of
decision, and what a blind choice would cost on average. Two players need no common field, because their costs are
compared with what others paid for decisions of the same classes.

The model: on a decision of class h, a player with the rate r gives away r * e(h) on average. The fit by maximum
likelihood makes the rates of all players and the expected costs e(h) agree with what they gave away. The costs on a
board vary more than Poisson counts do, by a factor that is the same for everybody. The rates of all players follow a
gamma distribution, so a single player's rate has a gamma distribution too. A player without boards has the distribution
of all players, and each board makes it narrower. A board counts half after `HALF_LIFE_DAYS`.

The unit makes the decisions of the robots' average board worth 1, so r is in IMPs a board. Perfect play is 0.

Sources: maximum likelihood of such a table by proportional fitting, Deming and Stephan (1940); the spread of the rates,
Paule and Mandel (1982); the discounting of old boards, Smith and Miller (1986); the points of a gamma distribution,
Wilson and Hilferty (1931).
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import floor, log, sqrt

HALF_LIFE_DAYS = 365
RISK_STEP, LEAST_RISK = 1.6, 0.05
"""The classes of risk: each reaches to 1.6 times the risk of the one below it. Smaller risks count as `LEAST_RISK`."""
BAND_POINT = 2.4
"""The ends of a band, in points of the normal distribution. 1.96 would do if the costs of all players varied alike.
They do not, and with 2.4 the band holds the rate of each player (docs/benchmarks.md).
"""
MAX_FIT_ROUNDS, FIT_PRECISION = 500, 1e-7
MIN_RELATIVE_SPREAD = 0.05

Sums = Mapping[str, tuple[int, int]]
"""For each class of hardness: the number of decisions, and the IMPs that they gave away together."""


def hardness(kind: str, risk: float) -> str:
    """Return the class of a decision of this kind, such as "call", if a blind choice costs `risk` IMPs on average."""
    return f"{kind} {floor(log(max(risk, LEAST_RISK) / LEAST_RISK, RISK_STEP))}"


@dataclass(frozen=True, slots=True)
class RatedBoard:
    """One player's decisions on one board, played on the day with the ordinal `day`."""

    day: int
    sums: Sums

    @property
    def cost(self) -> int:
        return sum(cost for _, cost in self.sums.values())

    @property
    def decisions(self) -> int:
        return sum(number for number, _ in self.sums.values())


@dataclass(frozen=True, slots=True)
class RobotBoards:
    """All decisions of one robot on `boards` boards, added up."""

    boards: int
    sums: Sums


@dataclass(frozen=True, slots=True)
class Reference:
    """The robots of known strength that hold the scale in place, weakest first.

    `overdispersion` is how much more their costs on a board vary than Poisson counts.
    """

    robots: Mapping[str, RobotBoards]
    overdispersion: float


@dataclass(frozen=True, slots=True)
class StrengthRating:
    """A player's rate in IMPs a board, with its standard error and a band that holds it at least 95 times in 100.

    `decisions` and `boards` are the numbers that the rating is based on. Old ones count in full.
    """

    rate: float
    error: float
    low: float
    high: float
    decisions: int
    boards: int


@dataclass(frozen=True, slots=True)
class RatingScale:
    """The result of the fit over all players.

    `expected` is the cost of a decision of each class for a player with the rate 1. `robots` has the robots' rates.
    `mean` and `shape` describe the gamma distribution of all players' rates.
    """

    expected: Mapping[str, float]
    robots: Mapping[str, float]
    overdispersion: float
    mean: float
    shape: float

    def rating(self, boards: Iterable[RatedBoard], day: int) -> StrengthRating:
        """Return a player's rating on a day, based on these boards. Boards after that day are left out."""
        course = self.course(board for board in boards if board.day <= day)
        if not course:
            return self._posterior(0, 0, 0, 0)
        last, state = course[-1]
        faded = _fading(day - last)
        return self._posterior(state.cost * faded, state.worth * faded, state.decisions, state.boards)

    def ratings(self, boards: Iterable[RatedBoard]) -> list[tuple[int, StrengthRating]]:
        """Return the player's rating at the end of each day on which they played, oldest first."""
        return [
            (day, self._posterior(state.cost, state.worth, state.decisions, state.boards))
            for day, state in self.course(boards)
        ]

    def course(self, boards: Iterable[RatedBoard]) -> list[tuple[int, "RatingEvidence"]]:
        """Return the evidence for a rating at the end of each day on which the player played, oldest first."""
        state, last, course = RatingEvidence(), 0, []
        for day, played in groupby(sorted(boards, key=lambda board: board.day), key=lambda board: board.day):
            faded = _fading(day - last)
            cost, worth = state.cost * faded, state.worth * faded
            decisions, number = state.decisions, state.boards
            for board in played:
                for kind, (count, gave) in board.sums.items():
                    if kind in self.expected:
                        cost, worth, decisions = cost + gave, worth + count * self.expected[kind], decisions + count
                number += bool(board.sums)
            state, last = RatingEvidence(cost, worth, decisions, number), day
            course.append((day, state))
        return course

    def _posterior(self, cost: float, worth: float, decisions: int, boards: int) -> StrengthRating:
        shape = self.shape + cost / self.overdispersion
        speed = self.shape / self.mean + worth / self.overdispersion
        rate = shape / speed
        low, high = (rate * _gamma_point(shape, point) for point in (-BAND_POINT, BAND_POINT))
        low = 0.0 if worth and not cost else low  # who gave nothing away may be perfect
        return StrengthRating(rate, sqrt(shape) / speed, low, high, decisions, boards)


@dataclass(frozen=True, slots=True)
class RatingEvidence:
    """The basis of a rating: the faded cost, and what the same decisions would have cost a player with the rate 1."""

    cost: float = 0
    worth: float = 0
    decisions: int = 0
    boards: int = 0


def fitted(reference: Reference, players: Iterable[Sequence[RatedBoard]]) -> RatingScale:
    """Return the scale that fits the reference robots and all these players best."""
    people = [boards for boards in players if boards]
    rows = [robot.sums for robot in reference.robots.values()] + [_added(boards) for boards in people]
    rates, expected = _proportional(rows)
    standard = sum(expected[kind] * number for kind, number in _mix(reference).items())
    expected = {kind: cost / standard for kind, cost in expected.items()}
    rates = [rate * standard for rate in rates]
    worths = [_worth(row, expected) for row in rows]
    over = _overdispersion(reference, people, rates[len(reference.robots) :], expected)
    known = [(rate, over / worth) for rate, worth in zip(rates, worths, strict=True) if worth]
    mean, spread = paule_mandel(known)
    robots = dict(zip(reference.robots, rates, strict=False))
    return RatingScale(expected, robots, over, mean, (mean / spread) ** 2)


def paule_mandel(figures: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Return the mean of the players' true rates and their standard deviation.

    Each figure is an estimated rate and the variance of its estimate for a rate of 1; the variance grows with the rate.
    """
    mean = sum(rate for rate, _ in figures) / len(figures)
    spread = 0.0
    for _ in range(20):
        noise = [variance * mean for _, variance in figures]
        low, high = 0.0, max(abs(rate - mean) for rate, _ in figures) ** 2 * len(figures) + 1e-12
        for _ in range(60):
            spread = (low + high) / 2
            mean, left_over = _weighted(figures, noise, spread)
            low, high = (spread, high) if left_over > len(figures) - 1 else (low, spread)
    return mean, max(sqrt(spread), MIN_RELATIVE_SPREAD * mean)


def nearest_robot(rate: float, robots: Mapping[str, float]) -> str:
    """Return the robot whose rate is nearest, comparing square roots, because errors grow with the square root."""
    return min(robots, key=lambda name: abs(sqrt(robots[name]) - sqrt(rate)))


def _weighted(figures: Sequence[tuple[float, float]], noise: Sequence[float], spread: float) -> tuple[float, float]:
    """Return the weighted mean and the weighted sum of squares about it, if the true rates vary by `spread`."""
    weights = [1 / (spread + variance) for variance in noise]
    mean = sum(weight * rate for weight, (rate, _) in zip(weights, figures, strict=True)) / sum(weights)
    return mean, sum(weight * (rate - mean) ** 2 for weight, (rate, _) in zip(weights, figures, strict=True))


def _proportional(rows: Sequence[Sums]) -> tuple[list[float], dict[str, float]]:
    """Return the rate of each row and the expected cost of each class by maximum likelihood, on a scale of its own."""
    costs: defaultdict[str, int] = defaultdict(int)
    for row in rows:
        for kind, (_, cost) in row.items():
            costs[kind] += cost
    totals = [sum(cost for _, cost in row.values()) for row in rows]
    rates = [1.0 for _ in rows]
    expected: dict[str, float] = {}
    for _ in range(MAX_FIT_ROUNDS):
        met: defaultdict[str, float] = defaultdict(float)
        for row, rate in zip(rows, rates, strict=True):
            for kind, (number, _) in row.items():
                met[kind] += number * rate
        expected = {kind: cost / met[kind] if met[kind] else 0.0 for kind, cost in costs.items()}
        worths = [_worth(row, expected) for row in rows]
        new_rates = [total / worth if worth else 1.0 for total, worth in zip(totals, worths, strict=True)]
        moved = max((abs(new - old) for new, old in zip(new_rates, rates, strict=True)), default=0)
        rates = new_rates
        if moved < FIT_PRECISION:
            break
    return rates, expected


def _overdispersion(
    reference: Reference, people: Sequence[Sequence[RatedBoard]], rates: Sequence[float], expected: Mapping[str, float]
) -> float:
    """Return the mean overdispersion of the robots and the people, each weighted by the number of their boards."""
    weight = sum(robot.boards for robot in reference.robots.values())
    total = reference.overdispersion * weight
    for boards, rate in zip(people, rates, strict=True):
        if (own := dispersion(boards, rate, expected)) is not None:
            total, weight = total + own * len(boards), weight + len(boards)
    return total / weight


def dispersion(boards: Sequence[RatedBoard], rate: float, expected: Mapping[str, float]) -> float | None:
    """Return how much more a player's costs vary from board to board than Poisson counts with the same means.

    Return None for fewer than two boards and for a player who gave nothing away.
    """
    means = [rate * _worth(board.sums, expected) for board in boards]
    if len(boards) < 2 or not sum(means):
        return None
    squares = sum((board.cost - mean) ** 2 for board, mean in zip(boards, means, strict=True))
    return squares * len(boards) / (len(boards) - 1) / sum(means)


def _mix(reference: Reference) -> dict[str, float]:
    """Return the number of decisions of each class on an average board of the robots."""
    boards = sum(robot.boards for robot in reference.robots.values())
    counts: defaultdict[str, float] = defaultdict(float)
    for robot in reference.robots.values():
        for kind, (number, _) in robot.sums.items():
            counts[kind] += number / boards
    return counts


def _added(boards: Iterable[RatedBoard]) -> dict[str, tuple[int, int]]:
    sums: dict[str, tuple[int, int]] = {}
    for board in boards:
        for kind, (number, cost) in board.sums.items():
            had = sums.get(kind, (0, 0))
            sums[kind] = had[0] + number, had[1] + cost
    return sums


def _worth(sums: Sums, expected: Mapping[str, float]) -> float:
    """Return what these decisions would have cost a player with the rate 1."""
    return sum(number * expected.get(kind, 0.0) for kind, (number, _) in sums.items())


def _fading(days: int) -> float:
    return float(0.5 ** (days / HALF_LIFE_DAYS))


def _gamma_point(shape: float, point: float) -> float:
    """Return the point of the gamma distribution of mean 1 that belongs to a point of the normal distribution.

    Its probability is exact to 0.006 for shapes from 1.5 on.
    """
    return float(max(0.0, 1 - 1 / (9 * shape) + point / (3 * sqrt(shape))) ** 3)
