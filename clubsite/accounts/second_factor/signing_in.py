"""The time between the right password and the second factor, kept in the session of a browser not yet signed in."""

import time
from dataclasses import dataclass
from typing import Any

from django.contrib.auth import login
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare

from clubsite.accounts.models import User
from clubsite.accounts.session_store import SHARED

HALF, HALF_SECONDS = "half_signed_in", 10 * 60
BACKEND = "clubsite.accounts.signing_in.LimitedBackend"


@dataclass(frozen=True, slots=True)
class HalfSignedIn:
    """A user whose password was right, and the page that they go to after the second factor."""

    user: User
    onward: str
    shared: bool


def half_keep(request: HttpRequest, user: User, onward: str, shared: bool) -> None:
    """Remember for ten minutes that this user's password was right."""
    request.session[HALF] = {
        "user": user.pk,
        "hash": user.get_session_auth_hash(),
        "onward": onward,
        "shared": shared,
        "at": time.time(),
    }


def half_of(request: HttpRequest) -> HalfSignedIn | None:
    """Return the user who still has to give the second factor, or None if there is none or ten minutes have passed.

    Changing the password in the meantime also ends the wait.
    """
    kept: dict[str, Any] | None = request.session.get(HALF)
    if kept is None or time.time() - kept["at"] > HALF_SECONDS:
        return None
    user = User.objects.filter(pk=kept["user"], is_active=True).first()
    if user is None or not constant_time_compare(kept["hash"], user.get_session_auth_hash()):
        return None
    return HalfSignedIn(user, kept["onward"], kept["shared"])


def sign_in(request: HttpRequest, user: User, *, shared: bool = False) -> None:
    """Sign the user in. On a device that others also use, the session is shorter and ends with the browser."""
    request.session.pop(HALF, None)
    login(request, user, backend=BACKEND)
    if shared:
        request.session[SHARED] = True
        request.session.set_expiry(0)
