"""The race of a series: the places after each session, and a picture of them in view-box units, without colours."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from clubsite.season.selectors.series import SeriesPage, SeriesRow
from scoring.series import placed_after_each_session

MIN_COLUMNS = 2
MAX_COLUMNS = 12
"""The last sessions of a longer series, as a picture has no room for more."""
MAX_RUNNERS = 8
TOP, ROW, BELOW = 30, 32, 46
EDGE = 28  # left of the first session, and right of the last without names
NAMES = 310  # right of the last session with names
MAX_NAME_CHARACTERS = 25  # letters of a name beside its line; "(you)" takes six of them
SHAPES = ("circle", "square", "diamond")
DASHES = ("whole", "dashed", "dotted")

RaceStep = tuple[str, int]
"""A player's position after a session: the place, and the table row, counted from 1."""
Point = tuple[float, float, str]
"""The x and y of a place after a session, and the place."""


@dataclass(frozen=True, slots=True)
class Runner:
    """A player in the race. There is a step for each session, or None if the player had no place after that session."""

    name: str
    you: bool
    steps: list[RaceStep | None]

    @property
    def place(self) -> str:
        """The current place, or "" if the player has no place."""
        return self.steps[-1][0] if self.steps[-1] else ""


@dataclass(frozen=True, slots=True)
class Race:
    """The race. `columns` has the number of each session, and how many players have a place after it.

    `leaders` is the number of runners who are current leaders; the reader may be an additional runner. `held` is the
    number of sessions that count so far. Only the most recent of these sessions are shown.
    """

    name: str
    columns: list[tuple[int, int]]
    runners: list[Runner]
    leaders: int
    held: int

    @property
    def places(self) -> list[str]:
        """The runners with their current places, for example "1 Ann"."""
        return [
            f"{runner.place} {runner.name}" if runner.place else f"{runner.name} has no place"
            for runner in self.runners
        ]


def series_race(page: SeriesPage, you: int | None) -> Race | None:
    """Return the race of a series as it appears on the series page, or None if fewer than two sessions count or nobody
    has a place. `you` is the reader's person id.
    """
    numbers = [column.number for column in page.counting]
    leading = [row for row in page.rows if row.place.place][:MAX_RUNNERS]
    if len(numbers) < MIN_COLUMNS or not leading:
        return None
    after = placed_after_each_session(page.rules, page.scores, numbers)[-MAX_COLUMNS:]
    steps = [{who: (place, row) for row, (who, place) in enumerate(standing.items(), start=1)} for standing in after]

    def runner(row: SeriesRow) -> Runner:
        player = row.place.player
        return Runner(row.name, player == you, [step.get(player) for step in steps])

    own = [row for row in page.rows if row.place.player == you and row not in leading]
    runners = [runner(row) for row in leading] + [racer for racer in map(runner, own) if any(racer.steps)]
    columns = [(number, len(standing)) for number, standing in zip(numbers[-MAX_COLUMNS:], after, strict=True)]
    return Race(page.series.name, columns, runners, len(leading), len(numbers))


@dataclass(frozen=True, slots=True)
class RaceLine:
    """A runner's line. `pieces` has the points for each run of sessions with a place; the name is placed at `end`."""

    runner: Runner
    shape: str
    dash: str
    pieces: list[list[Point]]
    end: float

    @property
    def corners(self) -> list[str]:
        """The corners of each piece."""
        return [" ".join(f"{x},{y}" for x, y, _ in piece) for piece in self.pieces]

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
        return [(self._x(at), *column) for at, column in enumerate(self.race.columns)]

    @property
    def lines(self) -> list[RaceLine]:
        """The lines, with the reader's line last so that it is drawn over the others."""
        return sorted(self.legend, key=lambda line: line.runner.you)

    @property
    def legend(self) -> list[RaceLine]:
        """The lines in the order of the table."""
        return [self._line(at, runner) for at, runner in enumerate(self.race.runners)]

    def _line(self, at: int, runner: Runner) -> RaceLine:
        last = runner.steps[-1]
        end = self._y(last) if last else TOP + ROW * (len(self._rows) + 0.5)
        shape, dash = SHAPES[at % len(SHAPES)], DASHES[at // len(SHAPES) % len(DASHES)]
        return RaceLine(runner, shape, dash, list(self._pieces(runner)), end)

    def _pieces(self, runner: Runner) -> Iterator[list[Point]]:
        for placed, steps in groupby(enumerate(runner.steps), lambda step: step[1] is not None):
            if placed:
                yield [(self._x(at), self._y(step), step[0]) for at, step in steps if step]

    @cached_property
    def _rows(self) -> list[int]:
        """The rows of the table that runners have occupied. No space is drawn for other rows."""
        return sorted({row for runner in self.race.runners for _, row in filter(None, runner.steps)})

    def _x(self, at: int) -> float:
        return round(EDGE + at * (self.right - EDGE) / (len(self.race.columns) - 1), 1)

    def _y(self, step: RaceStep) -> float:
        return TOP + ROW * (self._rows.index(step[1]) + 0.5)


def race_pictures(race: Race | None) -> list[RacePicture]:
    """Return one picture for wide screens and paper, and one for phones."""
    return [RacePicture(race, "wide", 960, True), RacePicture(race, "narrow", 360, False)] if race else []
