"""Taking part in an event: invitations, requests, plans, leaving, confirming, and an organiser's end of a heat."""

import datetime

from django.db import transaction
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.clubs.models import Club
from clubsite.core.idempotency import idempotent_public_id
from clubsite.core.refused import Refused
from clubsite.events.models import STILL_THERE, Event, EventAction, EventStatus, Heat, HeatStatus
from clubsite.events.models.events import MAX_TABLES_OF_A_HEAT
from clubsite.events.selectors.event_facts import LONGEST_NIGHT, closable_from, heats_out_of_sight
from clubsite.events.selectors.events import joining_status
from clubsite.events.selectors.heats import heat_scores
from clubsite.events.services.event_requests import (
    event_locked,
    event_log_add,
    event_scoring_ask,
    heat_locked,
    heat_tell_ask,
    row_set,
)
from clubsite.nights.models import SessionStatus
from clubsite.nights.selectors.sessions import IN_PLAY
from clubsite.nights.services.directing import session_end

MISSING_SCORES_TOLD, MAX_HEATS_A_CLUB = 5, 14
LATE_TO_ANNOUNCE = datetime.timedelta(hours=1)
"""Time after its start when a heat can still be announced."""


def heat_invite(*, event: Event, club: Club, user: User) -> Heat:
    """Invite a club. Raise Refused if the club takes part already, or if nobody can join any more."""
    with transaction.atomic():
        event = event_locked(event)
        joinable_check(event)
        if club.pk == event.club_id:
            raise Refused("Your own club needs no invitation. Take part with it on this page.", "club")
        if event.heats.filter(club=club, status__in=STILL_THERE).exists():
            raise Refused(f"{club} is on the list already.", "club")
        heat = Heat.objects.create(event=event, club=club, club_name=club.name, status=HeatStatus.INVITED)
        event_log_add(event, EventAction.INVITED, club.name, heat=heat, user=user)
    return heat


def invitation_end(*, heat: Heat, user: User, action: EventAction = EventAction.INVITATION_DECLINED) -> Heat:
    """Decline an invitation for the club or, with another `action`, withdraw it. Raise Refused once it is answered."""
    with transaction.atomic():
        heat = heat_locked(heat)
        if heat.status != HeatStatus.INVITED:
            raise Refused("This invitation has been answered already.")
        return row_set(heat, action, user, status=HeatStatus.DECLINED)


def heat_join(
    *,
    event: Event,
    club: Club,
    user: User,
    planned_at: datetime.datetime | None = None,
    tables: int | None = None,
    idempotency_key: str = "",
) -> Heat:
    """Let a club take part, accept its invitation by that, or ask to. One `idempotency_key` adds one heat."""
    public_id = idempotent_public_id(idempotency_key, "heat", event.pk, club.pk, user.pk)
    with transaction.atomic():
        event = event_locked(event)
        heats = list(event.heats.select_for_update(of=("self",)).filter(club=club, status__in=STILL_THERE))
        if joined := next((heat for heat in heats if heat.public_id == public_id), None):
            return joined
        joinable_check(event)
        heat_plan_check(event, planned_at, tables)
        if len(heats) >= MAX_HEATS_A_CLUB:
            raise Refused(f"A club has at most {MAX_HEATS_A_CLUB} heats in an event.")
        if event.is_remote:
            raise Refused(
                "This event is organised on another server. Ask its organiser for an invitation, and use it on the "
                "page “An event of another server”."
            )
        status = joining_status(event, club, heats)
        if status is None:
            raise Refused("Only clubs that the organiser invites take part in this event.")
        invited = next((heat for heat in heats if heat.status == HeatStatus.INVITED), None)
        heat = invited or Heat(event=event, club=club, club_name=club.name)
        heat.public_id, heat.planned_at, heat.tables, heat.status = public_id, planned_at, tables, status
        heat.save()
        action = EventAction.ASKED if status == HeatStatus.ASKED else EventAction.JOINED
        event_log_add(event, action, club.name, heat=heat, user=user)
    return heat


def heat_answer(*, heat: Heat, user: User, accept: bool) -> Heat:
    """Accept or decline a club that asks to take part. Raise Refused if it does not ask, or if it is too late."""
    with transaction.atomic():
        heat = heat_locked(heat)
        if heat.status != HeatStatus.ASKED:
            raise Refused(f"{heat.club_name} does not ask to take part any more.")
        if not accept:
            return row_set(heat, EventAction.DECLINED, user, status=HeatStatus.DECLINED)
        joinable_check(heat.event)
        return row_set(heat, EventAction.ACCEPTED, user, status=HeatStatus.ACCEPTED)


def heat_plan(
    *, heat: Heat, user: User | None, planned_at: datetime.datetime | None = None, tables: int | None = None
) -> Heat:
    """Change when a heat is to start and how many tables are expected. Raise Refused with the field at fault."""
    with transaction.atomic():
        heat = heat_locked(heat)
        if heat.status not in (HeatStatus.ACCEPTED, HeatStatus.ASKED):
            raise Refused("This heat does not take part any more.")
        if (heat.planned_at, heat.tables) == (planned_at, tables):
            return heat
        if heat.released_at is not None:
            raise Refused("This heat has its cards already, so its start stays as announced.", "planned_at")
        joinable_check(heat.event)
        heat_plan_check(heat.event, planned_at, tables)
        heat_tell_ask(heat=heat)
        return row_set(heat, EventAction.PLANNED, user, planned_at=planned_at, tables=tables)


