"""Writes on accounts."""

from clubsite.accounts.models import Device
from clubsite.accounts.tokens import hash_token, new_token, token_once


def device_for(*, token: str | None, label: str = "", once: str = "") -> tuple[Device, str]:
    """The device of this cookie, or a new one. Returns (device, token to keep in the cookie).

    The same page (`once`) sent twice by a browser that has no cookie yet comes from one device.
    """
    device = device_known(token)
    if device is not None and token:
        return device, token
    token = device_token(once) or new_token()
    device, _ = Device.objects.get_or_create(token_hash=hash_token(token), defaults={"label": label[:80]})
    return device, token


def device_token(once: str) -> str:
    """What the cookie of a browser will hold that has come with this page's word; empty without a word."""
    return token_once(once, "device") if once else ""


def device_known(token: str | None) -> Device | None:
    """The device of this cookie, None for one that was never here."""
    return Device.objects.filter(token_hash=hash_token(token)).first() if token else None
