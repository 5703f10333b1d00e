"""Taking part in an event: invitations, requests and their answers, and leaving."""

import datetime

from django.db import transaction
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.clubs.models import Club
from clubsite.core.refused import Refused
from clubsite.duplicate.models import SessionStatus
from clubsite.simultaneous.models import EventAction, EventJoining, EventStatus, Heat, HeatStatus, SimultaneousEvent
from clubsite.simultaneous.services.event_log import event_log_add
from clubsite.simultaneous.services.events import event_locked

MAX_TABLES = 60
MAX_HEATS_A_CLUB = 14
STILL_THERE = (HeatStatus.INVITED, HeatStatus.ASKED, HeatStatus.ACCEPTED)


def heat_invite(*, event: SimultaneousEvent, club: Club, user: User) -> Heat:
    """Invite a club. Raise Refused if the club takes part already, or if the event is not announced."""
    with transaction.atomic():
        event = event_locked(event)
        _refuse_closed(event)
        if event.heats.filter(club=club, status__in=STILL_THERE).exists():
            raise Refused(f"{club} is on the list already.", "club")
        heat = Heat.objects.create(event=event, club=club, club_name=club.name, status=HeatStatus.INVITED)
        event_log_add(event, EventAction.INVITED, club.name, heat=heat, user=user)
    return heat


def heat_join(
    *,
    event: SimultaneousEvent,
    club: Club,
    user: User,
    planned_at: datetime.datetime | None = None,
    tables: int | None = None,
) -> Heat:
    """Let a club take part, or ask to. An invitation is accepted by this.

    `planned_at` is when the heat is to start, and `tables` how many are expected. Raise Refused with the field at
    fault.
    """
    with transaction.atomic():
        event = event_locked(event)
        _refuse_closed(event)
        _check_plan(event, planned_at, tables)
        heats = list(event.heats.select_for_update().filter(club=club, status__in=STILL_THERE))
        if len(heats) >= MAX_HEATS_A_CLUB:
            raise Refused(f"A club has at most {MAX_HEATS_A_CLUB} heats in an event.")
        invited = next((heat for heat in heats if heat.status == HeatStatus.INVITED), None)
        known = invited or any(heat.status == HeatStatus.ACCEPTED for heat in heats) or club.pk == event.club_id
        if event.joining == EventJoining.INVITATION and not known:
            raise Refused("Only clubs that the organiser invites take part in this event.")
        accepted = known or event.joining == EventJoining.OPEN
        heat = invited or Heat(event=event, club=club, club_name=club.name)
        heat.status = HeatStatus.ACCEPTED if accepted else HeatStatus.ASKED
        heat.planned_at, heat.tables = planned_at, tables
        heat.save()
        action = EventAction.ACCEPTED if accepted else EventAction.ASKED
        event_log_add(event, action, club.name, heat=heat, user=user)
    return heat


def heat_answer(*, heat: Heat, user: User, accept: bool) -> Heat:
    """Accept or decline a club that asks to take part. Raise Refused if it does not ask any more."""
    with transaction.atomic():
        heat = heat_locked(heat)
        if heat.status != HeatStatus.ASKED:
            raise Refused(f"{heat.club_name} does not ask to take part any more.")
        heat.status = HeatStatus.ACCEPTED if accept else HeatStatus.DECLINED
        heat.save(update_fields=["status"])
        action = EventAction.ACCEPTED if accept else EventAction.DECLINED
        event_log_add(heat.event, action, heat.club_name, heat=heat, user=user)
    return heat


def heat_plan(
    *, heat: Heat, user: User, planned_at: datetime.datetime | None = None, tables: int | None = None
) -> Heat:
    """Change when a heat is to start and how many tables are expected. Raise Refused with the field at fault."""
    with transaction.atomic():
        heat = heat_locked(heat)
        if heat.released_at is not None:
            raise Refused("This heat has its cards already, so its start stays as announced.", "planned_at")
        _check_plan(heat.event, planned_at, tables)
        heat.planned_at, heat.tables = planned_at, tables
        heat.save(update_fields=["planned_at", "tables"])
        event_log_add(heat.event, EventAction.PLANNED, heat.club_name, heat=heat, user=user)
    return heat


def heat_leave(*, heat: Heat, user: User) -> Heat:
    """Let a heat leave the event. Its lines are kept and do not count.

    Raise Refused while it is being played, or if it has left already.
    """
    with transaction.atomic():
        heat = heat_locked(heat)
        if heat.status not in STILL_THERE:
            raise Refused("This heat does not take part any more.")
        if heat.session is not None and heat.session.status in (SessionStatus.RUNNING, SessionStatus.PAUSED):
            raise Refused("This heat is being played. End the night first.")
        heat.status = HeatStatus.LEFT
        heat.save(update_fields=["status"])
        event_log_add(heat.event, EventAction.LEFT, heat.club_name, heat=heat, user=user)
    return heat


def heat_locked(heat: Heat) -> Heat:
    """Return the heat as it is now, locked until the end of the transaction."""
    rows = Heat.objects.select_for_update(of=("self",)).select_related("event", "session", "club")
    return rows.get(pk=heat.pk)


def _refuse_closed(event: SimultaneousEvent) -> None:
    if event.status != EventStatus.ANNOUNCED or event.is_closed(timezone.now()):
        raise Refused("Nobody can join this event now: it is not announced, or its window has closed.")


def _check_plan(event: SimultaneousEvent, planned_at: datetime.datetime | None, tables: int | None) -> None:
    if planned_at is not None and not event.window_opens <= planned_at < event.window_closes:
        raise Refused("Choose a start within the event’s window.", "planned_at")
    if tables is not None and not 1 <= tables <= MAX_TABLES:
        raise Refused(f"Write how many tables you expect, from 1 to {MAX_TABLES}.", "tables")
