"""The cookie by which a browser that has come to play is known again."""

from typing import TypeVar

from django.http import HttpRequest, HttpResponseBase

from clubsite.accounts.models import Device
from clubsite.accounts.services import device_for, device_known, device_of_page

NAME = "device"
YEAR = 365 * 24 * 3600
R = TypeVar("R", bound=HttpResponseBase)


def device_here(request: HttpRequest) -> Device | None:
    """The device of this request, None for one that was never here."""
    return device_known(request.COOKIES.get(NAME)) or device_of_page(_once(request))


def device_of(request: HttpRequest) -> tuple[Device, str]:
    """The device of this request, a new one if it was never here, and the token to keep (see `keep_device`)."""
    return device_for(
        token=request.COOKIES.get(NAME),
        label=request.headers.get("User-Agent", "")[:80],
        once=_once(request),
    )


def _once(request: HttpRequest) -> str:
    """The word of the page that was sent: until a browser has its cookie, it is known by that."""
    return request.POST.get("once", "")


def keep_device(request: HttpRequest, response: R, token: str) -> R:
    """The response, with the device's token in its cookie for another year."""
    response.set_cookie(NAME, token, max_age=YEAR, httponly=True, samesite="Lax", secure=request.is_secure())
    return response
