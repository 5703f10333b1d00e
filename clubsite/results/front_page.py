"""Events over many clubs on a club's front page. The app above this one that has the events registers itself here."""

import datetime
from collections.abc import Callable
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from clubsite.clubs.models import Club


@dataclass(frozen=True, slots=True)
class FrontPageEvent:
    """A coming or running event in which a club takes part, or which it organises. `planned_at` is the start of the
    club's own next heat, or None. `playing` is true while the event's window is open. Times are shown in `zone`.
    """

    name: str
    address: str
    organiser: str
    opens: datetime.datetime
    closes: datetime.datetime
    planned_at: datetime.datetime | None
    playing: bool
    zone: ZoneInfo


FindEvents = Callable[[Club], list[FrontPageEvent]]
_finders: list[FindEvents] = []


def events_from(find: FindEvents) -> FindEvents:
    """Register a function that finds the events of a club."""
    _finders.append(find)
    return find


def front_page_events(club: Club) -> list[FrontPageEvent]:
    """Return the club's coming and running events, those that begin first at the top."""
    return [event for find in _finders for event in find(club)]
