"""Choosing at the terminal whether a device moves with its player or stays at its table."""

from django.db import transaction

from clubsite.accounts.requests import AnyUser
from clubsite.core.refused import Refused
from clubsite.play.models import RevokeReason, SeatTicket
from clubsite.play.seat_tickets import SeatTaken, ticket_release, ticket_take
from clubsite.seats.seat_now import seat_now
from clubsite.seats.taking import NumberWanted, Taking

DEVICE_THERE = "Another device is there already. Ask the director."
SITS_NOWHERE = "You sit at no table now. Change it when the next round begins."


def device_change(ticket: SeatTicket, *, user: AnyUser, player: str = "") -> tuple[SeatTicket, str]:
    """Let a player's device stay at this table, or let a table's device move with `player` or the player on its side.

    Return the new ticket and its token. Raise Refused if the seat is not at a table, if another device holds the
    new seat, or if this device may not take it.
    """
    now = seat_now(ticket)
    player = player or (now.player if now else "")
    contestant = now.table.contestant_at(player) if now else None
    if now is None or contestant is None or contestant.robot:
        raise Refused(SITS_NOWHERE)
    table = now.table.seating.table
    try:
        with transaction.atomic():
            if now.of_table:
                taking = Taking(table, contestant, player, ticket.device, user)
                taking.check("")
                anew = taking.anew
                taken = ticket_take(device=ticket.device, seat=contestant.seat)
                if anew:
                    taking.note()
            else:
                taken = ticket_take(device=ticket.device, seat=table.seat)
            ticket_release(ticket=ticket, reason=RevokeReason.LEFT)
    except (SeatTaken, NumberWanted):
        raise Refused(DEVICE_THERE) from None
    return taken
