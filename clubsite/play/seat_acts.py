"""Requests from a seat's socket. For each request, the ticket's seat is looked up under the room's lock."""

from collections.abc import Callable

from django.db import transaction

from clubsite.core.log_lines import log_context
from clubsite.play import protocol, room_states
from clubsite.play.acts import Act, act_apply, act_once
from clubsite.play.models import CallReason, Room
from clubsite.play.room_states import RoomState, SeatedTicket
from clubsite.play.seat_resolvers import resolver_of, room_seat_of
from clubsite.play.selectors import ticket_in_force
from clubsite.play.services import Answer, room_locked, seat_call, seat_ready

NO_SEAT = Answer("gone", 0, 0, "You have no seat at the moment.")
NO_DIRECTOR = "There is no director at this table: settle it between you."
Message = protocol.ActMessage | protocol.Ready | protocol.Disagree | protocol.Help
Do = Callable[[RoomState, SeatedTicket], Answer]


def answer(ticket_pk: int, message: Message) -> Answer:
    """Handle one message from a ticket's holder exactly once. The answer is returned only after the commit."""
    match message:
        case protocol.ActMessage():
            return _act(ticket_pk, message)
        case protocol.Ready():
            return in_seat(ticket_pk, lambda now, seated: seat_ready(now, seated.room_seat, message.play))
        case protocol.Disagree():
            return in_seat(ticket_pk, lambda now, seated: _call(now, seated, True, CallReason.RESULT, message.play))
        case protocol.Help():
            return in_seat(ticket_pk, lambda now, seated: _call(now, seated, message.on))


def in_seat(ticket_pk: int, do: Do) -> Answer:
    """Call `do` with the locked room of a ticket in force, and the ticket's seat there.

    First try the room in which this process last saw the ticket, and then the ticket's room in the database.
    """
    looks = ((room_states.room_of, room_states.current), (_room_of_ticket, room_states.read))
    for find, state_of in looks:
        room_id = find(ticket_pk)
        with transaction.atomic():
            try:
                room = room_locked(room_id or 0)
            except Room.DoesNotExist:
                continue
            now = state_of(room)
            seated = now.table.seated.get(ticket_pk)
            if seated is not None:
                session = now.table.room_table.session_id if now.table.room_table else ""
                log_context(session=session, table=str(room.pk))
                return do(now, seated)
    return NO_SEAT


def _room_of_ticket(ticket_pk: int) -> int | None:
    """Return the id of the ticket's room according to the database, or None."""
    ticket = ticket_in_force(ticket_pk)
    room_seat = room_seat_of(ticket) if ticket is not None else None
    return room_seat.room_id if room_seat is not None else None


def _act(ticket_pk: int, message: protocol.ActMessage) -> Answer:
    def do(now: RoomState, seated: SeatedTicket) -> Answer:
        player, seat_id = seated.room_seat.player, seated.room_seat.seat_id
        sent = (message.play, player, seat_id, message.id, message.seq, message.action)
        return act_apply(now, Act(*sent, ticket_id=ticket_pk))

    return act_once(lambda: in_seat(ticket_pk, do))


def _call(
    now: RoomState, seated: SeatedTicket, on: bool, reason: CallReason = CallReason.PLAIN, play_id: str = ""
) -> Answer:
    if not resolver_of(seated.ticket).directed:
        return Answer("illegal", 0, 0, NO_DIRECTOR)
    return seat_call(now, seated.room_seat, on=on, reason=reason, play_id=play_id)
