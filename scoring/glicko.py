"""Glicko-2 ratings of players from the results of their matches.

Source: Mark E. Glickman, "Example of the Glicko-2 system" (2022, http://www.glicko.net/glicko/glicko2.pdf). Comments
give the numbers of its steps. The algorithm is implemented here because no library for it is maintained: the latest
release of the most used one, `glicko2`, dates from January 2024.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import exp, log, pi, sqrt
from typing import Generic, TypeVar

USUAL_RATING, USUAL_DEVIATION, USUAL_VOLATILITY = 1500.0, 350.0, 0.06
POINTS_PER_UNIT = 173.7178
VOLATILITY_CHANGE = 0.5
"""The system constant τ: 0.3 to 1.2, smaller for games in which surprising results are rare."""
VOLATILITY_PRECISION = 1e-6
Player = TypeVar("Player", bound=Hashable)
POINT_95 = 1.96


@dataclass(frozen=True, slots=True)
class GlickoRating:
    """A player's rating, its deviation (a standard error) and its volatility. The defaults are a new player's."""

    rating: float = USUAL_RATING
    deviation: float = USUAL_DEVIATION
    volatility: float = USUAL_VOLATILITY

    @property
    def band(self) -> tuple[float, float]:
        """The 95 % band of the rating."""
        return self.rating - POINT_95 * self.deviation, self.rating + POINT_95 * self.deviation

    def after(self, results: Sequence[tuple["GlickoRating", float]]) -> "GlickoRating":
        """Return the rating after one period, from results against opponents as rated before that period.

        A result is 1 for a win, 1/2 for a draw and 0 for a loss. Without results, only the deviation grows.
        """
        mean, phi = (self.rating - USUAL_RATING) / POINTS_PER_UNIT, self.deviation / POINTS_PER_UNIT  # step 2
        if not results:
            return self._moved(mean, hypotenuse(phi, self.volatility), self.volatility)  # step 6, one who did not play
        information = gain = 0.0
        for opponent, result in results:
            weight = _weight(opponent.deviation / POINTS_PER_UNIT)
            wins = 1 / (1 + exp(-weight * (mean - (opponent.rating - USUAL_RATING) / POINTS_PER_UNIT)))
            information += weight * weight * wins * (1 - wins)
            gain += weight * (result - wins)
        variance = 1 / information  # step 3
        volatility = _new_volatility(phi, self.volatility, variance, variance * gain)  # steps 4 and 5
        before = hypotenuse(phi, volatility)  # step 6
        after = 1 / sqrt(1 / (before * before) + information)  # step 7
        return self._moved(mean + after * after * gain, after, volatility)

    def _moved(self, mean: float, phi: float, volatility: float) -> "GlickoRating":
        deviation = min(USUAL_DEVIATION, POINTS_PER_UNIT * phi)
        return GlickoRating(USUAL_RATING + POINTS_PER_UNIT * mean, deviation, volatility)  # step 8


@dataclass(frozen=True, slots=True)
class MatchResult(Generic[Player]):
    """A match in one period, such as a week. `result` is 1 if `one` won, 1/2 for a draw, 0 if `other` won."""

    period: int
    one: Player
    other: Player
    result: float


def ratings_after(matches: Iterable[MatchResult[Player]], now: int) -> dict[Player, GlickoRating]:
    """Return everybody's rating at the end of the period `now`, from all matches up to then."""
    ratings: dict[Player, GlickoRating] = {}
    last: dict[Player, int] = {}
    for period, played in groupby(sorted(matches, key=lambda match: match.period), key=lambda match: match.period):
        results: defaultdict[Player, list[tuple[Player, float]]] = defaultdict(list)
        for match in played:
            results[match.one].append((match.other, match.result))
            results[match.other].append((match.one, 1 - match.result))
        before = {who: _idle(ratings.get(who), period - 1 - last.get(who, period - 1)) for who in results}
        for who, own in results.items():
            ratings[who] = before[who].after([(before[other], result) for other, result in own])
            last[who] = period
    return {who: _idle(rating, now - last[who]) for who, rating in ratings.items()}


def _idle(rating: GlickoRating | None, periods: int) -> GlickoRating:
    """Return the rating after some periods without a match."""
    rating = rating or GlickoRating()
    for _ in range(periods):
        if rating.deviation == USUAL_DEVIATION:
            break
        rating = rating.after([])
    return rating


def hypotenuse(side: float, other: float) -> float:
    return sqrt(side * side + other * other)


def _weight(phi: float) -> float:
    """Return how much a result counts against an opponent with this deviation (the function g)."""
    return 1 / sqrt(1 + 3 * phi * phi / (pi * pi))


def _new_volatility(phi: float, volatility: float, variance: float, delta: float) -> float:
    """Return the new volatility: the root of step 5, by the Illinois algorithm."""
    start = log(volatility * volatility)

    def off(x: float) -> float:
        total = phi * phi + variance + exp(x)
        return exp(x) * (delta * delta - total) / (2 * total * total) - (x - start) / VOLATILITY_CHANGE**2

    low = start
    if delta * delta > phi * phi + variance:
        high = log(delta * delta - phi * phi - variance)
    else:
        steps = 1
        while off(start - steps * VOLATILITY_CHANGE) < 0:
            steps += 1
        high = start - steps * VOLATILITY_CHANGE
    at_low, at_high = off(low), off(high)
    while abs(high - low) > VOLATILITY_PRECISION:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = off(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)
