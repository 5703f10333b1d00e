"""The newest published sessions and events of a club, as strangers see them, for use on other sites."""

from dataclasses import dataclass

from django.db.models import Q

from clubsite.clubs.models import Club
from clubsite.clubs.selectors import club_by_slug
from clubsite.events.models import Event, EventStatus, HeatStatus
from clubsite.events.selectors.event_field import EventPage, event_seen
from clubsite.rankings.models import PublishedSession
from clubsite.rankings.selectors.published import listed_session_or_404, listed_sessions
from clubsite.readers.visitor import Visitor
from clubsite.season.selectors.records import HonourList, honours
from games.wording import counted


@dataclass(frozen=True, slots=True)
class SharedSession:
    """A published session with its ranking lists, each with the best place first, and its number of boards."""

    published: PublishedSession
    lists: list[HonourList]

    @property
    def title(self) -> str:
        day = self.published.date
        return f"{self.published.session.name}, {day.day} {day:%B %Y}"

    @property
    def size(self) -> str:
        """The size of the session in words, such as `12 players, 24 boards`."""
        players, boards = self.published.players, len(self.published.boards)
        return f"{counted(players, 'player')}, {counted(boards, 'board')}"


def latest_sessions(slug: str, most: int, *, winners: bool = False) -> tuple[Club, list[SharedSession]]:
    """Return a club's newest sessions, newest first.

    Raise Http404 if there is no such club, or MembersOnly if strangers may not read its results.
    """
    visitor = Visitor.as_public().at(club_by_slug(slug)).require_access()
    rows = listed_sessions().filter(club=visitor.club)
    sessions = list(rows.order_by("-date", "-session")[:most])
    lists = honours([row.pk for row in sessions], visitor, winners=winners)
    return visitor.club, [SharedSession(row, lists[row.pk]) for row in sessions]


def shared_session(public_id: str) -> SharedSession:
    """Return one published session. Raise Http404 if it does not exist, or MembersOnly if strangers may not read it."""
    row = listed_session_or_404(public_id)
    return SharedSession(row, honours([row.pk], Visitor.as_public().at(row.club))[row.pk])


def shared_event(public_id: str) -> EventPage:
    """Return an event as strangers see it. Raise Http404 if it has not been announced."""
    return event_seen(public_id, Visitor.as_public())


def latest_events(club: Club, most: int) -> list[EventPage]:
    """Return the newest published events in which a club takes part, as strangers see them."""
    part = Q(club=club) | Q(heats__club=club, heats__status=HeatStatus.ACCEPTED)
    rows = Event.objects.filter(part, status=EventStatus.PUBLISHED).distinct().order_by("-window_opens", "-pk")
    return [shared_event(event.public_id) for event in rows[:most]]
