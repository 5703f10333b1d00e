"""Lists of events, and the pages of an organiser and of a club that takes part. They raise Http404 for strangers."""

from dataclasses import dataclass, replace
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Count, Q, QuerySet, Sum
from django.utils import timezone

from clubsite.clubs.models import Club
from clubsite.clubs.selectors import all_clubs
from clubsite.clubs.time_zones import clock_of, zone_named, zone_of
from clubsite.core.not_found import found_or_404
from clubsite.duplicate.services.tables import SESSION_GAME
from clubsite.events.models import STILL_THERE, Event, EventJoining, EventStatus, Heat, HeatStatus
from clubsite.events.selectors.awaited_heats import heats_awaited
from clubsite.events.selectors.event_ends import can_be_shown, has_given_cards
from clubsite.events.selectors.event_facts import event_settings
from clubsite.events.selectors.event_standing import alike_names, event_standing, heat_rows
from clubsite.play.game_options import SOLO_OPTIONS, unusual
from clubsite.results.front_page import FrontPageEvent
from games.options import usual
from games.registry import rules_for
from scoring.settings import CHOICES

MAX_PAST_EVENTS = 20
"""On a list."""
MAX_LOG_LINES = 100


@dataclass(frozen=True, slots=True)
class ListedEvent:
    """An event in a list. `heats` is how many take part, and `tables` how many they expect together. Times are shown
    in `zone`, the organiser's.
    """

    event: Event
    heats: int = 0
    tables: int = 0

    @property
    def zone(self) -> ZoneInfo:
        return organiser_zone(self.event)

    @property
    def clock(self) -> str:
        return clock_of(self.zone)

    @property
    def address(self) -> str:
        """The address at which everybody reads the event, once it is announced."""
        return event_address(self.event)

    @property
    def mark(self) -> str:
        """A class of `.state`."""
        if self.event.is_open():
            return "play"
        return "done" if self.event.status in (EventStatus.PUBLISHED, EventStatus.CANCELLED) else "wait"

    @property
    def game(self) -> list[str]:
        return game_words(self.event)

    @property
    def method(self) -> str:
        """How boards are scored, such as "Match points"."""
        return CHOICES["method"][event_settings(self.event).method]

    @property
    def strata(self) -> tuple[str, ...]:
        return event_settings(self.event).strata

    @property
    def words(self) -> str:
        """How far the event is, in a few words."""
        if self.event.status != EventStatus.ANNOUNCED:
            return str(self.event.get_status_display())
        if self.event.is_closed():
            return "Played, not published yet"
        return "Being played" if self.event.is_open() else "Announced"


def game_words(event: Event) -> list[str]:
    """Return a sentence for each option of the event's game that is not the usual one."""
    return unusual(SOLO_OPTIONS, event.options, usual(rules_for(SESSION_GAME).options))


def event_address(event: Event) -> str:
    """Return the address at which everybody reads the event."""
    return f"/events/{event.public_id}/"


def organiser_zone(event: Event) -> ZoneInfo:
    """Return the organiser's time zone, or the site's for an event of another server."""
    return zone_of(event.club) if event.club is not None else zone_named("")


def events_of_club(club: Club) -> dict[str, Any]:
    """Return everything about events that the club's directors may want to see: events that it organises, its own
    heats, invitations, events that it may join, and past events. `empty` is true if there is nothing.
    """
    own = _rows(Event.objects.filter(club=club))
    heats = Heat.objects.filter(club=club, status__in=STILL_THERE, event__status=EventStatus.ANNOUNCED)
    heats = heats.select_related("event__club", "session").order_by("event__window_opens", "planned_at", "pk")
    taken = [heat for heat in heats if can_be_shown(heat.event) and heat.status != HeatStatus.INVITED]
    over = _of_club(club, status__in=(EventStatus.PUBLISHED, EventStatus.CANCELLED))
    found: dict[str, Any] = {
        "organised": [row for row in own if row.event.status in (EventStatus.DRAFT, EventStatus.ANNOUNCED)],
        "entered": heat_rows(taken),
        "invitations": invitations_of(club),
        "joinable": _rows(_joinable(club).exclude(pk__in=[heat.event_id for heat in heats])),
        "past": _rows(over[:MAX_PAST_EVENTS]),
    }
    return {**found, "empty": not any(found.values())}


