"""Lists of events, and the pages of an organiser and of a club that takes part. They raise Http404 for strangers."""

from dataclasses import dataclass, field, replace
from zoneinfo import ZoneInfo

from django.db.models import Count, Q, QuerySet, Sum
from django.utils import timezone

from clubsite.clubs.models import Club
from clubsite.clubs.selectors import all_clubs
from clubsite.clubs.time_zones import clock_of, zone_named, zone_of
from clubsite.core.not_found import found_or_404
from clubsite.duplicate.services.tables import SESSION_GAME
from clubsite.events.models import (
    STILL_THERE,
    Event,
    EventJoining,
    EventLogLine,
    EventStatus,
    Heat,
    HeatStatus,
)
from clubsite.events.selectors.awaited_heats import AwaitedHeat, heats_awaited
from clubsite.events.selectors.event_ends import can_be_shown, has_given_cards
from clubsite.events.selectors.event_standing import event_standing
from clubsite.events.selectors.heat_states import HeatRow, heat_rows
from clubsite.events.selectors.hub_heats import alike_names
from clubsite.play.game_options import SOLO_OPTIONS, unusual
from games.options import usual
from games.registry import rules_for
from scoring.settings import CHOICES, ScoringSettings

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
        """A sentence for each option of the game that is not the usual one."""
        return unusual(SOLO_OPTIONS, self.event.options, usual(rules_for(SESSION_GAME).options))

    @property
    def method(self) -> str:
        """How boards are scored, such as "Match points"."""
        return CHOICES["method"][self._settings.method]

    @property
    def strata(self) -> tuple[str, ...]:
        return self._settings.strata

    @property
    def _settings(self) -> ScoringSettings:
        return ScoringSettings.from_json(self.event.scoring)

    @property
    def words(self) -> str:
        """How far the event is, in a few words."""
        if self.event.status != EventStatus.ANNOUNCED:
            return str(self.event.get_status_display())
        if self.event.is_closed():
            return "Played, not published yet"
        return "Being played" if self.event.is_open() else "Announced"


@dataclass(frozen=True, slots=True)
class ClubEvents:
    """A club's events: those that it organises, its own heats, invitations, events it may join, and past events."""

    organised: list[ListedEvent]
    entered: list[HeatRow]
    invitations: list[Heat]
    joinable: list[ListedEvent]
    past: list[ListedEvent]

    @property
    def empty(self) -> bool:
        return not (self.organised or self.entered or self.invitations or self.joinable or self.past)


@dataclass(frozen=True, slots=True)
class OrganiserPage:
    """An event for its organiser. `asking` are the heats that wait for an answer."""

    row: ListedEvent
    heats: list[HeatRow]
    asking: list[HeatRow]
    log: list[EventLogLine]
    number_open: bool
    """True if the public number was typed and can still be corrected: no heat has its cards yet."""
    awaited: list[AwaitedHeat]
    """The heats that the event waits for, once its window has closed."""

    @property
    def unconfirmed(self) -> list[HeatRow]:
        """The heats that have begun and are not confirmed."""
        return [row for row in self.heats if row.heat.counts and row.heat.released_at and not row.heat.confirmed_at]

    @property
    def confirmed(self) -> int:
        """How many heats that take part are confirmed."""
        return sum(row.heat.counts and row.heat.confirmed_at is not None for row in self.heats)

    @property
    def may_publish(self) -> bool:
        """True if the ranking can be published, for the first time or with corrections."""
        event = self.row.event
        return event.is_closed() and event.status in (EventStatus.ANNOUNCED, EventStatus.PUBLISHED)


@dataclass(frozen=True, slots=True)
class TakePartPage:
    """An event for a club that may take part. `heats` are the club's own, and `invited` its open invitation. `own` is
    true if the club organises the event.
    """

    row: ListedEvent
    own: bool
    heats: list[HeatRow] = field(default_factory=list)
    invited: Heat | None = None

    @property
    def by_invitation(self) -> bool:
        """True if the club cannot join without an invitation, and has none."""
        known = self.invited or self._accepted or self.own
        return self.row.event.joining == EventJoining.INVITATION and not known

    @property
    def _accepted(self) -> bool:
        return any(row.heat.status == HeatStatus.ACCEPTED for row in self.heats)

    @property
    def asks(self) -> bool:
        """True if the organiser has to answer before the club takes part with another heat."""
        known = self.invited or self._accepted
        return self.row.event.joining == EventJoining.APPROVAL and not known and not self.own

    @property
    def may_join(self) -> bool:
        """True if the club can take part, or ask to."""
        event = self.row.event
        there = event.status == EventStatus.ANNOUNCED and not event.is_closed()
        return there and not event.is_remote and not self.by_invitation


def event_address(event: Event) -> str:
    """Return the address at which everybody reads the event."""
    return f"/events/{event.public_id}/"


def organiser_zone(event: Event) -> ZoneInfo:
    """Return the organiser's time zone, or the site's for an event of another server."""
    return zone_of(event.club) if event.club is not None else zone_named("")


def events_of_club(club: Club) -> ClubEvents:
    """Return everything about events that the club's directors may want to see."""
    own = _rows(Event.objects.filter(club=club))
    heats = Heat.objects.filter(club=club, status__in=STILL_THERE, event__status=EventStatus.ANNOUNCED)
    heats = heats.select_related("event__club", "session").order_by("event__window_opens", "planned_at", "pk")
    shown = [heat for heat in heats if can_be_shown(heat.event)]
    taken = [heat for heat in shown if heat.status != HeatStatus.INVITED]
    return ClubEvents(
        organised=[row for row in own if row.event.status in (EventStatus.DRAFT, EventStatus.ANNOUNCED)],
        entered=heat_rows(taken),
        invitations=invitations_of(club),
        joinable=_rows(_joinable(club).exclude(pk__in=[heat.event_id for heat in heats])),
        past=_past(club),
    )


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


