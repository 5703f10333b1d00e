"""Services for tickets: taking a seat, giving it up, and recording whether the ticket's holder is present."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TypeVar

from django.db import IntegrityError, transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from clubsite.accounts.models import Device, User
from clubsite.core.row_locks import deletion_lock
from clubsite.core.tokens import hash_token, new_token
from clubsite.play import relay
from clubsite.play.models import PlaySeat, RevokeReason, Room, SeatConnection, SeatHolder, SeatTicket
from clubsite.play.seat_resolvers import resolver_of
from clubsite.play.services import room_invalidate, room_locked, room_update

T = TypeVar("T")
MAX_TAKE_TRIES = 3
MOST_MOVES = 50  # of one device in a session
TICKET_COOKIE = "claim"  # the cookie with the key of a seat
MAX_SILENCE = timedelta(seconds=30)


class SeatTaken(Exception):
    """Raised if another device holds the seat. `ticket` is that device's ticket."""

    def __init__(self, ticket: SeatTicket) -> None:
        super().__init__("That seat is taken.")
        self.ticket = ticket


def ticket_take(*, device: Device, seat: PlaySeat) -> tuple[SeatTicket, str]:
    """Take a seat for a device. Return (ticket, cookie token). Raise SeatTaken if another device holds it."""
    token = new_token()
    wanted = SeatTicket(device=device, seat=seat, token_hash=hash_token(token))

    def take(room: Room | None) -> SeatTicket:
        held = SeatTicket.objects.filter(seat=seat, revoked_at__isnull=True).first()
        if held is not None and held.device_id != device.pk:
            raise SeatTaken(held)
        if held is not None:
            held.token_hash = wanted.token_hash
            held.save(update_fields=["token_hash"])
            return held
        try:
            with transaction.atomic():
                wanted.save()
        except IntegrityError:
            raise SeatTaken(SeatTicket.objects.get(seat=seat, revoked_at__isnull=True)) from None
        _tell(room)
        return wanted

    return _in_room(wanted, take), token


def ticket_release(*, ticket: SeatTicket, reason: RevokeReason, user: User | None = None) -> None:
    """End a ticket, and tell its holder the reason. `user` is the director who ends it, if any."""

    def release(room: Room | None) -> None:
        changed = SeatTicket.objects.filter(pk=ticket.pk, revoked_at__isnull=True).update(
            revoked_at=timezone.now(), revoked_reason=reason, freed_by=user, connected=False
        )
        if changed:
            SeatConnection.objects.filter(ticket=ticket).delete()
            relay.ticket_gone(ticket, reason.label)
            _tell(room)

    _in_room(ticket, release)


def ticket_move(*, ticket: SeatTicket, seat: PlaySeat) -> SeatTicket:
    """Move this ticket's device to another seat. Its page finds the new ticket through the old one.

    The caller has locked the rooms of both seats. Raise SeatTaken if another device holds the new seat.
    """
    with transaction.atomic():
        taken, _ = ticket_take(device=ticket.device, seat=seat)
        ticket_release(ticket=ticket, reason=RevokeReason.CHANGED)
        SeatTicket.objects.filter(pk=ticket.pk).update(moved_to=taken)
    return taken


def moved_ticket_take(ticket: SeatTicket) -> tuple[SeatTicket, str] | None:
    """Return the new ticket of a device whose ticket was moved, and a new key for the new ticket, or None."""
    newest: SeatTicket | None = ticket
    for _ in range(MOST_MOVES):
        newest = newest.moved_to if newest is not None else None
        if newest is None or newest.revoked_at is None:
            break
    if newest is None or newest.revoked_at is not None:
        return None
    return ticket_take(device=newest.device, seat=newest.seat)


def seats_delete(holders: QuerySet[SeatHolder]) -> None:
    """Delete these rows, their tickets and their seats. A seat to which a play was dealt is kept."""
    seats = list(holders.values_list("pk", flat=True))
    deletion_lock(holders)
    holders.delete()
    SeatTicket.objects.filter(seat__in=seats).delete()
    PlaySeat.objects.filter(pk__in=seats, south_plays=None, north_plays=None).delete()


def unsent_set(*, ticket: SeatTicket, count: int) -> None:
    """Store the number of entries that this ticket's page still has to send, as the page reports it."""
    if ticket.unsent != count:
        SeatTicket.objects.filter(pk=ticket.pk).update(unsent=count)


def ticket_freed_by(*, ticket: SeatTicket, user: User) -> None:
    """Record that a different director freed this seat, which is already free."""

    def freed(room: Room | None) -> None:
        SeatTicket.objects.filter(pk=ticket.pk, revoked_at__isnull=False).update(freed_by=user)
        _tell(room)

    _in_room(ticket, freed)


