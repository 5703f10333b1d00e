"""Writes on tickets: take a seat, give it up, and whether its holder is there."""

from datetime import timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone

from clubsite.accounts.models import Device, User
from clubsite.core.tokens import hash_token, new_token
from clubsite.play import relay
from clubsite.play.models import RevokeReason, SeatTicket
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
            revoked_at=timezone.now(), revoked_reason=reason, freed_by=user, connected=False, channel=""
        )
        if changed:
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


def presence_set(*, ticket_pk: int, channel: str, here: bool) -> None:
    """Its holder's page has connected (or is still there) or has left; the opponent sees it."""
    with transaction.atomic():
        # Not the key: a log entry that names this ticket may be on its way, and waits for the room we lock next.
        ticket = (
            SeatTicket.objects.select_for_update(no_key=True)
            .filter(pk=ticket_pk, revoked_at__isnull=True)
            .first()
        )
        if ticket is None or (not here and ticket.channel != channel):
            return
        changed = ticket.connected != here
        ticket.connected, ticket.channel, ticket.seen_at = here, channel if here else "", timezone.now()
        ticket.save(update_fields=["connected", "channel", "seen_at"])
        if changed:
            _tell_room(ticket)


def presence_sweep() -> int:
    """Mark as gone whoever has not been heard of for half a minute (a server that died does not report it)."""
    silent = SeatTicket.objects.filter(connected=True, seen_at__lt=timezone.now() - SILENT)
    tickets = list(silent)
    for ticket in tickets:
        presence_set(ticket_pk=ticket.pk, channel=ticket.channel, here=False)
    return len(tickets)


def _tell_room(ticket: SeatTicket) -> None:
    room_seat = room_seat_of(ticket)
    if room_seat is not None:
        room_touch(room_id=room_seat.room_id)
