"""Taking part in an event: invitations, requests, plans, leaving, confirming, and an organiser's closing of a heat."""

import datetime

from django.db import transaction
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.clubs.models import Club, Person
from clubsite.core.refused import Refused
from clubsite.core.tokens import idempotent_public_id
from clubsite.events.models import STILL_THERE, Event, EventAction, EventStatus, Heat, HeatStatus
from clubsite.events.models.events import MAX_TABLES_OF_A_HEAT
from clubsite.events.sealing import boards_unsealed, dealt_boards_of
from clubsite.events.selectors.event_facts import (
    LONGEST_NIGHT,
    boards_shut_until,
    closable_from,
    heats_out_of_sight,
)
from clubsite.events.selectors.events import joining_status
from clubsite.events.selectors.heats import heat_scores, start_gaps, why_not_released
from clubsite.events.selectors.players import barred_from, why_no_dealer
from clubsite.events.services.at_hub_telling import NO_SEALED_BOARDS, heat_key_fetch
from clubsite.events.services.event_requests import (
    boards_shut,
    event_locked,
    event_log_add,
    event_scoring_ask,
    heat_locked,
    heat_tell_ask,
    row_set,
)
from clubsite.nights.models import Session, SessionStatus
from clubsite.nights.selectors.boards import event_set_of
from clubsite.nights.selectors.contestants import plays_in
from clubsite.nights.selectors.movements import boards_needed
from clubsite.nights.selectors.sessions import IN_PLAY
from clubsite.nights.services.boards import event_boards_await, event_boards_fill
from clubsite.nights.services.directing import session_end
from clubsite.nights.services.locks import session_locked
from clubsite.nights.services.setup import draft_locked, options_choose
from clubsite.rankings.services.settings import scoring_set
from games.deals import Deal

MISSING_SCORES_TOLD, MAX_HEATS_A_CLUB = 5, 14
LATE_TO_ANNOUNCE = datetime.timedelta(hours=1)
"""Time after its start when a heat can still be announced."""


def heat_invite(*, event: Event, club: Club, user: User) -> Heat:
    """Invite a club. Raise Refused if the club already takes part, or if nobody can join any more."""
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
    """Decline an invitation for the club, or withdraw it with another `action`. Raise Refused if it was answered."""
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
    """Let a club take part (which accepts its invitation), or ask to. Each `idempotency_key` adds one heat."""
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
    """Accept or decline a club that asks to take part. Raise Refused if it has not asked, or if it is too late."""
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
    """Change a heat's planned start and expected number of tables. Raise Refused with the field at fault."""
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
    """Confirm a heat. Corrections do not undo this. Raise Refused while a score is missing or the night is running."""
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
            places = [
                f"table {table}, round {number}: {', '.join(f'board {board} ({why})' for board, why in boards)}"
                for table, number, boards in scores.missing[:MISSING_SCORES_TOLD]
            ]
            more = len(scores.missing) - len(places)
            words = "; ".join([*places, f"and at {more} more tables or rounds"] if more else places)
            raise Refused(f"Only {scores.words}. Missing: {words}. Type what is missing, or score it as not played.")
        if heat.confirmed_at is not None:
            return heat
        heat_tell_ask(heat=heat)
        confirmed = {"confirmed_at": timezone.now(), "confirmed_by": user}
        return row_set(heat, EventAction.CONFIRMED, user, scores.figures, **confirmed)


def heat_unconfirm(*, heat: Heat, user: User) -> Heat:
    """Withdraw a heat's confirmation. Raise Refused if it is not confirmed, or once the event is published."""
    with transaction.atomic():
        heat = heat_locked(heat)
        if heat.confirmed_at is None:
            raise Refused("This heat is not confirmed.")
        if heat.event.status == EventStatus.PUBLISHED:
            raise Refused("The event is published, so the heat stays confirmed. You can still correct its scores.")
        heat_tell_ask(heat=heat)
        return row_set(heat, EventAction.UNCONFIRMED, user, confirmed_at=None, confirmed_by=None)


def heat_leave(*, heat: Heat, user: User | None) -> Heat:
    """Withdraw a heat from the event. Its lines then do not count. Without a user, its own server has said so."""
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
    """End a heat's night and count its scores so far. Raise Refused if it is not running or may still be played."""
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
    """Take a heat out of a closed, unpublished event. Its lines are kept but do not count."""
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
    """Raise Refused with the field at fault if a heat cannot start at that time, or with so many tables."""
    if planned_at is not None and not event.window_opens <= planned_at < event.window_closes:
        raise Refused("Choose a start within the event’s window.", "planned_at")
    if planned_at is not None and planned_at < timezone.now() - LATE_TO_ANNOUNCE:
        raise Refused("This time has passed. Choose a later start.", "planned_at")
    if tables is not None and not 1 <= tables <= MAX_TABLES_OF_A_HEAT:
        raise Refused(f"Write how many tables you expect, from 1 to {MAX_TABLES_OF_A_HEAT}.", "tables")
    if tables is not None and tables < event.min_tables:
        raise Refused(f"A heat of this event has at least {event.min_tables} tables.", "tables")


NO_KEY = (
    "The organiser’s server has not given the key of the boards. Try again in a moment, or type the key from the "
    "sealed envelope on the heat’s page."
)


