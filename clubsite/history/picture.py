"""The season curve as a picture: positions in the units of its own view box, without colours or words."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil, floor

from clubsite.history.selectors.profile import SeasonCurve

LEFT, RIGHT, TOP, BOTTOM = 42, 12, 12, 30
STEP = 10  # per cent between two lines
AVERAGE_PERCENT = 50
MONTH_WIDTH = 46  # room for the name of a month


@dataclass(frozen=True, slots=True)
class Mark:
    """A horizontal line in the picture, or the name of a month below the picture."""

    at: float
    text: str
    strong: bool = False


@dataclass(frozen=True)
class SeasonPicture:
    """The curve, `width` by `height`. `dots` has (x, y) for each session; `mean` holds the points on the line of
    the mean so far; `band` has the corners of the area around that line, or is empty.
    """

    curve: SeasonCurve
    name: str
    width: int
    height: int

    @property
    def right(self) -> int:
        return self.width - RIGHT

    @property
    def floor(self) -> int:
        return self.height - BOTTOM

    @property
    def dots(self) -> list[tuple[float, float]]:
        return [(self._x(place), self._y(one.percentage)) for place, one in enumerate(self.curve.points)]

    @property
    def mean(self) -> str:
        return _corners((self._x(place), self._y(one.mean)) for place, one in enumerate(self.curve.points))

    @property
    def band(self) -> str:
        banded = [(place, one.band) for place, one in enumerate(self.curve.points)]
        upper = [(self._x(place), self._y(band[1])) for place, band in banded if band]
        lower = [(self._x(place), self._y(band[0])) for place, band in banded if band]
        return _corners([*upper, *reversed(lower)]) if len(upper) > 1 else ""

    @property
    def error_bar(self) -> tuple[float, float, float] | None:
        """The x, low y and high y of the only session with a band, or None if there is not exactly one such session."""
        banded = [(place, one.band) for place, one in enumerate(self.curve.points) if one.band]
        if len(banded) != 1 or banded[0][1] is None:
            return None
        place, (low, high) = banded[0]
        return self._x(place), self._y(low), self._y(high)

    @property
    def lines(self) -> list[Mark]:
        """The horizontal lines, one every ten per cent."""
        low, high = self._range
        return [Mark(self._y(Fraction(at)), f"{at}", at == AVERAGE_PERCENT) for at in range(low, high + 1, STEP)]

    @property
    def months(self) -> list[Mark]:
        """The names of the months, each below its first session, where there is room."""
        return list(self._months())

    def _months(self) -> Iterator[Mark]:
        before, free = 0, 0.0
        for place, one in enumerate(self.curve.points):
            month, at = one.played.date.month, self._x(place)
            if month != before and at >= free:
                yield Mark(at, f"{one.played.date:%b}")
                free = at + MONTH_WIDTH
            before = month

    @cached_property
    def _range(self) -> tuple[int, int]:
        figures = [Fraction(AVERAGE_PERCENT), *(one.percentage for one in self.curve.points)]
        figures += [edge for one in self.curve.points if one.band for edge in one.band]
        low, high = floor(min(figures) / STEP) * STEP, ceil(max(figures) / STEP) * STEP
        return max(0, min(low, AVERAGE_PERCENT - STEP)), min(100, max(high, AVERAGE_PERCENT + STEP))

    def _x(self, place: int) -> float:
        return round(LEFT + (place + 0.5) * (self.right - LEFT) / len(self.curve.points), 1)

    def _y(self, percentage: Fraction) -> float:
        low, high = self._range
        return round(TOP + (high - float(percentage)) / (high - low) * (self.floor - TOP), 1)


def pictures(curve: SeasonCurve) -> list[SeasonPicture]:
    """Return two pictures: one for wide screens and paper, one for a phone."""
    return [SeasonPicture(curve, "wide", 960, 320), SeasonPicture(curve, "narrow", 360, 260)] if curve.points else []


def _corners(points: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{x},{y}" for x, y in points)
