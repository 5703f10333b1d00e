"""Setting up, announcing, changing and cancelling an event, and publishing its ranking and corrections."""

import secrets
from datetime import UTC, datetime
from fractions import Fraction
from itertools import groupby
from typing import Any

from django.apps import apps
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.clubs.models import Club
from clubsite.clubs.services import club_locked
from clubsite.core.refused import Refused
from clubsite.core.row_locks import deletion_lock
from clubsite.core.sealed_fields import KeyMissing, Sealed
from clubsite.core.tokens import idempotent_public_id
from clubsite.events.heat_state import stored_state
from clubsite.events.models import (
    STILL_THERE,
    Event,
    EventAction,
    EventEntrant,
    EventLine,
    EventLogLine,
    EventPerson,
    EventPublication,
    EventStatus,
    Heat,
    HeatStatus,
    HubHeat,
)
from clubsite.events.models.rankings import PUBLISHED_LINE, EventScoring
from clubsite.events.selectors.both_servers import is_untold
from clubsite.events.selectors.event_facts import HAS_CARDS, correctable_until, heats_counting, tables_of_heats
from clubsite.events.selectors.event_field import may_still_be_played
from clubsite.events.selectors.event_reader import LIST_COLUMNS, PLACE_COLUMNS
from clubsite.events.selectors.event_rules import event_change_check, event_facts_check, event_facts_of
from clubsite.events.services.event_requests import boards_shut, event_locked, event_log_add, event_scoring_ask, row_set
from clubsite.events.services.scoring import booklet_ask, event_score
from clubsite.rankings.digests import digest_of
from clubsite.rankings.payload import text_of
from games.event_seed import numbers_read, secret_commitment
from scoring.event import EventRow
from scoring.masterpoints import SCHEMES, masterpoints


def event_create(*, club: Club, user: User, idempotency_key: str = "", **facts: Any) -> Event:
    """Create an event, once per `idempotency_key`. `facts` are columns. Raise Refused with the fields at fault."""
    event_facts_check(event_facts_of(Event(**facts)))
    public_id = idempotent_public_id(idempotency_key, "event", club.pk, user.pk)
    with transaction.atomic():
        club_locked(club.pk)
        defaults = {"club": club, "created_by": user, **facts}
        event, made = Event.objects.get_or_create(public_id=public_id, defaults=defaults)
        if made:
            event_log_add(event, EventAction.MADE, user=user)
    return event


def event_update(*, event: Event, user: User, **facts: Any) -> Event:
    """Change those facts of an event that can still change, and log this. Raise Refused with the fields at fault."""
    with transaction.atomic():
        event = event_locked(event)
        _refuse_ended(event)
        changed = {name: value for name, value in facts.items() if getattr(event, name) != value}
        if not changed:
            return event
        wanted = event_facts_of(event) | changed
        if event.status != EventStatus.DRAFT:
            event_change_check(event, changed, wanted)
        event_facts_check(wanted, typed=changed)
        for name, value in sorted(changed.items()):
            change_log(event, name, value, user=user)
            setattr(event, name, value)
        event.save(update_fields=list(changed))
        if "window_closes" in changed:
            boards_shut(event=event)
    return event


def change_log(event: Event, name: str, value: Any, *, user: User | None = None) -> None:
    """Log a change to a fact of an event that is about to be made."""
    now, before = (
        f"{fact.astimezone(UTC):%Y-%m-%d %H:%M} UTC" if isinstance(fact, datetime) else str(fact or "none")
        for fact in (value, getattr(event, name))
    )
    event_log_add(event, EventAction.CHANGED, {"fact": name, "now": now, "before": before}, user=user)


def event_announce(*, event: Event, user: User) -> Event:
    """Announce an event: draw its secret and publish the commitment. Raise Refused if it is too late."""
    with transaction.atomic():
        event = event_locked(event)
        if event.status != EventStatus.DRAFT:
            raise Refused("This event has been announced already, or is cancelled.")
        if event.is_closed():
            raise Refused("The window has closed already. Choose a later one.", "window_closes")
        if event.master_points and not event.number_count:
            why = "An event with master points needs a public number, so that nobody can choose the deals."
            raise Refused(why, "number_count")
        if event.number_day is not None and event.number_day <= timezone.localdate():
            raise Refused("The numbers may be known already. Choose a later day than today.", "number_day")
        secret = secrets.token_hex(32)
        commitment, now = secret_commitment(secret), {"status": EventStatus.ANNOUNCED, "announced_at": timezone.now()}
        kept = {"secret": Sealed.of(secret), "commitment": commitment, **now}
        return row_set(event, EventAction.ANNOUNCED, user, commitment, **kept)


