"""Who is asked to sign in first, and where that leads."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlsplit

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.utils.http import url_has_allowed_host_and_scheme

View = Callable[..., HttpResponse]


def signed_in(view: View) -> View:
    """Anonymous: to the login page, and from there to the page that was asked for.

    What was sent is not sent again: then it leads to the page that it was sent from, for where a key leads may be no
    page at all.
    """

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.user.is_authenticated:
            return view(request, *args, **kwargs)
        return redirect_to_login(_page_of(request))

    return guarded


def _page_of(request: HttpRequest) -> str:
    """The page that is asked for, or from which something is sent; the home page if that is not known."""
    if request.method in ("GET", "HEAD"):
        return request.get_full_path()
    there = request.headers.get("Referer", "")
    if not url_has_allowed_host_and_scheme(there, {request.get_host()}, require_https=request.is_secure()):
        return "/"
    return urlsplit(there)._replace(scheme="", netloc="").geturl() or "/"
