"""Writes on accounts."""

from clubsite.accounts.models import Device
from clubsite.accounts.tokens import hash_token, new_token


def device_for(*, token: str | None, label: str = "") -> tuple[Device, str]:
    """The device of this cookie, or a new one. Returns (device, token to keep in the cookie)."""
    if token:
        device = Device.objects.filter(token_hash=hash_token(token)).first()
        if device is not None:
            return device, token
    token = new_token()
    return Device.objects.create(token_hash=hash_token(token), label=label[:80]), token
