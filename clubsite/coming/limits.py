"""Limits on replies, so that nobody can fill a night for fun by typing names."""

from django.http import HttpRequest

from clubsite.accounts.models import Device
from clubsite.core.rate_limits import RateLimit, address_of
from clubsite.core.refused import Refused

HOUR, DAY = 3600, 86_400
OF_ADDRESS = RateLimit("coming:address", most=60, seconds=HOUR)  # a whole club may share an address
OF_DEVICE = RateLimit("coming:device", most=20, seconds=HOUR)
MAILS = RateLimit("coming:mail", most=8, seconds=DAY)
MOST_PLAYERS = 600
"""Limit for one night, including the waiting list."""


def reply_count(request: HttpRequest, device: Device | None) -> None:
    """Count one more reply. Raise Refused if there are too many."""
    if OF_ADDRESS.exceeded(address_of(request)) or (device and OF_DEVICE.exceeded(str(device.pk))):
        raise Refused("Many answers have come from here just now. Try again in an hour, or ask a director.")


def mail_allowed(address: str) -> bool:
    """Count one more mail to this address. Return True if the mail may be sent."""
    return not MAILS.exceeded(address.casefold())
