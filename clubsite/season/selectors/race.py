"""The race of a series: the places after each of its nights, of those who lead now and of the reader."""

from dataclasses import dataclass

from clubsite.season.selectors.series import SeriesPage, SeriesRow
from scoring.series import placed_after_each_night

FEWEST_NIGHTS = 2
MOST_NIGHTS = 12
"""The last ones, in a longer series: more have no room in a picture."""
LEADERS = 8


@dataclass(frozen=True, slots=True)
class RaceStep:
    """Where a player stood after a night: the place, and the row of the table, from 1."""

    place: str
    row: int


@dataclass(frozen=True, slots=True)
class Runner:
    """A player of the race; a step is None for a night after which they had no place."""

    name: str
    you: bool
    steps: list[RaceStep | None]

    @property
    def place(self) -> str:
        """Of now; empty for none."""
        return self.steps[-1].place if self.steps[-1] else ""


@dataclass(frozen=True, slots=True)
class RaceNight:
    """A night, and how many were placed after it."""

    number: int
    placed: int


@dataclass(frozen=True, slots=True)
class Race:
    """`leaders`: how many of the runners are those who lead now; the reader may be one more. `held`: how many nights
    count by now, of which the last are here."""

    name: str
    nights: list[RaceNight]
    runners: list[Runner]
    leaders: int
    held: int


def series_race(page: SeriesPage, you: int | None) -> Race | None:
    """The race of a series as its page shows it, `you` being the reader's person. None below two nights, or while
    nobody is placed."""
    numbers = [night.number for night in page.counting]
    leading = [row for row in page.rows if row.place.place][:LEADERS]
    if len(numbers) < FEWEST_NIGHTS or not leading:
        return None
    after = placed_after_each_night(page.rules, page.scores, numbers)[-MOST_NIGHTS:]
    steps = [
        {who: RaceStep(place, row) for row, (who, place) in enumerate(one.items(), start=1)} for one in after
    ]

    def runner(row: SeriesRow) -> Runner:
        player = row.place.player
        return Runner(row.name, player == you, [one.get(player) for one in steps])

    own = [row for row in page.rows if row.place.player == you and row not in leading]
    runners = [runner(row) for row in leading] + [one for one in map(runner, own) if any(one.steps)]
    nights = [RaceNight(number, len(one)) for number, one in zip(numbers[-MOST_NIGHTS:], after, strict=True)]
    return Race(page.series.name, nights, runners, len(leading), len(numbers))