def public_number_set(*, event: Event, user: User, text: str) -> Event:
    """Store or correct the public number, until a heat has its cards. Log each change."""
    with transaction.atomic():
        event = event_locked(event)
        if event.status != EventStatus.ANNOUNCED or not event.number_count:
            raise Refused("This event has no public number.", "public_number")
        if event.heats.filter(HAS_CARDS).exists():
            raise Refused("A heat has its cards already, so the number stays as it is.", "public_number")
        try:
            number = numbers_read(text, event.number_count)
        except ValueError as no:
            raise Refused(str(no), "public_number") from no
        if number == event.public_number:
            return event
        about = {"now": number, "before": event.public_number} if event.public_number else number
        kept = {"public_number": number, "public_number_at": timezone.now()}
        return row_set(event, EventAction.NUMBER_TYPED, user, about, **kept)


def event_cancel(*, event: Event, user: User) -> Event:
    """Cancel an event unless it is over. Its boards stay shut while a heat out of sight may still be playing them."""
    with transaction.atomic():
        event = event_locked(event)
        _refuse_ended(event)
        row_set(event, EventAction.CANCELLED, user, status=EventStatus.CANCELLED)
        boards_shut(event=event)
    return event


def _refuse_ended(event: Event) -> None:
    if event.status == EventStatus.CANCELLED:
        raise Refused("This event is cancelled.")
    if event.status == EventStatus.PUBLISHED:
        raise Refused("The ranking of this event is published, so nothing of it can be changed any more.")


def event_publish(*, event: Event, user: User | None) -> EventPublication:
    """Publish an event's ranking as the next version, unless it is the same. Without a user, the clock publishes it.
    Pending scoring is done first, and the secret is shown if nobody may still play a board. Raise Refused while the
    window is open, if no heat counts, or for a change after the correction period.
    """
    while True:
        event_score(event_id=event.pk)
        with transaction.atomic():
            event = event_locked(event)
            _refuse_unready(event)
            scored = EventScoring.objects.select_for_update().filter(event=event, scored_at__gte=event.window_closes)
            if scored.filter(asked=F("done")).first() is None:
                event_scoring_ask(event_id=event.pk)
                continue
            payload = event_payload(event)
            if not payload["lists"]:
                raise Refused("No heat has enough scores to count, so there is nothing to publish.")
            newest = event.publications.last()
            if newest is not None and newest.payload == payload:
                return newest
            corrections_check(event=event)
            version = newest.version + 1 if newest is not None else 1
            publication = EventPublication(event=event, version=version, payload=payload, by_user=user)
            lines = EventLine.objects.filter(heat__in=heats_counting(event)).order_by("heat", "board", "round", "pk")
            publication.lines = [list(line) for line in lines.values_list(*PUBLISHED_LINE)]
            publication.digest = event_digest(publication)
            publication.save()
            event.status = EventStatus.PUBLISHED
            event.save(update_fields=["status"])
            event_log_add(event, EventAction.PUBLISHED, {"version": version}, user=user)
            event_secret_show(event=event, user=user)
            booklet_ask(event_id=event.pk)
            return publication


def _refuse_unready(event: Event) -> None:
    if event.is_remote:
        raise Refused("The organiser of this event publishes it on another server.")
    if event.status == EventStatus.CANCELLED:
        raise Refused("This event is cancelled, so there is no ranking to publish.")
    if event.status == EventStatus.DRAFT:
        raise Refused("Announce the event first.")
    if not event.is_closed():
        end = f"{timezone.localtime(event.window_closes):%-d %B %Y, %H:%M}"
        raise Refused(f"The window is open until {end}. Publish the ranking after that.")


def corrections_check(*, event: Event) -> None:
    """Raise Refused once the correction period is over."""
    until = correctable_until(event)
    if until is not None and until <= timezone.now():
        end = f"{timezone.localtime(until):%-d %B %Y, %H:%M}"
        raise Refused(f"The correction period ended on {end}, so the ranking stays as it was published.")


