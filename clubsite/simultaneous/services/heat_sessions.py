"""The club night in which a heat is played. It takes the event's boards, and gets their cards before its start."""

import datetime

from django.db import transaction
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.clubs.models import Person
from clubsite.core.refused import Refused
from clubsite.duplicate.models import Session, SessionStatus
from clubsite.duplicate.selectors.movements import movement_of
from clubsite.duplicate.services.event_boards import event_boards_await, event_boards_fill
from clubsite.duplicate.services.game_options import options_choose, options_of
from clubsite.simultaneous.models import EventAction, Heat, HeatStatus, SimultaneousEvent
from clubsite.simultaneous.services.event_log import event_log_add
from clubsite.simultaneous.services.heats import heat_locked
from games.event_seed import event_deals, event_seed

DEALER_EARLY = datetime.timedelta(hours=1)
"""How long before its planned start a heat's dealer may get the cards."""


def heat_session_choose(*, heat: Heat, session: Session, user: User) -> Heat:
    """Play a heat in this session, which is still being set up: it gets the event's boards and options.

    A session that needs more boards than the event has deals the others itself. Raise Refused if the heat does not
    take part, has been played in another session, or if the sections play boards of their own.
    """
    with transaction.atomic():
        heat = heat_locked(heat)
        event = heat.event
        if heat.status != HeatStatus.ACCEPTED:
            raise Refused("Your club does not take part in this event yet.", "heat")
        if heat.club_id != session.club_id:
            raise Refused("This heat is of another club.", "heat")
        if heat.released_at is not None and heat.session_id != session.pk:
            raise Refused("This heat has its cards already, in another night.", "heat")
        if event.is_closed():
            raise Refused("The window of this event has closed.", "heat")
        if session.sections.filter(own_boards=True).exists():
            raise Refused("A section of this night plays boards of its own. All play the event’s boards.", "heat")
        Heat.objects.filter(session=session).exclude(pk=heat.pk).update(session=None)
        options_choose(session=session, user=user, chosen=event.options)
        event_boards_await(
            session=session,
            user=user,
            name=event.name,
            boards=event.boards,
            needed=_boards_needed(session),
            held_until=event.window_closes,
        )
        heat.session = session
        heat.save(update_fields=["session"])
    return heat


def heat_session_let_go(*, session: Session) -> None:
    """Note that a session has taken other boards than the event's. Raise Refused once the heat has its cards."""
    heat = Heat.objects.select_for_update(of=("self",)).filter(session=session).first()
    if heat is None:
        return
    if heat.released_at is not None:
        raise Refused("This night plays a heat, whose cards have been released: it keeps the event’s boards.")
    heat.session = None
    heat.save(update_fields=["session"])


def dealer_name(*, heat: Heat, person: Person | None, user: User) -> Heat:
    """Name the person who handles the heat's cards, and who therefore plays in no heat, or nobody.

    Raise Refused if the person is of another club, or once the cards have been released.
    """
    with transaction.atomic():
        heat = heat_locked(heat)
        if heat.released_at is not None:
            raise Refused("The cards have been released already.", "dealer")
        if person is not None and person.club_id != heat.club_id:
            raise Refused("Name somebody of your club.", "dealer")
        heat.dealer = person
        heat.save(update_fields=["dealer"])
        if person is not None:
            event_log_add(heat.event, EventAction.DEALER_NAMED, str(person), heat=heat, user=user)
    return heat


def heat_release(*, heat: Heat, user: User) -> Heat:
    """Give a heat's cards to its dealer, at most an hour before the planned start. The event's log tells everybody.

    Raise Refused if there is no dealer or night yet, if it is too early, or if the public number is missing.
    """
    with transaction.atomic():
        heat = heat_locked(heat)
        if heat.session is None or heat.session.status != SessionStatus.DRAFT:
            raise Refused("Choose the event’s boards for a night first.")
        if heat.dealer is None:
            raise Refused("Name the dealer first: somebody who does not play in this event.", "dealer")
        if heat.planned_at is None:
            raise Refused("Say when your heat starts: the dealer gets the cards an hour before.", "planned_at")
        if timezone.now() < heat.planned_at - DEALER_EARLY:
            raise Refused("It is too early: the dealer gets the cards an hour before the start.")
        _cards_give(heat, user)
    return heat


def heat_start(*, session: Session) -> None:
    """Give a heat's session its cards, because it starts now. Sessions with boards of their own are left alone.

    Raise Refused if the window is not open, the public number is missing, the options differ from the event's, or
    the heat does not take part, or is not on this server.
    """
    heat = Heat.objects.filter(session=session).first()
    if heat is None:
        if any(board_set.awaits_cards() for board_set in session.board_sets.filter(sections__isnull=False)):
            raise Refused("The cards of these boards would come from an event that is not here. Choose other boards.")
        return
    heat = heat_locked(heat)
    if heat.status != HeatStatus.ACCEPTED:
        raise Refused("This club does not take part in the event any more. Choose other boards.")
    if not heat.event.is_open():
        raise Refused(_why_not_open(heat.event))
    wanted = options_of(Session(options=heat.event.options))
    if options_of(session) != wanted:
        raise Refused("The options of the game differ from the event’s. Choose the event’s boards again.")
    _cards_give(heat, None)
    event_log_add(heat.event, EventAction.STARTED, heat.club_name, heat=heat)


def _cards_give(heat: Heat, user: User | None) -> None:
    event = heat.event
    if event.awaits_public_number():
        raise Refused(f"The organiser has not typed the public number yet ({event.public_number_name}).")
    if heat.session is None or heat.released_at is not None:
        return
    seed = event_seed(event.secret.open(), event.public_number, event.public_id)
    if event_boards_fill(session=heat.session, deals=event_deals(seed, event.boards)):
        heat.released_at = timezone.now()
        heat.save(update_fields=["released_at"])
        event_log_add(event, EventAction.CARDS_RELEASED, heat.club_name, heat=heat, user=user)


def _why_not_open(event: SimultaneousEvent) -> str:
    if event.is_closed():
        return "The window of the event has closed. Choose other boards for this night."
    if timezone.now() < event.window_opens:
        return "The window of the event has not opened yet."
    return "The event does not take place. Choose other boards for this night."


def _boards_needed(session: Session) -> int:
    found = [(movement_of(section), section.boards_per_round) for section in session.sections.all()]
    return max((movement.sets_needed * per for movement, per in found if movement is not None), default=0)
