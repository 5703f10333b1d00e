"""The race of a series as a picture. Positions are in the units of the picture's view box. No colours are set."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from clubsite.season.selectors.series import Race, RaceStep, Runner

TOP, ROW, BELOW = 30, 32, 46
EDGE = 28  # left of the first session, and right of the last without names
NAMES = 310  # right of the last session with names
MAX_NAME_CHARACTERS = 25  # letters of a name beside its line; "(you)" takes six of them
SHAPES = ("circle", "square", "diamond")
DASHES = ("whole", "dashed", "dotted")


@dataclass(frozen=True, slots=True)
class Point:
    """A point in the picture that shows a place after a session."""

    x: float
    y: float
    place: str


@dataclass(frozen=True, slots=True)
class RaceLine:
    """A runner's line. `pieces` has the points for each run of sessions with a place; the name is placed at `end`."""

    runner: Runner
    shape: str
    dash: str
    points: list[Point]
    pieces: list[str]
    end: float

    @property
    def label(self) -> str:
        """The name, shortened to fit the space."""
        name, room = self.runner.name, MAX_NAME_CHARACTERS - 6 * self.runner.you
        return name if len(name) <= room else f"{name[: room - 1].rstrip()}…"


@dataclass(frozen=True)
class RacePicture:
    """The picture, which is `width` wide. If `named` is true, the names are shown at the ends of the lines."""

    race: Race
    name: str
    width: int
    named: bool

    @property
    def height(self) -> int:
        away = any(not runner.place for runner in self.race.runners)
        return TOP + ROW * (len(self._rows) + (away and self.named)) + BELOW

    @property
    def right(self) -> int:
        """The x-coordinate of the last session's column."""
        return self.width - (NAMES if self.named else EDGE)

    @property
    def beside(self) -> int:
        """The x-coordinate where the names begin."""
        return self.right + EDGE

    @property
    def columns(self) -> list[tuple[float, int, int]]:
        """The (x-coordinate, session number, number of placed players) for each session."""
        return [(self._x(at), column.number, column.placed) for at, column in enumerate(self.race.columns)]

    @property
    def lines(self) -> list[RaceLine]:
        """The lines, with the reader's line last so that it is drawn over the others."""
        found = [self._line(at, runner) for at, runner in enumerate(self.race.runners)]
        return sorted(found, key=lambda line: line.runner.you)

    @property
    def legend(self) -> list[RaceLine]:
        """The lines in the order of the table."""
        return [self._line(at, runner) for at, runner in enumerate(self.race.runners)]

    def _line(self, at: int, runner: Runner) -> RaceLine:
        pieces = [" ".join(f"{p.x},{p.y}" for p in piece) for piece in self._pieces(runner)]
        points = [point for piece in self._pieces(runner) for point in piece]
        last = runner.steps[-1]
        end = self._y(last) if last else TOP + ROW * (len(self._rows) + 0.5)
        shape, dash = SHAPES[at % len(SHAPES)], DASHES[at // len(SHAPES) % len(DASHES)]
        return RaceLine(runner, shape, dash, points, pieces, end)

    def _pieces(self, runner: Runner) -> Iterator[list[Point]]:
        piece: list[Point] = []
        for at, step in enumerate(runner.steps):
            if step:
                piece.append(Point(self._x(at), self._y(step), step.place))
            elif piece:
                yield piece
                piece = []
        if piece:
            yield piece

    @cached_property
    def _rows(self) -> list[int]:
        """The rows of the table that runners have occupied. No space is drawn for other rows."""
        return sorted({step.row for runner in self.race.runners for step in runner.steps if step})

    def _x(self, at: int) -> float:
        return round(EDGE + at * (self.right - EDGE) / (len(self.race.columns) - 1), 1)

    def _y(self, step: RaceStep) -> float:
        return TOP + ROW * (self._rows.index(step.row) + 0.5)


def race_pictures(race: Race | None) -> list[RacePicture]:
    """Return one picture for wide screens and paper, and one for phones."""
    return [RacePicture(race, "wide", 960, True), RacePicture(race, "narrow", 360, False)] if race else []
