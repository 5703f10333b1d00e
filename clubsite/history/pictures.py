"""The season curve and the course of a rating as pictures, without colours. Positions are in the units of the view box.

The height of a rate grows with its square root, so that differences between strong players can be seen. Better is
higher up.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import cached_property
from math import ceil, floor, sqrt
from typing import Any, ClassVar

from clubsite.history.selectors.profile import CurvePoint

TOP, BOTTOM = 12, 30
STEP = 10  # per cent between two lines
AVERAGE_PERCENT = 50
MONTH_WIDTH = 46  # room for the name of a month
RATING_TOP = 14
MIN_ROBOT_GAP = 17
HEADROOM = 1.1


@dataclass(frozen=True, slots=True)
class CoursePoint:
    """A rating on one day of play."""

    day: date
    rate: float
    low: float
    high: float
    boards: int


@dataclass(frozen=True)
class CurvePicture:
    """A curve through points from left to right, some of which have a band. It is `width` by `height`."""

    name: str
    width: int
    height: int
    points: Sequence[Any]

    before: ClassVar[int]
    after: ClassVar[int]
    """The room to the left and to the right of the points."""

    @property
    def right(self) -> int:
        return self.width - self.after

    @property
    def band(self) -> str:
        """The corners of the area of the bands, or "" if fewer than two points have one."""
        upper, lower = [(x, high) for x, high, _ in self._bands()], [(x, low) for x, _, low in self._bands()]
        return _corners([*upper, *reversed(lower)]) if len(upper) > 1 else ""

    @property
    def bar(self) -> tuple[float, float, float] | None:
        """The x and the lower and upper y of the only band, or None if there is not exactly one."""
        bars = [(x, low, high) for x, high, low in self._bands()]
        return bars[0] if len(bars) == 1 else None

    def _bands(self) -> list[tuple[float, float, float]]:
        """Return the x, the upper and the lower y of each band."""
        raise NotImplementedError

    def _x(self, place: int) -> float:
        return round(self.before + (place + 0.5) * (self.right - self.before) / len(self.points), 1)


def _corners(points: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{x},{y}" for x, y in points)


@dataclass(frozen=True)
class SeasonPicture(CurvePicture):
    """The season curve."""

    points: Sequence[CurvePoint]

    before, after = 42, 12

    @property
    def dots(self) -> list[tuple[float, float]]:
        """The (x, y) of each session."""
        return [(self._x(place), self._y(point.percentage)) for place, point in enumerate(self.points)]

    @property
    def mean(self) -> str:
        """The points on the line of the mean so far."""
        return _corners((self._x(place), self._y(point.mean)) for place, point in enumerate(self.points))

    @property
    def lines(self) -> list[tuple[float, int]]:
        """The y and the percentage of the horizontal lines, one every ten per cent."""
        low, high = self._range
        return [(self._y(Fraction(at)), at) for at in range(low, high + 1, STEP)]

    @property
    def months(self) -> list[tuple[float, str]]:
        """The x and the names of the months, each below its first session, where there is room."""
        months, before, free = list[tuple[float, str]](), 0, 0.0
        for place, point in enumerate(self.points):
            month, at = point.played.date.month, self._x(place)
            if month != before and at >= free:
                months.append((at, f"{point.played.date:%b}"))
                free = at + MONTH_WIDTH
            before = month
        return months

    def _bands(self) -> list[tuple[float, float, float]]:
        banded = [(place, point.band) for place, point in enumerate(self.points)]
        return [(self._x(place), self._y(band[1]), self._y(band[0])) for place, band in banded if band]

    @cached_property
    def _range(self) -> tuple[int, int]:
        figures = [Fraction(AVERAGE_PERCENT), *(point.percentage for point in self.points)]
        figures += [edge for point in self.points if point.band for edge in point.band]
        low, high = floor(min(figures) / STEP) * STEP, ceil(max(figures) / STEP) * STEP
        return max(0, min(low, AVERAGE_PERCENT - STEP)), min(100, max(high, AVERAGE_PERCENT + STEP))

    def _y(self, percentage: Fraction) -> float:
        low, high = self._range
        return round(TOP + (high - float(percentage)) / (high - low) * (self.height - BOTTOM - TOP), 1)


def season_pictures(points: Sequence[CurvePoint]) -> list[SeasonPicture]:
    """Return two pictures: one for wide screens and paper, one for a phone."""
    return [SeasonPicture("wide", 960, 320, points), SeasonPicture("narrow", 360, 260, points)] if points else []


@dataclass(frozen=True)
class RatingPicture(CurvePicture):
    """The course of a rating, with a line for each robot (a map from name to rate)."""

    points: Sequence[CoursePoint]
    robots: dict[str, float]

    before, after = 12, 150

    @property
    def line(self) -> str:
        return _corners((self._x(place), self._y(point.rate)) for place, point in enumerate(self.points))

    @property
    def dot(self) -> tuple[float, float]:
        return self._x(len(self.points) - 1), self._y(self.points[-1].rate)

    @property
    def days(self) -> list[tuple[float, date]]:
        """The first and last day, with their positions."""
        return [(self._x(place), self.points[place].day) for place in sorted({0, len(self.points) - 1})]

    @property
    def marks(self) -> list[tuple[str, float, float]]:
        """The robots, strongest first: name, y of the line, and y of the name. Names do not touch each other."""
        marks, free = list[tuple[str, float, float]](), 0.0
        for name, rate in sorted(self.robots.items(), key=lambda robot: robot[1]):
            at = self._y(rate)
            text_at = max(at, free)
            free = text_at + MIN_ROBOT_GAP
            marks.append((name, at, text_at))
        return marks

    def _bands(self) -> list[tuple[float, float, float]]:
        return [(self._x(place), self._y(point.low), self._y(point.high)) for place, point in enumerate(self.points)]

    def _y(self, rate: float) -> float:
        most = HEADROOM * max(*self.robots.values(), *(point.high for point in self.points))
        return round(RATING_TOP + sqrt(rate / most) * (self.height - RATING_TOP - BOTTOM), 1)


def rating_pictures(course: Sequence[CoursePoint], robots: dict[str, float]) -> list[RatingPicture]:
    """Return two pictures: one for wide screens and paper, one for a phone."""
    sizes = [("wide", 960, 360), ("narrow", 360, 340)]
    return [RatingPicture(name, width, height, course, robots) for name, width, height in sizes] if course else []
