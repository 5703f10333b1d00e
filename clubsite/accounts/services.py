"""Writes on accounts."""

from clubsite.accounts.models import Device
from clubsite.accounts.tokens import hash_token, new_token


def device_for(*, token: str | None, label: str = "") -> tuple[Device, str]:
    """The device of this cookie, or a new one. Returns (device, token to keep in the cookie)."""
    device = device_known(token)
    if device is not None and token:
        return device, token
    token = new_token()
    return Device.objects.create(token_hash=hash_token(token), label=label[:80]), token


def device_known(token: str | None) -> Device | None:
    """The device of this cookie, None for one that was never here."""
    return Device.objects.filter(token_hash=hash_token(token)).first() if token else None
