"""A test user's authenticator app: setting it up without pages, and the codes that it shows."""

from typing import Any

from clubsite.accounts.models import AuthenticatorApp
from clubsite.accounts.second_factor.services import codes_make


def with_app(user: Any) -> list[str]:
    """Set up an authenticator app for the user. Return the user's recovery codes."""
    AuthenticatorApp.objects.create(user=user, key=AuthenticatorApp.new_key(), confirmed=True)
    return codes_make(user=user)


def code_of(user: Any, later: int = 0) -> str:
    """Return the code that the user's app shows `later` half minutes from now, because each code works only once.

    If a half minute has begun since the last code was used, that is one of the half minutes.
    """
    app = AuthenticatorApp.objects.get(user=user)
    codes = app.totp()
    codes.drift = 0
    codes.drift = later if app.last_t < 0 or later <= 0 else min(later, app.last_t + 1 - codes.t())
    return f"{codes.token():06}"


def wrong_code_of(user: Any) -> str:
    """Return six digits that the app does not show now, a minute ago or a minute from now."""
    near = {code_of(user, later) for later in range(-2, 3)}
    return next(code for code in ("111111", "222222", "333333", "444444", "555555", "666666") if code not in near)
