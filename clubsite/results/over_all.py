"""What pages show of events over many clubs. The app above that has the events registers itself here."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from clubsite.clubs.models import Club
from clubsite.rankings.selectors.published import Published


@dataclass(frozen=True, slots=True)
class CardOverAll:
    """A player's place in an event, which is called `title` and is at `address`. `words` has the place.

    `here` and `over` are the totals at the club and over all as percentages, or None for an event in IMPs. `card` is
    the address of the page that shows what every board was worth in both, and why the totals differ.
    """

    title: str
    address: str
    card: str
    words: str
    here: Fraction | None
    over: Fraction | None


FindCard = Callable[[Published, int], CardOverAll | None]
_finders: list[FindCard] = []


def cards_over_all_from(find: FindCard) -> FindCard:
    """Register a function that finds a contestant's card in an event. It returns None if there is none to show."""
    _finders.append(find)
    return find


def card_over_all(published: Published, contestant: int) -> CardOverAll | None:
    """Return a contestant's card in the event that the session is a heat of, or None."""
    return next((found for find in _finders if (found := find(published, contestant)) is not None), None)


FindEvents = Callable[[Club], Sequence[Any]]
"""Returns events, each with the start of the club's own next heat in `planned_at`."""
_event_finders: list[FindEvents] = []


def events_from(find: FindEvents) -> FindEvents:
    """Register a function that finds the coming and running events of a club."""
    _event_finders.append(find)
    return find


def front_page_events(club: Club) -> list[Any]:
    """Return the club's coming and running events, those that begin first at the top."""
    return [event for find in _event_finders for event in find(club)]
