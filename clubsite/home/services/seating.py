"""Returning to your own seat, from the same device or, after signing in, from another device."""

from django.db import transaction

from clubsite.accounts.models import Device
from clubsite.accounts.requests import AnyUser
from clubsite.core.refused import Refused
from clubsite.home.models import HomeSeat
from clubsite.play.models import RevokeReason, SeatTicket
from clubsite.play.seat_tickets import ticket_release, ticket_take


def seat_ticket(*, seat: HomeSeat, device: Device, user: AnyUser | None = None) -> tuple[SeatTicket, str]:
    """Return a ticket for the user's own seat and the token for its cookie. Raise Refused if the seat belongs to
    another device.
    """
    with transaction.atomic():
        seat = HomeSeat.objects.select_for_update().get(pk=seat.pk)  # one device after the other may move it
        if seat.device_id != device.pk:
            if seat.user_id is None or user is None or seat.user_id != user.pk:
                raise Refused("This seat belongs to another device.")
            _move(seat, device)
        return ticket_take(device=device, seat=seat.seat)


def _move(seat: HomeSeat, device: Device) -> None:
    """Move a signed-in player's seat to another device, and tell the previous device."""
    held = SeatTicket.objects.filter(seat=seat.pk, revoked_at__isnull=True).first()
    if held is not None:
        ticket_release(ticket=held, reason=RevokeReason.OTHER_DEVICE)
    seat.device = device
    seat.save(update_fields=["device"])
