"""Queries about plays and tickets."""

from typing import Any

from clubsite.core.limits import Probe, probe_count
from clubsite.core.tokens import hash_token
from clubsite.play import room_states
from clubsite.play.models import Play, Room, SeatTicket
from clubsite.play.room_states import RoomState, SeatedTicket, log_of
from clubsite.play.seat_resolvers import resolver_of, room_seat_of
from clubsite.play.table_state import Json
from games.registry import rules_for
from games.replay import replay

NOT_YOURS = "This seat is no longer yours. Come in again with the table's code."
SNAPSHOT_TRIES = 3


def ticket_for(public_id: str, token: str) -> SeatTicket | None:
    """Return the ticket for this socket or page if it is in force and the cookie's token is right, else None."""
    ticket = ticket_ever(public_id, token)
    if ticket is None and token:
        _wrong_key_count(public_id)
    return ticket if ticket is not None and ticket.revoked_at is None else None


def _wrong_key_count(public_id: str) -> None:
    """Count an attempt to open an existing seat with a wrong key, so that the director is told about it."""
    ticket = SeatTicket.objects.filter(public_id=public_id).first() if public_id.isalnum() else None
    seat = room_seat_of(ticket) if ticket is not None else None
    if seat is not None:
        probe_count(Probe.WRONG_KEY, seat.room_id)


def ticket_ever(public_id: str, token: str) -> SeatTicket | None:
    """Return the ticket, even one that is no longer in force, because its device may still have something to send."""
    if not public_id.isalnum():  # it comes from an address, and PostgreSQL refuses a NUL
        return None
    tickets = SeatTicket.objects.select_related("device")
    return tickets.filter(public_id=public_id, token_hash=hash_token(token)).first()


def ticket_in_force(ticket_pk: int) -> SeatTicket | None:
    """Return the ticket as it is now, or None if it has been revoked."""
    return SeatTicket.objects.filter(pk=ticket_pk, revoked_at__isnull=True).first()


def state_of(play: Play) -> Any:
    """Return a play's state, computed from its log."""
    return replay(rules_for(play.game), play.setup, play.options, log_of(play))


def view_of(play: Play, viewer: str) -> dict[str, Any]:
    """Return what `viewer` may see of this play. The game's own `view` is the allow-list."""
    return rules_for(play.game).view(state_of(play), viewer)


def rev_of(ticket: SeatTicket) -> int | None:
    """Return the `rev` that the ticket's page should show, 0 if it has no seat, or None if the ticket has ended."""
    kept = _kept_seat(ticket.pk)
    if kept is not None:
        return kept[0].room.rev
    fresh = ticket_in_force(ticket.pk)
    if fresh is None:
        return None
    room_seat = room_seat_of(fresh)
    return Room.objects.values_list("rev", flat=True).get(pk=room_seat.room_id) if room_seat else 0


def snapshot(ticket: SeatTicket, *, fresh: bool = False) -> Json:
    """Return the view message for a ticket: everything that its seat may see now, and nothing else.

    Return a `gone` message once the ticket is no longer in force, even if the caller's copy still is. With `fresh`,
    everything is read from the database, and the process's cache is not used.
    """
    kept = None if fresh else _kept_seat(ticket.pk)
    if kept is not None:
        return kept[0].message(kept[1])
    now_held = ticket_in_force(ticket.pk)
    if now_held is None:
        return {"t": "gone", "reason": why_gone(ticket)}
    for tries in range(SNAPSHOT_TRIES):
        room_seat = room_seat_of(now_held)
        if room_seat is None:
            break
        room = Room.objects.get(pk=room_seat.room_id)
        now = room_states.read(room) if fresh or tries else room_states.current(room)
        # A round may have moved between the two: then this table is somebody else's.
        seated = now.table.seated.get(ticket.pk)
        if seated is not None and seated.room_seat == room_seat:
            return now.message(seated)
    table = resolver_of(now_held).state_without_seat(now_held).as_json()
    return {"t": "view", "rev": 0, "play": None, "seq": 0, "table": table, "view": None}


def _kept_seat(ticket_pk: int) -> tuple[RoomState, SeatedTicket] | None:
    """Return the room and seat where this process last saw a ticket, if the ticket is still there. Makes one query."""
    room = Room.objects.filter(pk=room_states.room_of(ticket_pk) or 0).first()
    if room is None:
        return None
    now = room_states.current(room)
    seated = now.table.seated.get(ticket_pk)
    return (now, seated) if seated is not None else None


def why_gone(ticket: SeatTicket) -> str:
    """Return the reason why a ticket is no longer in force, as a sentence for its holder."""
    ended = SeatTicket.objects.filter(pk=ticket.pk).first()
    return (ended.get_revoked_reason_display() if ended else "") or NOT_YOURS
