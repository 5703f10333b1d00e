"""Cookies that recognise browsers in which somebody has played, and browsers in which a user has signed in."""

from typing import Any, TypeVar

from django.core import signing
from django.http import HttpRequest, HttpResponseBase

from clubsite.accounts.models import Device, name_key
from clubsite.accounts.services import device_for, device_known, device_of_page
from clubsite.core.tokens import idempotency_key, name_mark, new_token

DEVICE_COOKIE, KNOWN_COOKIE = "device", "known"
KNOWN = "known"  # the salt of its signature
NAMES_KEPT = 8  # users who have signed in here: a club's laptop has several
COOKIE_SECONDS = 365 * 24 * 3600
R = TypeVar("R", bound=HttpResponseBase)


def device_here(request: HttpRequest) -> Device | None:
    """Return the device of this request, or None if the browser has none yet.

    Until a browser has its cookie, it is identified by the `idempotency_key` of the submitted form. The device is
    looked up once per request.
    """
    known: Device | None = getattr(request, "device", None)
    if known is None:
        known = device_known(request.COOKIES.get(DEVICE_COOKIE)) or device_of_page(idempotency_key(request))
        request.device = known  # type: ignore[attr-defined]  # a note of ours on Django's request
    return known


def device_of(request: HttpRequest) -> tuple[Device, str]:
    """Return the device of this request, creating one if needed, and the token for its cookie (see `keep_device`)."""
    return device_for(
        token=request.COOKIES.get(DEVICE_COOKIE),
        label=request.headers.get("User-Agent", "")[:80],
        idempotency_key=idempotency_key(request),
    )


def keep_device(response: R, token: str) -> R:
    """Set the cookie with the device's token for another year, and return the response."""
    response.set_cookie(DEVICE_COOKIE, token, max_age=COOKIE_SECONDS, httponly=True, samesite="Lax")
    return response


def known_browser(request: HttpRequest, name: str) -> str | None:
    """Return this browser's id if this user has signed in here before, else None. `name` is the sign-in name."""
    browser, names = _known(request)
    return browser if name_mark(name_key(name)) in names else None


def name_keep(request: HttpRequest, response: R, name: str) -> R:
    """Note in a signed cookie that this user has signed in here or set a password via a link. Return the response."""
    browser, names = _known(request)
    mark = name_mark(name_key(name))
    kept = [mark, *(each for each in names if each != mark)][:NAMES_KEPT]
    value = signing.dumps([browser or new_token(), kept], salt=KNOWN)
    response.set_cookie(KNOWN_COOKIE, value, max_age=COOKIE_SECONDS, httponly=True, samesite="Lax")
    return response


def _known(request: HttpRequest) -> tuple[str, list[str]]:
    try:
        known: Any = signing.loads(request.COOKIES.get(KNOWN_COOKIE, ""), salt=KNOWN, max_age=COOKIE_SECONDS)
    except signing.BadSignature:
        return "", []
    return known[0], known[1]
