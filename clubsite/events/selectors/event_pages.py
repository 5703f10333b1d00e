"""An event as members and strangers read it: what is announced, its clubs, and the ranking."""

import datetime
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models import Q
from django.utils import timezone

from clubsite.clubs.models import Club
from clubsite.core.not_found import found_or_404
from clubsite.core.templatetags.bridge import imps, pct
from clubsite.duplicate.models import SessionStatus
from clubsite.events.models import Event, EventEntrant, EventPublication, EventStatus, HeatStatus
from clubsite.events.selectors.awaited_heats import AwaitedHeat, heats_awaited
from clubsite.events.selectors.event_payload import correctable_until
from clubsite.events.selectors.event_reader import (
    ROWS_OF_A_PAGE,
    EventPhase,
    EventReader,
    FieldList,
    FieldRow,
    event_or_404,
    heat_or_404,
    heats_taking_part,
)
from clubsite.events.selectors.event_standing import HeatRow, heat_rows
from clubsite.members.visitor import Visitor
from clubsite.rankings.models import PublishedSession
from games.wording import counted

FIRST_ROWS = 10
"""Rows of each list on the event's own page."""


@dataclass(frozen=True)
class EventPage:
    """The event's own page. `own` has the reader's places in the lists of everybody."""

    reader: EventReader
    heats: list[HeatRow]
    lists: list[FieldList]
    own: list[tuple[FieldRow, FieldList]]
    awaited: list[AwaitedHeat]

    @property
    def event(self) -> Event:
        return self.reader.event

    @property
    def phase(self) -> EventPhase:
        return self.reader.phase

    def figure(self, row: FieldRow) -> str:
        """Return a row's figure with its unit."""
        return f"{imps(row.figure)} IMPs a board" if self.reader.imps else f"{pct(row.figure)}\N{NO-BREAK SPACE}%"

    @property
    def versions(self) -> list[EventPublication]:
        """The published versions of the results, newest first."""
        return list(self.event.publications.defer("payload").order_by("-version"))

    @cached_property
    def corrections_until(self) -> datetime.datetime | None:
        """When the correction period ends, or None before the first publication."""
        return correctable_until(self.event)

    @property
    def corrections_open(self) -> bool:
        return self.corrections_until is not None and timezone.now() < self.corrections_until

    @property
    def size(self) -> str:
        """The size of the field in words, as "412 players in 38 clubs", or "" if only another server knows it."""
        players, heats = sum(vars(row.heat)["n_entrants"] for row in self.heats), len(self.heats)
        if self.reader.lists_here_only:
            there = self.reader.standing
            if there.heats is None:
                return ""
            players, heats = there.contestants, there.heats
        clubs = counted(heats, "club")
        return f"{counted(players, 'player')} in {clubs}" if players else clubs

    @property
    def progress(self) -> str:
        """How many clubs are in, in words, or "" if only another server knows it."""
        if not self.reader.lists_here_only:
            confirmed = sum(row.heat.confirmed_at is not None for row in self.heats)
            return f"The scores of {confirmed} of {len(self.heats)} clubs are confirmed"
        return self.reader.standing.words


def zone_of_event(public_id: str) -> str | None:
    """Return the time zone of the event's organiser, "" for the site's zone, or None if there is no such event."""
    row = Event.objects.filter(public_id=public_id).values_list("club__time_zone").first()
    return None if row is None else row[0] or ""


def event_page(public_id: str, visitor: Visitor) -> EventPage:
    """Return the event's page for this reader. Raise Http404 if it has not been announced."""
    reader = EventReader(event_or_404(public_id), visitor)
    found = [reader.list_of(key, 0, FIRST_ROWS) for key in reader.keys if not key.stratum]
    lists = [one for one in found if any(row.boards for row in one.rows)]  # before the first score nobody is ranked
    heats = heat_rows(heats_taking_part(reader.event))
    mine = [(row, one) for one in lists if reader.own for row in reader.list_of(one.key, only=set(reader.own)).rows]
    return EventPage(reader, heats, lists, mine, heats_awaited(reader.event))


def announced_ids() -> list[str]:
    """Return the ids of the events that have been announced and not cancelled, newest first."""
    rows = Event.objects.filter(announced_at__isnull=False).exclude(status=EventStatus.CANCELLED)
    return list(rows.order_by("-window_opens", "-pk").values_list("public_id", flat=True))


def published_events_of(club: Club, most: int) -> list[str]:
    """Return the ids of the newest published events that a club organises or takes part in."""
    part = Q(club=club) | Q(heats__club=club, heats__status=HeatStatus.ACCEPTED)
    rows = Event.objects.filter(part, status=EventStatus.PUBLISHED).distinct()
    return list(rows.order_by("-window_opens", "-pk").values_list("public_id", flat=True)[:most])


def ranking_page(public_id: str, visitor: Visitor, asked: str, page: int) -> dict[str, Any]:
    """Return a page of the list that `asked` names, or of the first list. Raise Http404 if there is no such page."""
    reader = EventReader(event_or_404(public_id), visitor)
    key = next((key for key in reader.keys if key.code == asked), None if asked else next(iter(reader.keys), None))
    shown = reader.list_of(found_or_404(key, "No such list"), ROWS_OF_A_PAGE * (page - 1))
    found_or_404(shown.rows or None, "No such page")
    tabs = [(key, key.title(reader.several_kinds)) for key in reader.keys]
    return reader.page(list=shown, tabs=tabs, number=page, numbers=range(1, -(-shown.total // ROWS_OF_A_PAGE) + 1))


def heat_page(public_id: str, heat_id: str, visitor: Visitor) -> dict[str, Any]:
    """Return the places over all of a heat's entrants. Raise Http404 for a heat that does not take part."""
    reader = EventReader(event_or_404(public_id), visitor)
    heat = heat_or_404(reader.event, heat_id)
    ids = set(EventEntrant.every.filter(heat=heat).values_list("pk", flat=True))
    lists = [reader.list_of(key, only=ids) for key in reader.keys if not key.stratum]
    club = reader.at(heat)
    published = PublishedSession.objects.filter(session=heat.session, session__status=SessionStatus.ENDED)
    own_results = club is not None and club.may_read and published.exists()
    return reader.page(heat=heat, lists=[one for one in lists if one.rows], own_results=own_results)
