"""The check that sends visitors to the sign-in page first, and types for a request's user."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlsplit

from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.utils.http import url_has_allowed_host_and_scheme

from clubsite.accounts.models import User

View = Callable[..., HttpResponse]


def signed_in(view: View) -> View:
    """Send anonymous users to the login page, and from there to the requested page.

    A form is not submitted again after the login. The user returns to the page that contains the form instead,
    because the address that the form was sent to may not be a page.
    """

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.user.is_authenticated:
            return view(request, *args, **kwargs)
        return redirect_to_login(_page_of(request))

    return guarded


def _page_of(request: HttpRequest) -> str:
    """Return the requested page or, for a POST, the page that the form was on (the home page if that is unknown)."""
    if request.method in ("GET", "HEAD"):
        return request.get_full_path()
    there = request.headers.get("Referer", "")
    if not url_has_allowed_host_and_scheme(there, {request.get_host()}, require_https=request.is_secure()):
        return "/"
    return urlsplit(there)._replace(scheme="", netloc="").geturl() or "/"


AnyUser = User | AnonymousUser


class SignedInRequest(HttpRequest):
    """A request to a view that only lets in signed-in users. It is for type checkers; no instances are created."""

    user: User
