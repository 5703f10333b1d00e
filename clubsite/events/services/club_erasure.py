"""A club that is erased here: events that it organised or took part in, of which other clubs need the results."""

from collections.abc import Iterator

from django.db.models import Q, QuerySet
from django.utils import timezone

from clubsite.clubs.models import Club
from clubsite.core.row_locks import deletion_lock
from clubsite.events.heat_state import stored_state
from clubsite.events.models import (
    Event,
    EventAction,
    EventBoard,
    EventBookletPage,
    EventEntrant,
    EventLine,
    EventLogLine,
    EventPerson,
    EventPlace,
    EventPublication,
    EventScoring,
    EventStatus,
    Heat,
    HeatAccess,
    HeatInvitation,
    HeatStatus,
    HubHeat,
    KeptState,
)
from clubsite.events.selectors.event_payload import correctable_until
from clubsite.events.services.at_hub_telling import is_untold
from clubsite.events.services.event_log import event_log_add
from clubsite.events.services.heats import STILL_THERE

OF_EVENTS = (EventPlace, EventLogLine, EventPublication, EventScoring, EventBoard, EventBookletPage)
GUARDED_TABLES = (EventLogLine._meta.db_table, EventPublication._meta.db_table)
"""Append-only tables. Their guards are off while `club_let_go` deletes the events that no other club needs."""
STILL_ORGANISES = (
    "The club organises “{}”, which other clubs rely on until it is over. Publish it and wait for the end of the "
    "correction period, or cancel it while that is possible. Nothing was changed."
)
STILL_SENDS = (
    "The organiser of “{}” does not have all results of the club’s heat yet. Wait until they are sent, or take them "
    "there as a file. Nothing was changed."
)


def club_erasure_refusal(club: Club) -> str:
    """Return why a club cannot be erased yet, or "" if it can: other servers or clubs still need it for an event."""
    for heat in Heat.objects.filter(club=club, at_hub__isnull=False).select_related("event", "at_hub"):
        if is_untold(heat, stored_state(heat)):
            return STILL_SENDS.format(heat.event)
    for event in Event.objects.filter(club=club, status__in=(EventStatus.ANNOUNCED, EventStatus.PUBLISHED)):
        end = correctable_until(event) if event.status == EventStatus.PUBLISHED else None
        if (end is None or end > timezone.now()) and event.heats.exclude(club=club).exists():
            return STILL_ORGANISES.format(event)
    return ""


def club_let_go(*, club: Club) -> int:
    """Part events from a club that is being erased. Return how many rows were deleted.

    An event in which no other club takes part is deleted, and so is an event of another server in which no other club
    of this one does. In all others the club's heats keep its name, lines and places, and lose their players. Runs in
    the caller's transaction, with the guards off `GUARDED_TABLES`, before the club's own rows are deleted.
    """
    deleted = _events_delete(list(_events_of_nobody_else(club)))
    for event in Event.objects.filter(club=club):
        event.club, event.organiser = None, club.name
        event.save(update_fields=["club", "organiser"])
    heats = Heat.objects.filter(club=club)
    HubHeat.objects.filter(heat__in=heats).delete()
    for heat in heats.filter(status__in=STILL_THERE, released_at=None).select_related("event"):
        Heat.objects.filter(pk=heat.pk).update(status=HeatStatus.LEFT)
        event_log_add(heat.event, EventAction.LEFT, heat.club_name, heat=heat)
    EventPerson.objects.filter(entrant__heat__in=heats).update(key="", person=None, name="")
    EventEntrant.every.filter(heat__in=heats).update(contestant=None, name="")
    EventLine.every.filter(heat__in=heats).update(table_board=None)
    heats.update(club=None, session=None, dealer=None, results_file="")
    return deleted


def _events_of_nobody_else(club: Club) -> Iterator[int]:
    """Yield the keys of the club's events in which no other club takes part, and of other servers' events in which no
    other club of this one does.
    """
    for event in Event.objects.filter(Q(club=club) | Q(club=None, heats__club=club)).distinct():
        others = event.heats.exclude(club=club)
        if not (others.filter(club__isnull=False) if event.is_remote else others).exists():
            yield event.pk


def _events_delete(events: list[int]) -> int:
    """Delete these events with everything of them. The order does not matter: keys are checked at the end."""
    of_heats = Q(heat__event__in=events)
    deletion_lock(Event.objects.filter(pk__in=events))
    deletion_lock(EventEntrant.every.filter(of_heats))
    rows: list[QuerySet] = [
        EventPerson.objects.filter(entrant__heat__event__in=events),
        EventLine.every.filter(of_heats),
        EventEntrant.every.filter(of_heats),
        *(model._base_manager.filter(event__in=events) for model in OF_EVENTS),
        *(model._base_manager.filter(of_heats) for model in (HeatInvitation, HeatAccess, KeptState, HubHeat)),
        Heat.objects.filter(event__in=events),
        Event.objects.filter(pk__in=events),
    ]
    return sum(found._raw_delete(found.db) or 0 for found in rows)
