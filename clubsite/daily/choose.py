"""The choice of a day's ending: short and easy on Monday, long and hard on Saturday, a full deal on Sunday.

Pure functions: the same seed, weekday and engine give the same problem. The number of deals limits the search.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from clubsite.daily.difficulty import Rating, rate
from clubsite.daily.endings import FULL_DEAL_TRICKS, Ending, endings
from solver import Engine

DEALS, ENDINGS_RATED = 400, 24  # the limits for one length
FULL_DEALS, FULL_RATED = 50, 4
MAX_NODES = 300_000
MAX_DISTANCE = 4  # points of a hundred from the wish at which the search stops
MIN_TRICKS = 4


@dataclass(frozen=True, slots=True)
class EndingWish:
    """The kind of ending wanted: `tricks` tricks long, and solved by about `percent` percent of the robots."""

    tricks: int
    percent: int


WISHES_BY_WEEKDAY = (
    EndingWish(4, 88),
    EndingWish(5, 80),
    EndingWish(5, 65),
    EndingWish(6, 55),
    EndingWish(6, 36),
    EndingWish(7, 25),
    EndingWish(FULL_DEAL_TRICKS, 30),
)
FULL_INSTEAD = EndingWish(7, 30)


@dataclass(frozen=True, slots=True)
class RatedEnding:
    ending: Ending
    rating: Rating


def choose(seed: str, weekday: int, engine: Engine, most: int = FULL_DEAL_TRICKS) -> RatedEnding | None:
    """Return the problem for a weekday (Monday is 0) with at most `most` cards per hand, or None if no deal has one.

    A slow engine gets shorter endings. If there is no ending of one length, the search continues with one trick
    fewer.
    """
    wish = WISHES_BY_WEEKDAY[weekday]
    if wish.tricks == FULL_DEAL_TRICKS:
        found = _nearest(seed, wish, engine, FULL_DEALS, FULL_RATED) if most == FULL_DEAL_TRICKS else None
        if found is not None:
            return found
        wish = FULL_INSTEAD
    for tricks in range(min(wish.tricks, most), MIN_TRICKS - 1, -1):
        found = _nearest(seed, EndingWish(tricks, wish.percent), engine, DEALS, ENDINGS_RATED)
        if found is not None:
            return found
    return None


def _nearest(seed: str, wish: EndingWish, engine: Engine, deals: int, rated: int) -> RatedEnding | None:
    """Return the ending closest to the wish among the first endings that have one right card, or None."""
    best: RatedEnding | None = None
    for found in _rated(seed, wish, engine, deals, rated):
        if best is None or _off(found, wish) < _off(best, wish):
            best = found
        if _off(best, wish) <= MAX_DISTANCE:
            break
    return best


def _rated(seed: str, wish: EndingWish, engine: Engine, deals: int, rated: int) -> Iterator[RatedEnding]:
    nodes = MAX_NODES * (10 if wish.tricks == FULL_DEAL_TRICKS else 1)
    for ending in islice(endings(seed, wish.tricks, engine, deals=deals, nodes=nodes), rated):
        yield RatedEnding(ending, rate(ending, engine, seed))


def _off(found: RatedEnding, wish: EndingWish) -> int:
    return abs(found.rating.percent - wish.percent)
