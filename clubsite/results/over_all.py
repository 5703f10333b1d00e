"""Events of many clubs on results pages. The app `events`, above this one, registers its functions here."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from clubsite.clubs.models import Club
from clubsite.nights.models import Session
from clubsite.rankings.selectors.published import Published
from scoring.ranking import Place


@dataclass(frozen=True, slots=True)
class CardOverAll:
    """A player's place, in `words`, in the event with this `title` and `address`.

    `here` and `over` are the percentages at the club and over all clubs, or None for an event in IMPs. `card` is the
    address of the page that shows the value of every board in both, and why the totals differ.
    """

    title: str
    address: str
    card: str
    words: str
    here: Fraction | None
    over: Fraction | None


@dataclass(frozen=True, slots=True)
class WiderList:
    """The session's contestants in a list of the wider ranking, best first. `of` is how many contestants have a place.

    `who` names these contestants in a sentence, such as "South players", and is empty if the list is for everyone.
    `leader` says who leads the list, such as "first with 71.30 % at Quay Street". A row has a contestant, their place
    ("31=", or empty) and their figure with its unit.
    """

    title: str
    who: str
    of: int
    leader: str
    rows: tuple[tuple[int, str, str], ...]


@dataclass(frozen=True, slots=True)
class WiderRanking:
    """A ranking that covers more than the session, with its `title` and its lists.

    `state` is its progress, such as "12 of 18 heats are in", or empty if it is not known here.
    """

    title: str
    state: str
    lists: tuple[WiderList, ...]

    @property
    def headline(self) -> str:
        """The title and the progress, as a sentence without a full stop."""
        return f"{self.title}: {self.state}" if self.state else self.title

    @property
    def rows(self) -> dict[int, tuple[str, str]]:
        """A dict from contestant to their place, such as "31=", and their figure with its unit."""
        return {contestant: (place, figure) for ranking in self.lists for contestant, place, figure in ranking.rows}

    @property
    def leaders(self) -> list[str]:
        """The leader of each list, in words."""
        several = len(self.lists) > 1
        return [
            f"{ranking.title}: {ranking.leader}" if several else f"{ranking.leader[0].upper()}{ranking.leader[1:]}"
            for ranking in self.lists
            if ranking.leader
        ]

    def words_for(self, contestant: int | None) -> str:
        """Return a contestant's place, such as "Over all clubs: 31st of 412, 56.01 %", or "" if there is none yet."""
        own = [(ranking, row) for ranking in self.lists for row in ranking.rows if row[0] == contestant]
        for field, (_, text, figure) in own:
            if place := Place.read(text):
                among = f" of {field.of} {field.who}".rstrip() if field.of else ""
                return f"Over all clubs: {place.name}{among}, {figure}"
        return ""


def with_unit(figure: str, unit: str) -> str:
    """Return the figure and its unit, joined by a non-breaking space, such as "56.25 %"."""
    return figure if figure == "–" else f"{figure}\N{NO-BREAK SPACE}{unit}"


@dataclass(slots=True)
class OverAll:
    """Functions that find a contestant's card in an event, a club's coming and running events (each with the start of
    the club's own next heat in `planned_at`), and the wider ranking that a session belongs to.
    """

    card: Callable[[Published, int], CardOverAll | None] = lambda published, contestant: None
    events: Callable[[Club], Sequence[Any]] = lambda club: ()
    wider_ranking: Callable[[Session], WiderRanking | None] = lambda session: None


OVER_ALL = OverAll()
