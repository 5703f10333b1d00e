"""The sweep that keeps the heats of this server and the hubs of their events in agreement, and the job between sweeps.

The rows are the queue: a hub that is down for an hour costs the live ranking only, and the next state has everything.
"""

import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import Max, Q
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.clubs.models import Person
from clubsite.core.other_servers import ServerSilent
from clubsite.core.refused import Refused
from clubsite.core.sealed_fields import Sealed
from clubsite.duplicate.services.sweep import one_of_many
from clubsite.events.models import Event, EventAction, EventEntrant, EventStatus, Heat, HeatStatus, HubHeat
from clubsite.events.selectors.event_facts import correctable_until
from clubsite.events.services.at_hub_events import HubRefused, heat_hear, noted
from clubsite.events.services.at_hub_rankings import ranking_hear
from clubsite.events.services.at_hub_telling import leaving_tell, names_tell, plans_tell, standing_hear, state_tell
from clubsite.events.services.event_log import event_log_add
from clubsite.events.services.event_requests import SOON, heat_tell_ask

FIRST_HUB_WAIT, SHORT_REST, STATE_REST = timedelta(seconds=5), timedelta(seconds=10), timedelta(seconds=2)
HELD = timedelta(minutes=3)
STEPS_SECONDS = 40.0
"""After this time a heat's other steps wait for the next sweep: a hub that answers slowly holds nobody else."""
LATER, MUCH_LATER, SELDOM, LONG_OVER = timedelta(minutes=10), timedelta(hours=2), timedelta(days=1), timedelta(days=40)
ABOUT_A_WINDOW, LAST_CORRECTION = timedelta(days=1), timedelta(hours=4)
NAMES_KEPT = timedelta(days=30)
"""How long names of other clubs stay without a ranking that was fetched again."""
ENDED_THERE = (
    "The organiser’s server does not know this connection any more. Ask the organiser for a new invitation, and use it "
    "on the page “An event of another server”."
)
Step = Callable[..., None]


def hubs_sweep() -> None:
    """Tell each hub what it does not know yet, and ask for what is missing. A hub that does not answer about one heat
    is asked about its others by the next sweep, so that none waits longer for it.
    """
    due = _heats().filter(Q(at_hub__due_at=None) | Q(at_hub__due_at__lte=timezone.now()))
    done, silent = set[int](), set[str]()
    while heat := due.exclude(pk__in=done).exclude(event__hub__in=silent).order_by("at_hub__due_at", "pk").first():
        done.add(heat.pk)
        one_of_many(heat_sync, heat=heat)
        if heat.at_hub.tries:
            silent.add(heat.event.hub)
    names_let_go()


def heat_sync(*, heat: Heat) -> None:
    """Do everything that a heat and its hub have to tell each other now."""
    _agree(heat, (leaving_tell, heat_hear, plans_tell, state_tell, names_tell, standing_hear, ranking_hear))


def heat_tell(*, heat_id: int) -> None:
    """Tell a hub at once what is new in a heat, but not within two seconds after the last state. If the hub was silent,
    wait for the sweep.
    """
    now = timezone.now()
    heat = _heats().filter(pk=heat_id).exclude(at_hub__tries__gt=0, at_hub__due_at__gt=now).first()
    if heat is None:
        return
    told, held = heat.at_hub.told_at, heat.at_hub.held_until
    if (told and told + STATE_REST > now) or (held and held > now):
        heat_tell_ask(heat=heat, delay=STATE_REST.total_seconds())
    else:
        _agree(heat, (leaving_tell, plans_tell, state_tell, names_tell))


def heat_send_now(*, heat: Heat) -> None:
    """Let everything about a heat be sent at once, also what the hub has refused. Raise Refused if it goes by hand."""
    if not heat.at_hub.is_connected:
        raise Refused("This heat has no connection to the organiser’s server. Take the file along.")
    again = {"told_plans": ""} if heat.status == HeatStatus.ACCEPTED else {}
    noted(heat, due_at=None, tries=0, refusal="", refused_digest="", facts_etag="", **again)
    heat_tell_ask(heat=heat)


