"""A test user's authenticator app: setting it up without pages, and the codes that it shows."""

from typing import Any

from django_otp.oath import totp
from django_otp.plugins.otp_totp.models import TOTPDevice

from clubsite.accounts.second_factor.services import codes_make


def with_app(user: Any) -> list[str]:
    """Set up an app for the user. Return recovery codes."""
    TOTPDevice.objects.create(user=user, name="app", confirmed=True)
    return codes_make(user=user)


def code_of(user: Any, later: int = 0) -> str:
    """Return the code that the user's app shows, `later` half minutes from now, because a code works only once."""
    device = TOTPDevice.objects.get(user=user)
    return f"{totp(device.bin_key, drift=later):06}"


def wrong_code_of(user: Any) -> str:
    """Return six figures that the app shows neither now nor a minute before or after."""
    near = {code_of(user, later) for later in range(-2, 3)}
    return next(code for code in ("111111", "222222", "333333", "444444", "555555", "666666") if code not in near)
