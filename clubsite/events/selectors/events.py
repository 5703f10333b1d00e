"""Lists of events, and the pages of an organiser and of a participating club. They raise Http404 for strangers."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery, Sum
from django.utils import timezone

from clubsite.clubs.models import Club
from clubsite.clubs.selectors import all_clubs
from clubsite.core.responses import found_or_404
from clubsite.events.models import STILL_THERE, Event, EventJoining, EventStatus, Heat, HeatStatus
from clubsite.events.selectors.event_facts import HAS_CARDS, event_standing, heat_rows, heats_awaited
from clubsite.nights.models.sessions import SESSION_GAME
from clubsite.play.game_options import SOLO_OPTIONS, unusual
from games.options import usual
from games.registry import rules_for
from scoring.settings import CHOICES

MAX_PAST_EVENTS, MAX_LOG_LINES = 20, 100


def game_words(event: Event) -> list[str]:
    """Return a sentence for each option of the event's game that differs from the usual one."""
    return unusual(SOLO_OPTIONS, event.options, usual(rules_for(SESSION_GAME).options))


def events_of_club(club: Club) -> dict[str, Any]:
    """Return the events that the club organises, its heats, invitations, events it may join, and past events."""
    own = _shown(Event.objects.filter(club=club))
    heats = Heat.objects.filter(club=club, status__in=STILL_THERE, event__status=EventStatus.ANNOUNCED)
    heats = heats.select_related("event__club", "session").order_by("event__window_opens", "planned_at", "pk")
    taken = [heat for heat in heats if heat.status != HeatStatus.INVITED]
    joinable = Event.objects.filter(status=EventStatus.ANNOUNCED, window_closes__gt=timezone.now(), hub="")
    joinable = joinable.exclude(joining=EventJoining.INVITATION).exclude(club=club)
    over = _of_club(club, status__in=(EventStatus.PUBLISHED, EventStatus.CANCELLED))
    groups: dict[str, Any] = {
        "organised": [event for event in own if event.status in (EventStatus.DRAFT, EventStatus.ANNOUNCED)],
        "entered": heat_rows(taken),
        "invitations": invitations_of(club),
        "joinable": _shown(joinable.exclude(pk__in=[heat.event_id for heat in heats]).order_by("window_opens", "pk")),
        "past": _shown(over[:MAX_PAST_EVENTS]),
    }
    return {**groups, "empty": not any(groups.values())}


def invitations_of(club: Club) -> list[Heat]:
    """Return the club's unanswered invitations to events whose window has not closed."""
    rows = Heat.objects.filter(club=club, status=HeatStatus.INVITED, event__status=EventStatus.ANNOUNCED)
    rows = rows.filter(event__window_closes__gt=timezone.now())
    return list(rows.select_related("event__club").order_by("event__window_opens", "pk"))


def events_listed() -> tuple[Sequence[Event], Sequence[Event]]:
    """Return this site's announced events that are not published yet, and the most recently published ones."""
    announced = Event.objects.filter(status=EventStatus.ANNOUNCED).order_by("window_opens", "pk")
    published = Event.objects.filter(status=EventStatus.PUBLISHED)
    return _shown(announced), _shown(published[:MAX_PAST_EVENTS])


def organiser_page(event: Event) -> dict[str, Any]:
    """Return an event for its organiser. `asking` are the heats that wait for an answer, `awaited` those that the event
    waits for, and `unconfirmed` those that have begun. `number_open`: the public number can still be corrected.
    """
    rows = heat_rows(event.heats.select_related("session", "club"))
    begun = [row for row in rows if row.heat.counts and row.heat.released_at]
    typed = event.status == EventStatus.ANNOUNCED and event.public_number
    return {
        **_announced_facts(event),
        "heats": [row for row in rows if row.heat.status != HeatStatus.ASKED],
        "asking": [row for row in rows if row.heat.status == HeatStatus.ASKED],
        "unconfirmed": [row for row in begun if not row.heat.confirmed_at],
        "confirmed": sum(row.heat.counts and row.heat.confirmed_at is not None for row in rows),
        "log": event.log.all()[:MAX_LOG_LINES],
        "number_open": typed and not event.heats.filter(HAS_CARDS).exists(),
        "awaited": heats_awaited(event),
        "may_publish": event.is_closed() and event.status in (EventStatus.ANNOUNCED, EventStatus.PUBLISHED),
    }