def ticket_restore(*, ticket: SeatTicket) -> bool:
    """Put an ended ticket back in force once the reason for ending it no longer applies.

    The device can enter with the key that it has kept. Return False if another device now holds the seat.
    """

    def restore(room: Room | None) -> bool:
        again = SeatTicket.objects.select_for_update(of=("self",)).get(pk=ticket.pk)
        held = SeatTicket.objects.filter(seat=again.seat_id, revoked_at__isnull=True)
        if held.exists():
            return False
        again.revoked_at, again.revoked_reason, again.freed_by = None, "", None
        try:
            with transaction.atomic():
                again.save(update_fields=["revoked_at", "revoked_reason", "freed_by"])
        except IntegrityError:
            return False
        _tell(room)
        return True

    return _in_room(ticket, restore)


def presence_set(ticket_pk: int, channel: str, here: bool, last_seen: datetime | None = None) -> None:
    """Record that a ticket's socket has opened (or is still open) or closed. The opponent sees whether any socket is
    open.

    With `last_seen`, the socket is recorded as closed only if nothing was heard from it after that.
    """
    known = SeatTicket.objects.filter(pk=ticket_pk).first()
    if known is None:
        return

    def set_in(room: Room | None) -> None:
        # Not the key: a log entry that names this ticket may be on its way.
        tickets = SeatTicket.objects.select_for_update(of=("self",), no_key=True)
        in_force = tickets.filter(revoked_at__isnull=True)
        ticket = in_force.filter(pk=ticket_pk).first()
        if ticket is None:
            return
        now = timezone.now()
        changed = _opened(ticket, channel, now) if here else _closed(ticket, channel, last_seen)
        connected = here or SeatConnection.objects.filter(ticket=ticket).exists()
        if connected != ticket.connected:
            ticket.connected, ticket.seen_at = connected, now
            ticket.save(update_fields=["connected", "seen_at"])
            _tell(room)
        elif changed and room is not None:  # views of this seat go elsewhere from now on, which nobody sees
            Room.objects.filter(pk=room.pk).update(table_rev=F("table_rev") + 1)

    _in_room(known, set_in)


def _opened(ticket: SeatTicket, channel: str, now: datetime) -> bool:
    _, new = SeatConnection.objects.update_or_create(channel=channel, defaults={"ticket": ticket, "seen_at": now})
    return new


def _closed(ticket: SeatTicket, channel: str, last_seen: datetime | None) -> bool:
    rows = SeatConnection.objects.filter(ticket=ticket, channel=channel)
    if last_seen is not None:
        rows = rows.filter(seen_at=last_seen)
    return bool(rows.delete()[0])


def connection_seen(ticket_pk: int, channel: str, clock_ahead: float | None = None) -> None:
    """Record that this socket sent something, and by how much its device's clock is ahead of the server's.

    If the sweep had already dropped the socket, reopen its record.
    """
    row = SeatConnection.objects.filter(channel=channel)
    if not row.update(seen_at=timezone.now(), clock_ahead=clock_ahead):
        presence_set(ticket_pk, channel, True)


def presence_sweep() -> int:
    """Forget sockets that have been silent for half a minute. A server that died does not report its sockets as
    closed.

    A socket last heard from in the future, because the clock was set back, is forgotten too: it reports again
    with its next message. Return the number of forgotten sockets.
    """
    now = timezone.now()
    silent = list(SeatConnection.objects.exclude(seen_at__range=(now - MAX_SILENCE, now + MAX_SILENCE)))
    for socket in silent:
        presence_set(socket.ticket_id, socket.channel, False, socket.seen_at)
    return len(silent)


def _in_room(ticket: SeatTicket, do: Callable[[Room | None], T]) -> T:
    """Call `do` in a transaction with the locked room of the ticket's current seat, or with None if it has no seat.

    The room is locked before the ticket, and the seat is looked up again under the lock, because a new round may
    have begun.
    """
    find = resolver_of(ticket).room_seat
    for tries in range(MAX_TAKE_TRIES):
        seat = find(ticket)
        with transaction.atomic():
            room = room_locked(seat.room_id) if seat is not None else None
            if find(ticket) != seat and tries < MAX_TAKE_TRIES - 1:
                continue
            if seat is None:  # the session may begin meanwhile
                transaction.on_commit(lambda: _tell_seat(ticket), robust=True)
            return do(room)
    raise AssertionError("the last try returns")


def _tell(room: Room | None) -> None:
    if room is not None:
        room_update(room=room)


def _tell_seat(ticket: SeatTicket) -> None:
    seat = resolver_of(ticket).room_seat(ticket)
    if seat is not None:
        room_invalidate(room_id=seat.room_id)
