"""Sitting down at a seat that is one's own: from the same device, or from another after signing in."""

from django.db import transaction

from clubsite.accounts.models import Device
from clubsite.accounts.requests import Visitor
from clubsite.lounge.models import HomeSeat
from clubsite.play.models import RevokeReason, SeatTicket
from clubsite.play.seat_tickets import ticket_release, ticket_take


class NotYours(Exception):
    """The seat belongs to another device and to nobody who is signed in here."""


def seat_ticket(*, seat: HomeSeat, device: Device, user: Visitor | None = None) -> tuple[SeatTicket, str]:
    """The ticket on one's own seat and the token for its cookie. Raises NotYours."""
    with transaction.atomic():
        seat = HomeSeat.objects.select_for_update().get(pk=seat.pk)  # one device after the other moves it
        if seat.device_id != device.pk:
            if seat.user_id is None or user is None or seat.user_id != user.pk:
                raise NotYours
            _move(seat, device)
        return ticket_take(device=device, seat=seat.seat)


def _move(seat: HomeSeat, device: Device) -> None:
    """A signed-in player goes on with another device; the first one is told."""
    held = SeatTicket.objects.filter(seat=seat.pk, revoked_at__isnull=True).first()
    if held is not None:
        ticket_release(ticket=held, reason=RevokeReason.OTHER_DEVICE)
    seat.device = device
    seat.save(update_fields=["device"])
