"""The browsers in which a user is signed in."""

from dataclasses import dataclass

from django.contrib.auth import HASH_SESSION_KEY
from django.utils.crypto import constant_time_compare

from clubsite.accounts.models import BrowserSession, User


@dataclass(frozen=True, slots=True)
class SignIn:
    """A browser in which the user is signed in. `here` is true for the browser that shows the page."""

    session: BrowserSession
    here: bool


def sign_ins_of(user: User, key: str | None = None) -> list[SignIn]:
    """Return the browsers in which this user is signed in, last seen first. `key` is this browser's session."""
    now_valid = user.get_session_auth_hash()
    rows = BrowserSession.objects.filter(user=user).order_by("-seen_at")
    return [
        SignIn(row, row.session_key == key)
        for row in rows
        if constant_time_compare(row.get_decoded().get(HASH_SESSION_KEY, ""), now_valid)
    ]
