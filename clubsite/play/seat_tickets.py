"""Writes on tickets: take a seat, give it up, and whether its holder is there."""

from datetime import timedelta

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone

from clubsite.accounts.models import Device, User
from clubsite.core.tokens import hash_token, new_token
from clubsite.play import relay
from clubsite.play.models import RevokeReason, Room, SeatConnection, SeatTicket
from clubsite.play.seat_resolvers import resolver_of, room_seat_of
from clubsite.play.services import room_touch

COOKIE = "claim"  # the cookie with the key of a seat
SILENT = timedelta(seconds=30)


class SeatTaken(Exception):
    """The subject is held by another device. `ticket` is the one in force."""

    def __init__(self, ticket: SeatTicket) -> None:
        super().__init__("That seat is taken.")
        self.ticket = ticket


def ticket_take(*, device: Device, kind: str, subject: str) -> tuple[SeatTicket, str]:
    """Take a subject for a device; returns (ticket, token for its cookie). Raises SeatTaken."""
    token = new_token()
    with transaction.atomic():
        held = SeatTicket.objects.filter(kind=kind, subject=subject, revoked_at__isnull=True).first()
        if held is not None and held.device_id != device.pk:
            raise SeatTaken(held)
        if held is not None:
            held.token_hash = hash_token(token)
            held.save(update_fields=["token_hash"])
            return held, token
        try:
            with transaction.atomic():
                ticket = SeatTicket.objects.create(
                    device=device, kind=kind, subject=subject, token_hash=hash_token(token)
                )
        except IntegrityError:
            raise SeatTaken(
                SeatTicket.objects.get(kind=kind, subject=subject, revoked_at__isnull=True)
            ) from None
        _tell_room(ticket)
    return ticket, token


def ticket_release(*, ticket: SeatTicket, reason: RevokeReason, user: User | None = None) -> None:
    """End a ticket, by the director `user` if there is one. Whoever holds it is told the reason."""
    with transaction.atomic():
        changed = SeatTicket.objects.filter(pk=ticket.pk, revoked_at__isnull=True).update(
            revoked_at=timezone.now(), revoked_reason=reason, freed_by=user, connected=False
        )
        if changed:
            SeatConnection.objects.filter(ticket=ticket).delete()
            relay.ticket_gone(ticket, reason.label)
            _tell_room(ticket)


def ticket_freed_by(*, ticket: SeatTicket, user: User) -> None:
    """Another director answers for a seat that is free already."""
    SeatTicket.objects.filter(pk=ticket.pk, revoked_at__isnull=False).update(freed_by=user)
    room_seat = resolver_of(ticket).room_seat(ticket)
    if room_seat is not None:
        room_touch(room_id=room_seat.room_id)


def ticket_restore(*, ticket: SeatTicket) -> bool:
    """A ticket that was ended for a reason that has gone is in force again; False where another holds the seat by now.

    Its device comes in with the key that it has kept.
    """
    with transaction.atomic():
        ticket = SeatTicket.objects.select_for_update().get(pk=ticket.pk)
        held = SeatTicket.objects.filter(kind=ticket.kind, subject=ticket.subject, revoked_at__isnull=True)
        if held.exists():
            return False
        ticket.revoked_at, ticket.revoked_reason, ticket.freed_by = None, "", None
        try:
            with transaction.atomic():
                ticket.save(update_fields=["revoked_at", "revoked_reason", "freed_by"])
        except IntegrityError:
            return False
        _tell_room(ticket)
    return True


def presence_set(ticket_pk: int, channel: str, here: bool) -> None:
    """A socket of a ticket has opened (or is open still) or has closed; the opponent sees whether one is open."""
    with transaction.atomic():
        # Not the key: a log entry that names this ticket may be on its way, and waits for the room we lock next.
        ticket = (
            SeatTicket.objects.select_for_update(no_key=True)
            .filter(pk=ticket_pk, revoked_at__isnull=True)
            .first()
        )
        if ticket is None:
            return
        now = timezone.now()
        if here:
            sockets = SeatConnection.objects.bulk_create(
                [SeatConnection(ticket=ticket, channel=channel, seen_at=now)],
                update_conflicts=True,
                unique_fields=["channel"],
                update_fields=["seen_at"],
            )
            changed = bool(sockets)
        else:
            changed = bool(SeatConnection.objects.filter(ticket=ticket, channel=channel).delete()[0])
        connected = here or SeatConnection.objects.filter(ticket=ticket).exists()
        if connected != ticket.connected:
            ticket.connected, ticket.seen_at = connected, now
            ticket.save(update_fields=["connected", "seen_at"])
            _tell_room(ticket)
        elif changed:
            _sockets_changed(ticket)


def connection_seen(ticket_pk: int, channel: str) -> None:
    """Something was heard from this socket. One that the sweep had given up is there again."""
    if not SeatConnection.objects.filter(channel=channel).update(seen_at=timezone.now()):
        presence_set(ticket_pk, channel, True)


def presence_sweep() -> int:
    """Forget the sockets that have not been heard of for half a minute (a server that died does not report it).

    Returns how many those were.
    """
    silent = list(SeatConnection.objects.filter(seen_at__lt=timezone.now() - SILENT))
    for socket in silent:
        presence_set(socket.ticket_id, socket.channel, False)
    return len(silent)


def _sockets_changed(ticket: SeatTicket) -> None:
    """Views of this seat go elsewhere from now on, which nobody sees."""
    room_seat = room_seat_of(ticket)
    if room_seat is not None:
        Room.objects.filter(pk=room_seat.room_id).update(table_rev=F("table_rev") + 1)


def _tell_room(ticket: SeatTicket) -> None:
    room_seat = room_seat_of(ticket)
    if room_seat is not None:
        room_touch(room_id=room_seat.room_id)
