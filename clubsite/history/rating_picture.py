"""A rating's course as a picture: positions in the units of its own view box, without colours or words.

The height of a rate grows with its square root, so that differences between strong players can be seen. Better is
higher up.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from math import sqrt

LEFT, RIGHT, TOP, BOTTOM = 12, 150, 14, 30
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


@dataclass(frozen=True, slots=True)
class RobotMark:
    """A robot's line in the picture, with the height of its name, which does not touch other names."""

    name: str
    at: float
    text_at: float


@dataclass(frozen=True, slots=True)
class RatingPicture:
    """The course, `width` by `height`, with a line for each robot (name -> rate)."""

    name: str
    width: int
    height: int
    course: Sequence[CoursePoint]
    robots: dict[str, float]

    @property
    def right(self) -> int:
        return self.width - RIGHT

    @property
    def band(self) -> str:
        """The corners of the band, or "" for a single day."""
        upper = [(self._x(place), self._y(one.low)) for place, one in enumerate(self.course)]
        lower = [(self._x(place), self._y(one.high)) for place, one in enumerate(self.course)]
        return _corners([*upper, *reversed(lower)]) if len(upper) > 1 else ""

    @property
    def bar(self) -> tuple[float, float, float] | None:
        """The x and the ends of the band of a single day."""
        if len(self.course) != 1:
            return None
        return self._x(0), self._y(self.course[0].high), self._y(self.course[0].low)

    @property
    def line(self) -> str:
        return _corners((self._x(place), self._y(one.rate)) for place, one in enumerate(self.course))

    @property
    def dot(self) -> tuple[float, float]:
        return self._x(len(self.course) - 1), self._y(self.course[-1].rate)

    @property
    def days(self) -> list[tuple[float, date]]:
        """The first and the last day, with their places."""
        ends = {0, len(self.course) - 1} if len(self.course) > 1 else {0}
        return [(self._x(place), self.course[place].day) for place in sorted(ends)]

    @property
    def marks(self) -> list[RobotMark]:
        """The robots' lines from the strongest down."""
        marks, free = list[RobotMark](), 0.0
        for name, rate in sorted(self.robots.items(), key=lambda robot: robot[1]):
            at = self._y(rate)
            text_at = max(at, free)
            free = text_at + MIN_ROBOT_GAP
            marks.append(RobotMark(name, at, text_at))
        return marks

    def _x(self, place: int) -> float:
        return round(LEFT + (place + 0.5) * (self.right - LEFT) / len(self.course), 1)

    def _y(self, rate: float) -> float:
        most = HEADROOM * max(*self.robots.values(), *(one.high for one in self.course))
        return round(TOP + sqrt(rate / most) * (self.height - TOP - BOTTOM), 1)


def rating_pictures(course: Sequence[CoursePoint], robots: dict[str, float]) -> list[RatingPicture]:
    """Return two pictures: one for wide screens and paper, one for a phone."""
    sizes = [("wide", 960, 360), ("narrow", 360, 340)]
    return [RatingPicture(name, width, height, course, robots) for name, width, height in sizes] if course else []


def _corners(points: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{x},{y}" for x, y in points)