def invitations_of(club: Club) -> list[Heat]:
    """Return the club's invitations that wait for an answer, to events whose window has not closed."""
    rows = Heat.objects.filter(club=club, status=HeatStatus.INVITED, event__status=EventStatus.ANNOUNCED)
    rows = rows.filter(event__window_closes__gt=timezone.now())
    rows = rows.select_related("event__club").order_by("event__window_opens", "pk")
    return [heat for heat in rows if can_be_shown(heat.event)]


def events_listed() -> tuple[list[ListedEvent], list[ListedEvent]]:
    """Return the announced events of this site that are still to be published, and the latest that are published."""
    announced = Event.objects.filter(status=EventStatus.ANNOUNCED).order_by("window_opens", "pk")
    published = Event.objects.filter(status=EventStatus.PUBLISHED)
    return _rows(announced), _rows(published[:MAX_PAST_EVENTS])


def organiser_page(event: Event) -> dict[str, Any]:
    """Return an event for its organiser. `asking` are the heats that wait for an answer, `awaited` those that the event
    waits for, and `unconfirmed` those that have begun and are not confirmed. `number_open` is true if the public number
    was typed and can still be corrected, and `may_publish` if the ranking, or corrections of it, can be published.
    """
    rows = heat_rows(event.heats.select_related("session", "club"))
    alike = alike_names(event, [row.heat for row in rows])
    rows = [replace(row, alike=alike.get(row.heat.pk, "")) for row in rows]
    begun = [row for row in rows if row.heat.counts and row.heat.released_at]
    typed = event.status == EventStatus.ANNOUNCED and event.public_number
    return {
        "row": _row_of(event),
        "heats": [row for row in rows if row.heat.status != HeatStatus.ASKED],
        "asking": [row for row in rows if row.heat.status == HeatStatus.ASKED],
        "unconfirmed": [row for row in begun if not row.heat.confirmed_at],
        "confirmed": sum(row.heat.counts and row.heat.confirmed_at is not None for row in rows),
        "log": event.log.select_related("heat")[:MAX_LOG_LINES],
        "number_open": typed and not has_given_cards(event),
        "awaited": heats_awaited(event),
        "may_publish": event.is_closed() and event.status in (EventStatus.ANNOUNCED, EventStatus.PUBLISHED),
    }


def event_organised(club: Club, public_id: str) -> Event:
    """Return an event that the club organises. Raise Http404 if there is no such event."""
    found = Event.objects.filter(club=club, public_id=public_id).select_related("club").first()
    return found_or_404(found, "No such event")


def heat_organised(club: Club, public_id: str, heat_id: str) -> Heat:
    """Return a heat of an event that the club organises. Raise Http404 if there is no such heat."""
    found = Heat.objects.filter(event__club=club, event__public_id=public_id, public_id=heat_id)
    return found_or_404(found.select_related("event", "session", "club").first(), "No such heat")


def take_part_page(club: Club, event: Event) -> dict[str, Any]:
    """Return an announced event for a club that takes part or may do so. `heats` are the club's own, and `invited` its
    open invitation. `asks` is true if the organiser has to answer before the club takes part with another heat, and
    `by_invitation` if the club cannot join without an invitation, and has none.
    """
    heats = list(event.heats.filter(club=club).select_related("session"))
    invited = next((heat for heat in heats if heat.status == HeatStatus.INVITED), None)
    known = invited is not None or club.pk == event.club_id or any(heat.counts for heat in heats)
    by_invitation = event.joining == EventJoining.INVITATION and not known
    there = event.status == EventStatus.ANNOUNCED and not event.is_closed()
    return {
        "row": _row_of(event),
        "heats": heat_rows(heat for heat in heats if heat is not invited and heat.status != HeatStatus.LEFT),
        "invited": invited,
        "by_invitation": by_invitation,
        "asks": event.joining == EventJoining.APPROVAL and not known,
        "may_join": there and not event.is_remote and not by_invitation,
    }