def organiser_page(club: Club, public_id: str) -> OrganiserPage:
    """Return an event that the club organises. Raise Http404 if there is no such event."""
    event = event_organised(club, public_id)
    rows = heat_rows(event.heats.select_related("session", "club"))
    alike = alike_names(event, [row.heat for row in rows])
    rows = [replace(row, alike=alike.get(row.heat.pk, "")) for row in rows]
    return OrganiserPage(
        row=_row_of(event),
        heats=[row for row in rows if row.heat.status != HeatStatus.ASKED],
        asking=[row for row in rows if row.heat.status == HeatStatus.ASKED],
        log=list(event.log.select_related("heat")[:MAX_LOG_LINES]),
        number_open=bool(event.status == EventStatus.ANNOUNCED and event.public_number) and not has_given_cards(event),
        awaited=heats_awaited(event),
    )


def event_organised(club: Club, public_id: str) -> Event:
    """Return an event that the club organises. Raise Http404 if there is no such event."""
    found = Event.objects.filter(club=club, public_id=public_id).select_related("club").first()
    return found_or_404(found, "No such event")


def heat_organised(club: Club, public_id: str, heat_id: str) -> Heat:
    """Return a heat of an event that the club organises. Raise Http404 if there is no such heat."""
    found = Heat.objects.filter(event__club=club, event__public_id=public_id, public_id=heat_id)
    return found_or_404(found.select_related("event", "session", "club").first(), "No such heat")


def take_part_page(club: Club, public_id: str) -> TakePartPage:
    """Return an announced event for a club that takes part or may do so. Raise Http404 if nobody may see it yet."""
    event = event_to_join(public_id)
    heats = list(event.heats.filter(club=club).select_related("session"))
    invited = next((heat for heat in heats if heat.status == HeatStatus.INVITED), None)
    shown = [heat for heat in heats if heat is not invited and heat.status != HeatStatus.LEFT]
    return TakePartPage(_row_of(event), club.pk == event.club_id, heat_rows(shown), invited)


def event_to_join(public_id: str) -> Event:
    """Return an announced event, which any club may read. Raise Http404 if there is no such event."""
    found = _public().filter(public_id=public_id).select_related("club").first()
    return found_or_404(found if found is not None and can_be_shown(found) else None, "No such event")


def heat_of_club(club: Club, public_id: str, heat_id: str) -> Heat:
    """Return a club's own heat of an event. Raise Http404 if there is no such heat."""
    found = Heat.objects.filter(club=club, event__public_id=public_id, public_id=heat_id)
    return found_or_404(found.select_related("event__club", "session", "club").first(), "No such heat")


def clubs_to_invite(event: Event) -> QuerySet[Club]:
    """Return the clubs of this server that the organiser can invite, by name."""
    there = event.heats.filter(status__in=STILL_THERE, club__isnull=False).values("club")
    return all_clubs().exclude(events_organised=event).exclude(pk__in=there)


def events_ahead(club: Club) -> list[tuple[ListedEvent, Heat | None]]:
    """Return the coming and running events in which a club takes part or which it organises, with its next heat."""
    coming = Event.objects.filter(
        Q(club=club) | Q(heats__club=club, heats__status=HeatStatus.ACCEPTED),
        status=EventStatus.ANNOUNCED,
        window_closes__gt=timezone.now(),
    )
    rows = _rows(Event.objects.filter(pk__in=coming.values("pk")).order_by("window_opens", "pk"))
    heats = Heat.objects.filter(event__in=[row.event for row in rows], club=club, status=HeatStatus.ACCEPTED)
    first: dict[int, Heat] = {}
    for heat in heats.order_by("planned_at", "pk"):
        first.setdefault(heat.event_id, heat)
    return [(row, first.get(row.event.pk)) for row in rows]


def _public() -> QuerySet[Event]:
    """Return the events that everybody may read. A draft that was cancelled never was announced."""
    return Event.objects.exclude(status=EventStatus.DRAFT).exclude(commitment="")


def _joinable(club: Club) -> QuerySet[Event]:
    events = Event.objects.filter(status=EventStatus.ANNOUNCED, window_closes__gt=timezone.now(), hub="")
    events = events.exclude(joining=EventJoining.INVITATION).exclude(club=club)
    return events.order_by("window_opens", "pk")


def _past(club: Club) -> list[ListedEvent]:
    mine = Q(club=club) | Q(heats__club=club, heats__status=HeatStatus.ACCEPTED)
    over = Event.objects.filter(mine, status__in=(EventStatus.PUBLISHED, EventStatus.CANCELLED))
    return _rows(Event.objects.filter(pk__in=over.values("pk"))[:MAX_PAST_EVENTS])


def _rows(events: QuerySet[Event]) -> list[ListedEvent]:
    counts = Q(heats__status=HeatStatus.ACCEPTED)
    found = events.select_related("club").annotate(
        n_heats=Count("heats", filter=counts), n_tables=Sum("heats__tables", filter=counts)
    )
    return [_listed(event, event.n_heats, event.n_tables or 0) for event in found if can_be_shown(event)]


def _listed(event: Event, heats: int, tables: int) -> ListedEvent:
    if not event.is_remote or event.status == EventStatus.PUBLISHED:
        return ListedEvent(event, heats, tables)
    there = event_standing(event).heats  # the heats of other servers are not here yet, and nobody tells their tables
    return ListedEvent(event, there.heats if there is not None else 0)


def _row_of(event: Event) -> ListedEvent:
    return found_or_404(next(iter(_rows(Event.objects.filter(pk=event.pk))), None), "No event that can be shown")