def event_organised(club: Club, public_id: str) -> Event:
    """Return an event that the club organises. Raise Http404 if there is no such event."""
    event = Event.objects.filter(club=club, public_id=public_id).select_related("club").first()
    return found_or_404(event, "No such event")


def heat_organised(club: Club, public_id: str, heat_id: str) -> Heat:
    """Return a heat of an event that the club organises. Raise Http404 if there is no such heat."""
    heats = Heat.objects.filter(event__club=club, event__public_id=public_id, public_id=heat_id)
    return found_or_404(heats.select_related("event", "session", "club").first(), "No such heat")


def take_part_page(club: Club, event: Event) -> dict[str, Any]:
    """Return an announced event for a club. `asks` means that the organiser has to accept another heat first."""
    heats = list(event.heats.filter(club=club).select_related("session"))
    invited = next((heat for heat in heats if heat.status == HeatStatus.INVITED), None)
    status = joining_status(event, club, heats)
    there = event.status == EventStatus.ANNOUNCED and not event.is_closed()
    return {
        **_announced_facts(event),
        "heats": heat_rows(heat for heat in heats if heat is not invited and heat.status != HeatStatus.LEFT),
        "invited": invited,
        "by_invitation": status is None,
        "asks": status == HeatStatus.ASKED,
        "may_join": there and not event.is_remote and status is not None,
    }


def joining_status(event: Event, club: Club, heats: Iterable[Heat]) -> HeatStatus | None:
    """Return the status that a club's next heat besides `heats` gets, or None if it needs an invitation."""
    known = any(heat.status in (HeatStatus.INVITED, HeatStatus.ACCEPTED) for heat in heats)
    if known or club.pk == event.club_id or event.joining == EventJoining.OPEN:
        return HeatStatus.ACCEPTED
    return HeatStatus.ASKED if event.joining == EventJoining.APPROVAL else None


def clubs_to_invite(event: Event) -> QuerySet[Club]:
    """Return the clubs on this server that the organiser can invite, by name."""
    there = event.heats.filter(status__in=STILL_THERE, club__isnull=False).values("club")
    return all_clubs().exclude(events_organised=event).exclude(pk__in=there)


def front_page_events_of(club: Club) -> Sequence[Event]:
    """Return a club's coming and running events. `planned_at` is the start of the club's own next heat, or None."""
    ahead = _of_club(club, status=EventStatus.ANNOUNCED, window_closes__gt=timezone.now()).select_related("club")
    heats = Heat.objects.filter(event=OuterRef("pk"), club=club, status=HeatStatus.ACCEPTED)
    first = heats.order_by(F("planned_at").asc(nulls_last=True), "pk").values("planned_at")[:1]
    return list(ahead.annotate(planned_at=Subquery(first)).order_by("window_opens", "pk"))


def _of_club(club: Club, **wanted: Any) -> QuerySet[Event]:
    """Return the events filtered by `wanted` that the club organises or in which it takes part."""
    mine = Q(club=club) | Q(heats__club=club, heats__status=HeatStatus.ACCEPTED)
    return Event.objects.filter(pk__in=Event.objects.filter(mine, **wanted).values("pk"))


def _shown(events: QuerySet[Event]) -> Sequence[Event]:
    """Return the events, each with `n_heats` that take part and `n_tables` that they expect in total. For another
    server's event, these are as its hub said last, because nobody tells the tables of its other heats.
    """
    counts = Q(heats__status=HeatStatus.ACCEPTED)
    n_heats, n_tables = Count("heats", filter=counts), Sum("heats__tables", filter=counts)
    rows = list(events.select_related("club").annotate(n_heats=n_heats, n_tables=n_tables))
    for event in rows:
        if event.is_remote and event.status != EventStatus.PUBLISHED:
            event.n_heats, event.n_tables = event_standing(event).heats or 0, None
    return rows


def _announced_facts(event: Event) -> dict[str, Any]:
    """Return the event for its own page, with the facts that it announces."""
    (row,), settings = _shown(Event.objects.filter(pk=event.pk)), event.scoring_settings
    method = CHOICES["method"][settings.method]
    return {"event": row, "game": game_words(event), "method": method, "strata": settings.strata}
