"""A device goes with its player, or stays at its table: changed at the terminal."""

from django.db import transaction

from clubsite.accounts.requests import Visitor
from clubsite.duplicate.selectors.tables import side_of_table
from clubsite.play.models import RevokeReason, SeatTicket
from clubsite.play.seat_tickets import SeatTaken, ticket_release, ticket_take
from clubsite.seats.taking import MayNotTake, NumberWanted, Taking
from clubsite.seats.terminal.state import Terminal

TAKEN = "Another device is there already. Ask the director."
NOWHERE = "You sit at no table now. Change it when the next round begins."


class NotChanged(Exception):
    """The device stays as it was; `str()` says why."""


def device_change(terminal: Terminal, *, user: Visitor) -> tuple[SeatTicket, str]:
    """A player's device stays at this table from now on, a table's goes with the player at its side.

    Returns the new ticket and its token. Raises NotChanged.
    """
    ticket, contestant, room_seat = terminal.ticket, terminal.contestant, terminal.room_seat
    if terminal.seating is None or contestant is None or room_seat is None:
        raise NotChanged(NOWHERE)
    table = terminal.seating.table
    try:
        with transaction.atomic():
            if terminal.of_table:
                Taking(table, contestant, room_seat.player, ticket.device, user).check("")
                taken = ticket_take(device=ticket.device, kind="contestant", subject=str(contestant.pk))
            else:
                taken = ticket_take(device=ticket.device, kind="side", subject=side_of_table(table))
            ticket_release(ticket=ticket, reason=RevokeReason.LEFT)
    except (SeatTaken, NumberWanted):
        raise NotChanged(TAKEN) from None
    except MayNotTake as no:
        raise NotChanged(str(no)) from None
    return taken
