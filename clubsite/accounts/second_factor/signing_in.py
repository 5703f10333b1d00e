"""The time between the right password and the second factor, kept in the session of a browser not yet signed in."""

import time
from dataclasses import dataclass
from typing import Any

from django.contrib.auth import login
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare

from clubsite.accounts.models import User

HALF, HALF_SECONDS = "half_signed_in", 10 * 60
BACKEND = "clubsite.accounts.signing_in.LimitedBackend"


@dataclass(frozen=True, slots=True)
class HalfSignedIn:
    """A user whose password was right, and the page that they go to after the second factor."""

    user: User
    onward: str


def half_keep(request: HttpRequest, user: User, onward: str) -> None:
    """Remember for ten minutes that this user's password was right."""
    request.session[HALF] = {
        "user": user.pk,
        "hash": user.get_session_auth_hash(),
        "onward": onward,
        "at": time.time(),
    }


def half_of(request: HttpRequest) -> HalfSignedIn | None:
    """Return the user who still owes the second factor, or None if there is none, or if ten minutes have passed.

    A password that was changed in the meantime ends it too.
    """
    kept: dict[str, Any] | None = request.session.get(HALF)
    if kept is None or time.time() - kept["at"] > HALF_SECONDS:
        return None
    user = User.objects.filter(pk=kept["user"], is_active=True).first()
    if user is None or not constant_time_compare(kept["hash"], user.get_session_auth_hash()):
        return None
    return HalfSignedIn(user, kept["onward"])


def half_finish(request: HttpRequest, user: User) -> None:
    """Sign the user in, after the second factor."""
    request.session.pop(HALF, None)
    login(request, user, backend=BACKEND)