def heat_confirm(*, heat: Heat, user: User) -> Heat:
    """Confirm a heat. It stays so when scores are corrected. Raise Refused while one is missing or the night runs."""
    with transaction.atomic():
        heat = heat_locked(heat)
        if not heat.counts or heat.event.status not in (EventStatus.ANNOUNCED, EventStatus.PUBLISHED):
            raise Refused("This heat does not take part in the event any more, so there is nothing to confirm.")
        if not heat.results_file and (heat.session is None or heat.session.status == SessionStatus.DRAFT):
            raise Refused("This heat has not been played yet.")
        if heat.session is not None and heat.session.status in IN_PLAY:
            raise Refused("The night is still running. End it, then confirm the heat.")
        scores = heat_scores(heat)
        if not scores.expected:
            raise Refused("No board of the event was played in this night, so there is nothing to confirm.")
        if scores.missing or scores.coming:
            told = [
                f"table {table}, round {number}: {', '.join(f'board {board} ({why})' for board, why in boards)}"
                for table, number, boards in scores.missing[:MISSING_SCORES_TOLD]
            ]
            more = len(scores.missing) - len(told)
            said = "; ".join([*told, f"and at {more} more tables or rounds"] if more else told)
            raise Refused(f"Only {scores.words}. Missing: {said}. Type what is missing, or score it as not played.")
        if heat.confirmed_at is not None:
            return heat
        heat_tell_ask(heat=heat)
        confirmed = {"confirmed_at": timezone.now(), "confirmed_by": user}
        return row_set(heat, EventAction.CONFIRMED, user, scores.words, **confirmed)


def heat_unconfirm(*, heat: Heat, user: User) -> Heat:
    """Take a heat's confirmation back. Raise Refused if it is not confirmed, or once the event is published."""
    with transaction.atomic():
        heat = heat_locked(heat)
        if heat.confirmed_at is None:
            raise Refused("This heat is not confirmed.")
        if heat.event.status == EventStatus.PUBLISHED:
            raise Refused("The event is published, so the heat stays confirmed. You can still correct its scores.")
        heat_tell_ask(heat=heat)
        return row_set(heat, EventAction.UNCONFIRMED, user, confirmed_at=None, confirmed_by=None)


def heat_leave(*, heat: Heat, user: User | None) -> Heat:
    """Let a heat leave the event, whose lines then do not count. Without a user, its own server says so."""
    with transaction.atomic():
        heat = heat_locked(heat)
        if heat.status not in (HeatStatus.ACCEPTED, HeatStatus.ASKED):
            raise Refused("This heat does not take part any more.")
        if heat.event.status != EventStatus.ANNOUNCED:
            raise Refused("This event is over: its ranking stays as it is.")
        if heat.session is not None and heat.session.status in IN_PLAY:
            raise Refused("This heat is being played. End the night first.")
        out = heats_out_of_sight(heat.event).filter(pk=heat.pk).exists()
        if heat.club_id is None and (out or (user is None and heat.state_number)):
            raise Refused("This heat has the cards or results. Ask the organiser to leave it out.")
        heat_tell_ask(heat=heat)
        event_scoring_ask(event_id=heat.event_id)
        return row_set(heat, EventAction.LEFT, user, status=HeatStatus.LEFT)


def heat_close(*, heat: Heat, user: User) -> None:
    """End a heat's night, whose scores count so far. Raise Refused if it does not run, or may still be played."""
    session, start = heat.session, closable_from(heat)
    if not heat.event.is_closed():
        raise Refused("The window is open, so this heat may still be played.")
    if session is None or start is None:
        raise Refused("The night of this heat does not run, so there is nothing to close.")
    if timezone.now() < start:
        hours = LONGEST_NIGHT.seconds // 3600
        raise Refused(f"Wait until {hours} hours after the start of the night. Until then the club may still play.")
    with transaction.atomic():
        session_end(session=session, user=user)
        event_log_add(heat.event, EventAction.HEAT_CLOSED, heat.club_name, heat=heat, user=user)


def heat_leave_out(*, heat: Heat, user: User) -> Heat:
    """Take a heat out of a closed event that is not published. Its lines are kept and do not count."""
    with transaction.atomic():
        heat = heat_locked(heat)
        if not heat.event.is_closed():
            raise Refused("The window is open, so this heat can still be played and confirmed.")
        if heat.event.status != EventStatus.ANNOUNCED or heat.status != HeatStatus.ACCEPTED:
            raise Refused("This heat does not take part any more, or the ranking is published.")
        event_scoring_ask(event_id=heat.event_id)
        return row_set(heat, EventAction.LEFT_OUT, user, status=HeatStatus.LEFT)


def joinable_check(event: Event) -> None:
    """Raise Refused if nobody can join the event any more."""
    if event.status != EventStatus.ANNOUNCED or event.is_closed():
        raise Refused("Nobody can join this event now: it is not announced, or its window has closed.")


def heat_plan_check(event: Event, planned_at: datetime.datetime | None, tables: int | None) -> None:
    """Raise Refused with the field at fault if a heat cannot start then, or with so many tables."""
    if planned_at is not None and not event.window_opens <= planned_at < event.window_closes:
        raise Refused("Choose a start within the event’s window.", "planned_at")
    if planned_at is not None and planned_at < timezone.now() - LATE_TO_ANNOUNCE:
        raise Refused("This time is over. Choose a start to come.", "planned_at")
    if tables is not None and not 1 <= tables <= MAX_TABLES_OF_A_HEAT:
        raise Refused(f"Write how many tables you expect, from 1 to {MAX_TABLES_OF_A_HEAT}.", "tables")
    if tables is not None and tables < event.min_tables:
        raise Refused(f"A heat of this event has at least {event.min_tables} tables.", "tables")