def heat_session_choose(*, heat: Heat, session: Session, user: User) -> Heat:
    """Play a heat in this draft. It gets the event's boards, options and strata, and deals the other boards itself."""
    with transaction.atomic():
        session = draft_locked(session)
        heat = heat_locked(heat)
        event = heat.event
        if heat.club_id != session.club_id:
            raise Refused("This heat is of another club.", "heat")
        if heat.status != HeatStatus.ACCEPTED:
            raise Refused("Your club does not take part in this event yet.", "heat")
        if heat.session is not None and heat.session_id != session.pk:
            raise Refused(f"“{heat.session.name}” plays this heat already. Choose other boards there first.", "heat")
        if event.is_closed():
            raise Refused("The window of this event has closed.", "heat")
        sections = session.sections.filter(own_boards=False)
        if sections.count() < session.sections.count():
            raise Refused("A section of this night plays boards of its own. All play the event’s boards.", "heat")
        heat_session_let_go(session=session, keep=heat)
        options_choose(session=session, user=user, chosen=event.options)
        needed, until = boards_needed(sections) or 0, boards_shut_until(event)
        event_boards_await(
            session=session, user=user, name=event.name, boards=event.boards, needed=needed, held_until=until
        )
        settings = event.scoring_settings
        if settings.strata:  # its director can give them to the players
            own = {"strata": list(settings.strata), "strata_rank": settings.strata_rank}
            scoring_set(session=session, values={**session.scoring, **own}, user=user)
        heat.session = session
        heat.save(update_fields=["session"])
    return heat


def heat_session_let_go(*, session: Session, keep: Heat | None = None) -> None:
    """Note that a session no longer plays any heat but `keep`. Raise Refused if such a heat has its cards."""
    rows = Heat.objects.select_for_update(of=("self",)).filter(session=session)
    for heat in set(rows) - {keep}:
        if heat.released_at is not None:
            raise Refused(
                "This night plays a heat whose cards have been released, so it keeps the event’s boards. "
                "To play other boards, set up another night."
            )
        heat.session = None
        heat.save(update_fields=["session"])


def dealer_name(*, heat: Heat, person: Person | None, user: User) -> Heat:
    """Name the dealer, who handles the heat's cards, or nobody. Raise Refused if the cards have been released."""
    with transaction.atomic():
        heat = heat_locked(heat)
        if heat.released_at is not None:
            raise Refused("The cards have been released already, so the dealer stays.", "dealer")
        if person is not None:
            if person.club_id != heat.club_id:
                raise Refused("Name somebody of your club.", "dealer")
            if heat.session is not None and plays_in(heat.session, person):
                why = f"{person.name} plays in this night. Name somebody who does not play in the event."
                raise Refused(why, "dealer")
            if barred := barred_from(heat, [person], may_deal=True):
                raise Refused(f"{barred[0]} Name somebody else.", "dealer")
            if person.user_id is None:
                raise Refused(
                    f"{person.name} has no account on this site, so nobody sees whether they play at another club. "
                    "Name somebody who signs in, or nobody: then a director who does not play in the event releases "
                    "the cards and makes the boards up.",
                    "dealer",
                )
        named = person.name if person is not None else "nobody"
        return row_set(heat, EventAction.DEALER_NAMED, user, named, dealer=person)


def heat_release(*, heat: Heat, user: User) -> Heat:
    """Give a heat's cards to its dealer or, without one, to the user. Raise Refused with `why_not_released`."""
    if not why_not_released(heat):
        heat_key_fetch(heat=heat)
    with transaction.atomic():
        if heat.session is not None:
            session_locked(heat.session)
        heat = heat_locked(heat)
        if why := why_not_released(heat) or ("" if heat.dealer is not None else why_no_dealer(heat, user)):
            raise Refused(why)
        _cards_give(heat, user)
        boards_shut(event=heat.event)
    return heat


def heat_start(*, session: Session) -> None:
    """Give a session that is starting the cards of its heat, if it plays one. Raise Refused with `start_gaps`."""
    heat = Heat.objects.filter(session=session).first()
    if heat is None:
        if any(board_set.awaits_cards() for board_set in session.board_sets.filter(sections__isnull=False)):
            raise Refused("The cards of these boards would come from an event that is not here. Choose other boards.")
        return
    heat = heat_locked(heat)
    if gaps := start_gaps(session):
        raise Refused(" ".join(gap.sentence for gap in gaps))
    _cards_give(heat, None)
    event_log_add(heat.event, EventAction.STARTED, heat.club_name, heat=heat)


def _cards_give(heat: Heat, user: User | None) -> None:
    """Store the cards in the locked session, unless it already has them. Note it in the event's log."""
    board_set = event_set_of(heat.session) if heat.session is not None else None
    if board_set is None or not board_set.awaits_cards():
        return
    event_boards_fill(board_set=board_set, deals=heat_deals(heat))
    row_set(heat, EventAction.CARDS_RELEASED, user, released_at=heat.released_at or timezone.now())


def heat_deals(heat: Heat) -> dict[int, Deal]:
    """Return the deals of a heat, by board. Raise Refused if another server's boards or their key are missing."""
    if not heat.event.is_remote:
        return dealt_boards_of(heat.event)
    if not heat.event.sealed_boards:
        raise Refused(NO_SEALED_BOARDS)
    if not heat.boards_key:
        raise Refused(NO_KEY)
    return boards_unsealed(heat.event, heat.boards_key.open())