def event_secret_show(*, event: Event, user: User | None = None) -> None:
    """Show a published event's secret, if nobody may still play one of its boards and a key here decrypts it."""
    with transaction.atomic():
        event = event_locked(event)
        if event.status != EventStatus.PUBLISHED or not event.secret or may_still_be_played(event):
            return
        try:
            event.shown_secret = event.secret.open()
        except KeyMissing:
            return
        event.secret = Sealed()
        event.save(update_fields=["shown_secret", "secret"])
        event_log_add(event, EventAction.SECRET_SHOWN, event.shown_secret, user=user)


def event_payload(event: Event) -> dict[str, Any]:
    """Return the lists of places and the frequencies of each board, with the keys of entrants and without names.
    `tables` has the number of tables of each heat that counts, by heat id. `digests` has those of the heats' states.
    """
    tables, fields = tables_of_heats(event), event.board_fields.order_by("number", "kind")
    heats = event.heats.filter(pk__in=heats_counting(event)).order_by("pk")
    places: Any = event.places.order_by("stratum", "kind", "line", "position").values(*LIST_COLUMNS, *PLACE_COLUMNS)
    lists = []
    for which, group in groupby(places, key=lambda place: {column: place[column] for column in LIST_COLUMNS}):
        rows = [{column: place[column] for column in PLACE_COLUMNS} for place in group]
        if event.master_points and not which["stratum"]:
            results = (row.values() for row in rows)
            placed = [EventRow(entrant, place, Fraction(won), *rest) for entrant, place, won, *rest in results]
            awards = masterpoints(SCHEMES["event"], placed, sum(tables[heat.pk] for heat in heats), event.winners)
            given = {entrant: {"master_points": text_of(award)} for entrant, award in awards.items() if award}
            rows = [row | given.get(row["entrant"], {}) for row in rows]
        lists.append({**which, "rows": rows})
    return {
        "scoring": event.scoring,
        "winners": event.winners,
        "minimum_boards": event.min_boards,
        "tables": {heat.public_id: tables[heat.pk] for heat in heats},
        "digests": {heat.public_id: heat.state_digest for heat in heats},
        "lists": lists,
        "boards": list(fields.values("number", "kind", "top", "results", "frequencies")),
    }


def event_digest(publication: EventPublication) -> str:
    """Return the SHA-256, as 64 hex digits, of a published version: its lists, its boards and its lines. It identifies
    entrants by heat and number, so it stays the same when a name changes or the club moves.
    """
    rows: Any = EventEntrant.every.filter(heat__event=publication.event_id)
    numbers = {pk: at for pk, *at in rows.values_list("pk", "heat__public_id", "label")}
    payload = publication.payload
    lists = [
        [ranking | {"rows": [row | {"entrant": numbers.get(row["entrant"])} for row in ranking["rows"]]}]
        for ranking in payload["lists"]
    ]
    lines = [
        [board, number, table, numbers.get(south), numbers.get(north), *result]
        for _, board, number, table, south, north, *result in publication.lines
    ]
    parts = {"boards": [[{**payload, "lists": []}]], "players": [], "results": lines, "figures": lists}
    return digest_of(publication.event.seal_id, publication.version, parts)


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
    """Return why a club cannot be erased yet, because other servers or clubs need it for an event, or "" if it can."""
    for heat in Heat.objects.filter(club=club, at_hub__isnull=False).select_related("event", "at_hub"):
        if is_untold(heat, stored_state(heat)):
            return STILL_SENDS.format(heat.event)
    for event in Event.objects.filter(club=club, status__in=(EventStatus.ANNOUNCED, EventStatus.PUBLISHED)):
        end = correctable_until(event) if event.status == EventStatus.PUBLISHED else None
        if (end is None or end > timezone.now()) and event.heats.exclude(club=club).exists():
            return STILL_ORGANISES.format(event)
    return ""


def club_let_go(*, club: Club) -> int:
    """Detach events from a club that is being erased. Return how many rows were deleted.

    An event in which no other club takes part is deleted, and so is another server's event in which no other club of
    this server takes part. In all others the club's heats keep its name, lines and places, and lose their players. Runs
    in the caller's transaction, with the guards off `GUARDED_TABLES`, before the club's own rows are deleted.
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
