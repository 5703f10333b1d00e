"""The club night in which a heat is played. It takes the event's boards, and gets their cards before its start."""

from django.db import transaction
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.clubs.models import Person
from clubsite.core.refused import Refused
from clubsite.events.models import EventAction, Heat, HeatStatus
from clubsite.events.sealing import boards_unsealed, dealt_boards_of
from clubsite.events.selectors.event_facts import boards_shut_until, event_settings
from clubsite.events.selectors.heats import start_gaps, why_not_released
from clubsite.events.selectors.players import barred_from, why_no_dealer
from clubsite.events.services.at_hub_telling import NO_SEALED_BOARDS, heat_key_fetch
from clubsite.events.services.event_requests import boards_shut, event_log_add, heat_locked, row_set
from clubsite.nights.models import Session
from clubsite.nights.selectors.boards import event_set_of
from clubsite.nights.selectors.contestants import plays_in
from clubsite.nights.selectors.movements import boards_needed
from clubsite.nights.services.boards import event_boards_await, event_boards_fill
from clubsite.nights.services.locks import session_locked
from clubsite.nights.services.setup import draft_locked, options_choose
from clubsite.rankings.services.settings import scoring_set
from games.deals import Deal

NO_KEY = (
    "The organiser’s server has not given the key of the boards. Try again in a moment, or type the key from the "
    "sealed envelope on the heat’s page."
)


def heat_session_choose(*, heat: Heat, session: Session, user: User) -> Heat:
    """Play a heat in this draft: it gets the event's boards, options and strata, and deals itself the others."""
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
        settings = event_settings(event)
        if settings.strata:  # its director can give them to the players
            own = {"strata": list(settings.strata), "strata_rank": settings.strata_rank}
            scoring_set(session=session, values={**session.scoring, **own}, user=user)
        heat.session = session
        heat.save(update_fields=["session"])
    return heat


def heat_session_let_go(*, session: Session, keep: Heat | None = None) -> None:
    """Note that a session plays other boards than its heat's, unless that is `keep`. Raise Refused if it has cards."""
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
    """Name the person who handles the heat's cards, or nobody. Raise Refused if the cards have been released."""
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
    """Give a heat's cards to its dealer or, if none is named, to the user. Raise Refused as `why_not_released` says."""
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
    """Give a session that starts now the cards of its heat, if it plays one. Raise Refused as `start_gaps` says."""
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
    """Store the cards in the session, which is locked, unless it has them already. Note it in the event's log."""
    board_set = event_set_of(heat.session) if heat.session is not None else None
    if board_set is None or not board_set.awaits_cards():
        return
    event_boards_fill(board_set=board_set, deals=heat_deals(heat))
    row_set(heat, EventAction.CARDS_RELEASED, user, released_at=heat.released_at or timezone.now())


def heat_deals(heat: Heat) -> dict[int, Deal]:
    """Return the deals of a heat, by board. Raise Refused if another server's boards or their key have not come."""
    if not heat.event.is_remote:
        return dealt_boards_of(heat.event)
    if not heat.event.sealed_boards:
        raise Refused(NO_SEALED_BOARDS)
    if not heat.boards_key:
        raise Refused(NO_KEY)
    return boards_unsealed(heat.event, heat.boards_key.open())
