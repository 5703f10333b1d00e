"""A director's actions on devices: assigning one to a table or player, releasing it, and restoring its seat."""

from dataclasses import dataclass

from django.db import transaction

from clubsite.accounts.models import User
from clubsite.clubs.audit_actions import AuditAction
from clubsite.core.refused import Refused
from clubsite.nights.consents import Facts, OwnAct, consent_check
from clubsite.nights.models import Session
from clubsite.nights.selectors.played_as import contestant_held
from clubsite.nights.services.directing import own_seat_check
from clubsite.nights.services.locks import changed, rooms_locked, session_locked
from clubsite.nights.services.session_audit import session_audit_add
from clubsite.play.models import Play, PlaySeat, PlayStatus, RevokeReason, SeatKind, SeatTicket
from clubsite.play.seat_resolvers import room_seat_of
from clubsite.play.seat_tickets import SeatTaken, ticket_move, ticket_release, ticket_restore
from clubsite.scores.selectors.hidden_cards import boards_hidden_from

SEAT_HELD = "Another device is there already. Free that one first."
PLAYS_TOO = (
    "You have boards of this night still to play yourself, so you cannot give a player’s seat to a device: it could "
    "show you cards. Let the player join with the table’s code, or ask another director of the club."
)
TWO_SEATS = "This device has another player’s seat too. One device plays one side: free its other seat first."
DEVICE_GONE = "That device is not there any more. Look at the list again."
SEAT_TAKEN = "Another device has that seat by now. Free it first."


@dataclass(frozen=True, slots=True)
class DeviceAim:
    """The contestant or the table that a device is for. `words` is "Bo (South at table 1)" or "table 1’s own"."""

    seat: PlaySeat
    words: str


def device_aim(*, session: Session, ticket: SeatTicket, now: str, aim: DeviceAim, user: User, number: str = "") -> None:
    """Assign this ticket's device to a new contestant or table. `now` describes its current use in words.

    The device's page moves to the new seat automatically. A director who plays in this session may not give away a
    player's seat (SOLO-31). Raise Refused if the device's ticket has ended or the new seat is not free or not
    allowed, or ConsentWanted as `device_give_back` does.
    """
    if aim.seat.kind == SeatKind.CONTESTANT and boards_hidden_from(user, session):
        raise Refused(PLAYS_TOO)
    act = OwnAct(f"device {ticket.pk} {aim.seat.pk}", f"change the seat’s device: from now on {aim.words}")
    alone = _own_seat_consent(session, ticket, user, act, number)
    with transaction.atomic():
        session = session_locked(session)
        rooms_locked(session)
        ticket = SeatTicket.objects.select_related("device").get(pk=ticket.pk)
        if ticket.revoked_at is not None:
            raise Refused(DEVICE_GONE)
        others = ticket.device.tickets.filter(seat__kind=SeatKind.CONTESTANT, revoked_at__isnull=True).exclude(
            pk=ticket.pk
        )
        if aim.seat.kind == SeatKind.CONTESTANT and any(room_seat_of(one) is not None for one in others):
            raise Refused(TWO_SEATS)
        try:
            taken = ticket_move(ticket=ticket, seat=aim.seat)
        except SeatTaken:
            raise Refused(SEAT_HELD) from None
        action, board = AuditAction.DEVICE_CHANGED, _mid_board(taken)
        session_audit_add(session, action, now, user=user, becomes=aim.words, mid_board=board, **alone)
    changed(session)


def device_free(*, session: Session, ticket: SeatTicket, now: str, user: User) -> None:
    """Release a device, so that another device can take its seat. The seat can be given back later.

    Raise Refused for the director's own seat while another director is present.
    """
    alone = own_seat_check(session=session, ticket=ticket, user=user)
    with transaction.atomic():
        ticket_release(ticket=ticket, reason=RevokeReason.FREED, user=user)
        session_audit_add(session, AuditAction.SEAT_FREED, now, user=user, **alone)
    changed(session)


def device_give_back(*, session: Session, ticket: SeatTicket, now: str, user: User, number: str = "") -> None:
    """Give a freed seat back to its device, as long as no other device has taken the seat.

    Raise Refused if another device has the seat, or if it is the director's own seat while another director is
    present. If no other director is present, raise ConsentWanted for the director's own seat unless the opponent's
    number is given.
    """
    act = OwnAct(f"back {ticket.pk}", "have the seat back on the device that was sent away")
    alone = _own_seat_consent(session, ticket, user, act, number)
    with transaction.atomic():
        if ticket.revoked_reason != RevokeReason.FREED or not ticket_restore(ticket=ticket):
            raise Refused(SEAT_TAKEN)
        session_audit_add(session, AuditAction.SEAT_GIVEN_BACK, now, user=user, **alone)
    changed(session)


def _own_seat_consent(session: Session, ticket: SeatTicket, user: User, act: OwnAct, number: str) -> Facts:
    """Return the facts that the audit log adds for the director's own seat, as `consent_check` does."""
    held = contestant_held(ticket)
    return consent_check(session=session, user=user, contestants=held, what="seat", act=act, number=number)


def _mid_board(ticket: SeatTicket) -> int | None:
    """Return the board's number if the seat was taken during a board, exposing the board's cards."""
    room_seat = room_seat_of(ticket) if ticket.seat.kind == SeatKind.CONTESTANT else None
    play = Play.objects.filter(room_id=room_seat.room_id, status=PlayStatus.LIVE).first() if room_seat else None
    return play.setup["board"] if play is not None else None
