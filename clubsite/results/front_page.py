"""Events over many clubs on a club's front page. The app above this one that has the events registers itself here."""

from collections.abc import Callable, Sequence
from typing import Any

from clubsite.clubs.models import Club

FindEvents = Callable[[Club], Sequence[Any]]
"""Returns events, each with the start of the club's own next heat in `planned_at`."""
_finders: list[FindEvents] = []


def events_from(find: FindEvents) -> FindEvents:
    """Register a function that finds the coming and running events of a club."""
    _finders.append(find)
    return find


def front_page_events(club: Club) -> list[Any]:
    """Return the club's coming and running events, those that begin first at the top."""
    return [event for find in _finders for event in find(club)]
