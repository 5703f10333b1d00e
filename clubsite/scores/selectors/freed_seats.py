"""Seats that were freed by a director who still has to play boards of the session (SOLO-31)."""

from typing import Any

from django.db.models import F

from clubsite.nights.models import Session
from clubsite.play.models import SeatTicket
from clubsite.scores.selectors.hidden_cards import boards_hidden_from


def last_ticket(contestant_id: int) -> SeatTicket | None:
    """Return the newest ticket for a contestant's seat, whether or not the ticket is in force, or None."""
    tickets = SeatTicket.objects.filter(seat=contestant_id).select_related("freed_by")
    return tickets.order_by(F("revoked_at").desc(nulls_first=True), "-pk").first()


def freed_by_player(ticket: SeatTicket | None, session: Session) -> Any:
    """Return the director who ended this ticket and still has to play boards of the session, or None."""
    if ticket is None or ticket.revoked_at is None or ticket.freed_by is None:
        return None
    return ticket.freed_by if boards_hidden_from(ticket.freed_by, session) else None
