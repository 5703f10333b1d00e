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
from clubsite.events.heat_state import stored_state
from clubsite.events.models import Event, EventAction, EventEntrant, EventStatus, Heat, HeatStatus, HubHeat
from clubsite.events.services.at_hub_events import heat_hear, standing_hear
from clubsite.events.services.at_hub_rankings import ranking_hear
from clubsite.events.services.at_hub_requests import (
    ENDED_THERE,
    LONG_OVER,
    SELDOM,
    SOON,
    HubRefused,
    heat_tell_ask,
    noted,
    silence_noted,
)
from clubsite.events.services.at_hub_telling import is_untold, leaving_tell, names_tell, plans_tell, state_tell
from clubsite.events.services.event_log import event_log_add

STATE_REST = timedelta(seconds=2)
HELD = timedelta(minutes=3)
STEPS_SECONDS = 40.0
"""After this time a heat's other steps wait for the next sweep: a hub that answers slowly holds nobody else."""
LATER, MUCH_LATER = timedelta(minutes=10), timedelta(hours=2)
ABOUT_A_WINDOW, LAST_CORRECTION = timedelta(days=1), timedelta(hours=4)
NAMES_KEPT = timedelta(days=30)
"""How long names of other clubs stay without a ranking that was fetched again."""
Step = Callable[..., None]


def hubs_sweep() -> None:
    """Tell each hub what it does not know yet, and ask for what is missing.

    A hub that does not answer about one heat is asked about its others by the next sweep: one heat that gets no answer
    lets no other one wait longer.
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
    if _in_agreement(heat, (leaving_tell, heat_hear, plans_tell, state_tell, names_tell, _standing, _ranking)):
        noted(heat, due_at=timezone.now() + _next(heat.event))


def heat_tell(*, heat_id: int) -> None:
    """Tell a hub at once what is new in a heat, but not within two seconds after the last state. If the hub was silent,
    wait for the sweep.
    """
    heat = _heats().filter(pk=heat_id).first()
    now = timezone.now()
    if heat is None or (heat.at_hub.tries and heat.at_hub.due_at and heat.at_hub.due_at > now):
        return
    told, held = heat.at_hub.told_at, heat.at_hub.held_until
    if (told and told + STATE_REST > now) or (held and held > now):
        heat_tell_ask(heat=heat, delay=STATE_REST.total_seconds())
    else:
        _in_agreement(heat, (plans_tell, state_tell))


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


def _in_agreement(heat: Heat, steps: tuple[Step, ...]) -> bool:
    """Take steps with a hub, unless another process does. Return True if the hub has answered them all."""
    now = timezone.now()
    free = HubHeat.objects.filter(Q(held_until=None) | Q(held_until__lte=now), pk=heat.pk)
    if not free.update(held_until=now + HELD, due_at=now + SOON):
        return False
    heat.at_hub.refresh_from_db()
    until = time.monotonic() + STEPS_SECONDS
    try:
        said = []
        for step in steps:
            if time.monotonic() > until:
                raise ServerSilent
            said.append(_taken(heat, step))
        noted(heat, tries=0, silence=" ".join(filter(None, said))[:300])
    except ServerSilent as no:
        silence_noted(heat, no)
        return False
    except HubRefused:
        noted(heat, refusal=ENDED_THERE, due_at=timezone.now() + SELDOM)
        return False
    finally:
        noted(heat, held_until=None)
    return True


def _taken(heat: Heat, step: Step) -> str:
    """Take one step, and return what is in the way of it, or "". The other steps do not depend on it."""
    try:
        step(heat=heat)
    except HubRefused as no:
        if no.is_end:
            raise
        return f"The organiser’s server refuses: {no}"
    except Refused as no:
        return str(no)
    return ""


def _standing(*, heat: Heat) -> None:
    begun = heat.event.status == EventStatus.ANNOUNCED and heat.event.window_opens <= timezone.now()
    if begun and heat.counts and not is_untold(heat, stored_state(heat)):
        standing_hear(heat=heat)


def _ranking(*, heat: Heat) -> None:
    """Fetch the ranking once it is there, and whenever the hub is asked later: its names may have changed."""
    others = Heat.objects.filter(event=heat.event_id, at_hub__ranking_at__gt=timezone.now() - SOON).exclude(pk=heat.pk)
    if heat.event.window_closes <= timezone.now() and not others.exists():
        ranking_hear(heat=heat)


def _next(event: Event) -> timedelta:
    """Return how long to wait before a hub is asked again, if nothing changes here."""
    now = timezone.now()
    if event.status == EventStatus.PUBLISHED:
        first = event.publications.order_by("version").values_list("at", flat=True).first()
        over = first is None or first + timedelta(hours=event.correction_hours) + LAST_CORRECTION < now
        return SELDOM if over else LATER
    if event.status == EventStatus.CANCELLED or event.window_closes < now - LONG_OVER:
        return SELDOM
    about = event.window_opens - ABOUT_A_WINDOW <= now < event.window_closes + ABOUT_A_WINDOW
    return SOON if about else MUCH_LATER