def event_to_join(public_id: str) -> Event:
    """Return an announced event, which any club may read. Raise Http404 if there is no such event."""
    # A draft that was cancelled never was announced.
    public = Event.objects.exclude(status=EventStatus.DRAFT).exclude(commitment="")
    found = public.filter(public_id=public_id).select_related("club").first()
    return found_or_404(found if found is not None and can_be_shown(found) else None, "No such event")


def heat_of_club(club: Club, public_id: str, heat_id: str) -> Heat:
    """Return a club's own heat of an event. Raise Http404 if there is no such heat."""
    found = Heat.objects.filter(club=club, event__public_id=public_id, public_id=heat_id)
    return found_or_404(found.select_related("event__club", "session", "club").first(), "No such heat")


def clubs_to_invite(event: Event) -> QuerySet[Club]:
    """Return the clubs of this server that the organiser can invite, by name."""
    there = event.heats.filter(status__in=STILL_THERE, club__isnull=False).values("club")
    return all_clubs().exclude(events_organised=event).exclude(pk__in=there)


def front_page_events_of(club: Club) -> list[FrontPageEvent]:
    """Return the coming and running events in which a club takes part or which it organises, with its next heat."""
    ahead = _of_club(club, status=EventStatus.ANNOUNCED, window_closes__gt=timezone.now()).select_related("club")
    heats = Heat.objects.filter(event__in=ahead, club=club, status=HeatStatus.ACCEPTED)
    first = {heat.event_id: heat.planned_at for heat in heats.order_by("-planned_at", "-pk")}
    return [
        FrontPageEvent(
            name=event.name,
            address=event_address(event),
            organiser=event.organiser_name,
            opens=event.window_opens,
            closes=event.window_closes,
            planned_at=first.get(event.pk),
            playing=event.is_open(),
            zone=zone_of(club),
        )
        for event in ahead.order_by("window_opens", "pk")
        if can_be_shown(event)
    ]


def _of_club(club: Club, **wanted: Any) -> QuerySet[Event]:
    """Return the events of such a kind that the club organises or takes part in."""
    mine = Q(club=club) | Q(heats__club=club, heats__status=HeatStatus.ACCEPTED)
    return Event.objects.filter(pk__in=Event.objects.filter(mine, **wanted).values("pk"))


def _joinable(club: Club) -> QuerySet[Event]:
    events = Event.objects.filter(status=EventStatus.ANNOUNCED, window_closes__gt=timezone.now(), hub="")
    events = events.exclude(joining=EventJoining.INVITATION).exclude(club=club)
    return events.order_by("window_opens", "pk")


def _rows(events: QuerySet[Event]) -> list[ListedEvent]:
    counts = Q(heats__status=HeatStatus.ACCEPTED)
    found = events.select_related("club").annotate(
        n_heats=Count("heats", filter=counts), n_tables=Sum("heats__tables", filter=counts)
    )
    return [_listed(event, event.n_heats, event.n_tables or 0) for event in found if can_be_shown(event)]


def _listed(event: Event, heats: int, tables: int) -> ListedEvent:
    if not event.is_remote or event.status == EventStatus.PUBLISHED:
        return ListedEvent(event, heats, tables)
    # The heats of other servers are not here yet, and nobody tells their tables.
    return ListedEvent(event, event_standing(event).heats or 0)


def _row_of(event: Event) -> ListedEvent:
    return found_or_404(next(iter(_rows(Event.objects.filter(pk=event.pk))), None), "No event that can be shown")
