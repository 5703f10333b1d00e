"""The race in a series: places after each session, for the current leaders and the reader."""

from dataclasses import dataclass

from clubsite.season.selectors.series import SeriesPage, SeriesRow
from scoring.series import placed_after_each_session

MIN_COLUMNS = 2
MAX_COLUMNS = 12
"""The last sessions of a longer series, as a picture has no room for more."""
MAX_RUNNERS = 8


@dataclass(frozen=True, slots=True)
class RaceStep:
    """A player's position after a session: the place, and the table row, counted from 1."""

    place: str
    row: int


@dataclass(frozen=True, slots=True)
class Runner:
    """A player in the race. There is a step for each session, or None if the player had no place after that session."""

    name: str
    you: bool
    steps: list[RaceStep | None]

    @property
    def place(self) -> str:
        """The current place, or "" if the player has no place."""
        return self.steps[-1].place if self.steps[-1] else ""


@dataclass(frozen=True, slots=True)
class RaceColumn:
    """A session, and the number of players with a place after it."""

    number: int
    placed: int


@dataclass(frozen=True, slots=True)
class Race:
    """The race. `leaders` is the number of runners who are current leaders; the reader may be an additional runner.

    `held` is the number of sessions that count so far. Only the most recent of these sessions are shown.
    """

    name: str
    columns: list[RaceColumn]
    runners: list[Runner]
    leaders: int
    held: int

    @property
    def places(self) -> list[str]:
        """The runners with their current places, for example "1 Ann"."""
        return [f"{one.place} {one.name}" if one.place else f"{one.name} has no place" for one in self.runners]


def series_race(page: SeriesPage, you: int | None) -> Race | None:
    """Return the race of a series as it appears on the series page, or None if fewer than two sessions count or nobody
    has a place. `you` is the reader's person id.
    """
    numbers = [column.number for column in page.counting]
    leading = [row for row in page.rows if row.place.place][:MAX_RUNNERS]
    if len(numbers) < MIN_COLUMNS or not leading:
        return None
    after = placed_after_each_session(page.rules, page.scores, numbers)[-MAX_COLUMNS:]
    steps = [{who: RaceStep(place, row) for row, (who, place) in enumerate(one.items(), start=1)} for one in after]

    def runner(row: SeriesRow) -> Runner:
        player = row.place.player
        return Runner(row.name, player == you, [one.get(player) for one in steps])

    own = [row for row in page.rows if row.place.player == you and row not in leading]
    runners = [runner(row) for row in leading] + [one for one in map(runner, own) if any(one.steps)]
    columns = [RaceColumn(number, len(one)) for number, one in zip(numbers[-MAX_COLUMNS:], after, strict=True)]
    return Race(page.series.name, columns, runners, len(leading), len(numbers))