def connection_end(*, heat: Heat, user: User) -> None:
    """Forget the token of a heat at its hub. What is there stays, and everything goes by hand from now on."""
    with transaction.atomic():
        heat.at_hub.token = Sealed()
        heat.at_hub.save(update_fields=["token"])
        event_log_add(heat.event, EventAction.CONNECTION_ENDED, heat.club_name, heat=heat, user=user)


def hub_heats_hurry(*, person: Person) -> None:
    """Let the hubs hear soon that a person's name has changed, however old their events are."""
    played = Q(entrants__contestant__persons__person=person) | Q(entrants__people__person=person)
    heats = _heats().filter(played).order_by().values("pk").distinct()
    HubHeat.objects.filter(heat__in=heats).update(due_at=None, tries=0)


def names_let_go() -> None:
    """Take away the names of other clubs' players in rankings that could not be fetched again for a month."""
    old = HubHeat.objects.filter(ranking_at__isnull=False).values("heat__event").annotate(last=Max("ranking_at"))
    for event in old.filter(last__lt=timezone.now() - NAMES_KEPT).values_list("heat__event", flat=True):
        EventEntrant.every.filter(heat__event=event, heat__club=None).exclude(name="").update(name="")
        HubHeat.objects.filter(heat__event=event).update(ranking_at=None, ranking_etag="")


def _heats() -> Any:
    """Return the heats of this server that are connected with a hub."""
    rows = Heat.objects.filter(club__isnull=False, at_hub__isnull=False).exclude(at_hub__token="")
    return rows.select_related("event", "club", "at_hub", "session")


def _agree(heat: Heat, steps: tuple[Step, ...]) -> None:
    """Take steps with a hub, unless another process does."""
    now = timezone.now()
    free = HubHeat.objects.filter(Q(held_until=None) | Q(held_until__lte=now), pk=heat.pk)
    if not free.update(held_until=now + HELD, due_at=now + SOON):
        return
    heat.at_hub.refresh_from_db()
    until, said = time.monotonic() + STEPS_SECONDS, list[str]()
    try:
        for step in steps:
            if time.monotonic() > until:
                raise ServerSilent
            try:
                step(heat=heat)
            except Refused as no:  # the other steps do not depend on it
                if not isinstance(no, HubRefused):
                    said.append(str(no))
                elif no.is_end:
                    raise
                else:
                    said.append(f"The organiser’s server refuses: {no}")
        noted(heat, tries=0, silence=" ".join(said)[:300], due_at=timezone.now() + _rest(heat.event))
        if heat.at_hub.refusal == ENDED_THERE:
            noted(heat, refusal="")
    except ServerSilent as no:
        _silence_note(heat, no)
    except HubRefused:
        noted(heat, refusal=ENDED_THERE, due_at=timezone.now() + SELDOM)
    finally:
        noted(heat, held_until=None)


def _silence_note(heat: Heat, no: ServerSilent) -> None:
    """Note that the hub gives no answer about a heat, and plan when to ask again."""
    if no.rest is not None and no.rest <= SHORT_REST:  # it answers, but not yet
        noted(heat, due_at=timezone.now() + no.rest)
        return
    tries = min(heat.at_hub.tries + 1, 20)
    wait = max(min(FIRST_HUB_WAIT * 2 ** (tries - 1), 2 * _rest(heat.event)), no.rest or timedelta())
    noted(heat, tries=tries, due_at=timezone.now() + wait, silence=str(no))


def _rest(event: Event) -> timedelta:
    """Return how long to wait before a hub is asked again, if nothing changes here."""
    now = timezone.now()
    if event.status == EventStatus.PUBLISHED:
        until = correctable_until(event)
        return SELDOM if until is None or until + LAST_CORRECTION < now else LATER
    if event.status == EventStatus.CANCELLED or event.window_closes < now - LONG_OVER:
        return SELDOM
    about = event.window_opens - ABOUT_A_WINDOW <= now < event.window_closes + ABOUT_A_WINDOW
    return SOON if about else MUCH_LATER
