"""A club that is erased here: events that it organised or took part in, of which other clubs need the results."""

from typing import Any

from django.apps import apps
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from clubsite.clubs.models import Club
from clubsite.core.row_locks import deletion_lock
from clubsite.events.heat_state import stored_state
from clubsite.events.models import STILL_THERE, Event, EventAction, EventLogLine, EventPublication, EventStatus, HubHeat
from clubsite.events.models.heats import EventEntrant, EventLine, EventPerson, Heat, HeatStatus
from clubsite.events.selectors.both_servers import is_untold
from clubsite.events.selectors.event_facts import correctable_until
from clubsite.events.services.event_requests import event_log_add

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
    others = Heat.objects.filter(event=OuterRef("pk")).exclude(club=club)
    needed = Exists(others.filter(Q(event__hub="") | Q(club__isnull=False)))
    alone = Event.objects.filter(~needed, Q(club=club) | Q(club=None, heats__club=club)).distinct()
    events, deleted = list(alone.values_list("pk", flat=True)), 0
    deletion_lock(Event.objects.filter(pk__in=events))
    deletion_lock(EventEntrant.every.filter(heat__event__in=events))
    ways = {"event": "event__in", "heat": "heat__event__in", "entrant": "entrant__heat__event__in"}
    for model in reversed([*apps.get_app_config("events").get_models()]):  # they come after those that they refer to
        columns = {column.name for column in model._meta.fields}
        way = next((way for column, way in ways.items() if column in columns), "pk__in")
        rows: Any = model._base_manager.filter(**{way: events})
        deleted += rows._raw_delete(rows.db) or 0
    Event.objects.filter(club=club).update(club=None, organiser=club.name)
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
