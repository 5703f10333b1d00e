"""Places in a wider ranking than the session's own, such as that of an event over many clubs.

An app above registers a function that finds them. They are shown only where the session's own places are shown.
"""

from collections.abc import Callable
from dataclasses import dataclass

from clubsite.nights.models import Session
from scoring.ranking import Place


@dataclass(frozen=True, slots=True)
class WiderRow:
    """A contestant of the session in the wider ranking. `place` is "31=", or empty; `figure` is given without unit."""

    contestant: int
    place: str
    figure: str


@dataclass(frozen=True, slots=True)
class WiderList:
    """The session's contestants in a list of the wider ranking, best first. `of` is how many have a place in it.

    `who` names these in a sentence, such as "South players", and is empty if the list is for everyone. `leader` says
    who leads the list, such as "first with 71.30 % at Quay Street".
    """

    title: str
    who: str
    unit: str
    of: int
    leader: str
    rows: tuple[WiderRow, ...]

    def row_of(self, contestant: int | None) -> WiderRow | None:
        """Return the contestant's row, or None."""
        return next((row for row in self.rows if row.contestant == contestant), None)

    def with_unit(self, row: WiderRow) -> str:
        """Return the figure with its unit, such as "56.01 %", with a non-breaking space."""
        return row.figure if row.figure == "–" else f"{row.figure}\N{NO-BREAK SPACE}{self.unit}"


@dataclass(frozen=True, slots=True)
class WiderRanking:
    """A ranking over more than the session: its `title`, how far it is ("12 of 18 heats are in"), and its lists.

    `state` is empty if nobody here knows it.
    """

    title: str
    state: str
    lists: tuple[WiderList, ...]

    @property
    def headline(self) -> str:
        """The title and how far it is, as a sentence without a full stop."""
        return f"{self.title}: {self.state}" if self.state else self.title

    @property
    def rows(self) -> dict[int, tuple[str, str]]:
        """A dict from contestant to the place, such as "31=", and the figure with its unit."""
        return {row.contestant: (row.place, found.with_unit(row)) for found in self.lists for row in found.rows}

    @property
    def leaders(self) -> list[str]:
        """Return who leads each list, in words."""
        several = len(self.lists) > 1
        return [
            f"{found.title}: {found.leader}" if several else f"{found.leader[0].upper()}{found.leader[1:]}"
            for found in self.lists
            if found.leader
        ]

    def words_for(self, contestant: int | None) -> str:
        """Return a contestant's place as "Over all clubs: 31st of 412, 56.01 %", or "" if there is none yet."""
        for found in self.lists:
            row = found.row_of(contestant)
            place = Place.read(row.place) if row else None
            if row is not None and place is not None:
                among = f" of {found.of} {found.who}".rstrip() if found.of else ""
                return f"Over all clubs: {place.name}{among}, {found.with_unit(row)}"
        return ""


FindWider = Callable[[Session], WiderRanking | None]
_found_by: list[FindWider] = []


def wider_ranking_register(find: FindWider) -> FindWider:
    """Use `find` to look for a wider ranking of a session. It returns None for a session that has none."""
    _found_by.append(find)
    return find


def wider_ranking_of(session: Session) -> WiderRanking | None:
    """Return the wider ranking that a session belongs to, or None."""
    return next((found for find in _found_by if (found := find(session)) is not None), None)
