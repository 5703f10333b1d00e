"""Every sign-in, by whatever page: its limits, through axes that keeps the record, and what a browser remembers."""

from collections.abc import Callable
from typing import Any

from axes.handlers.database import AxesDatabaseHandler
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from clubsite.accounts import limits
from clubsite.accounts.cookies import name_keep
from clubsite.accounts.hashing import Crowded
from clubsite.accounts.models import User

CROWDED_SECONDS = 30


class Handler(AxesDatabaseHandler):
    """Axes' record in the database, with the limits of `limits.py` in place of its own. It hears of `authenticate`."""

    def is_locked(self, request: Any, credentials: dict[str, Any] | None = None) -> bool:
        """Counts the try."""
        try:
            request.sign_in_try = limits.sign_in(request, str((credentials or {}).get("username") or ""))
        except limits.TooOften as no:
            request.sign_in_refused = no
            return True
        return False

    def user_logged_in(self, sender: Any, request: Any, user: User, **kwargs: Any) -> None:
        super().user_logged_in(sender, request, user, **kwargs)
        if tried := getattr(request, "sign_in_try", None):
            tried.right()
        browser_known(request, user)


def browser_known(request: Any, user: User) -> None:
    """From now on this browser has tries of its own at this account."""
    request.name_to_keep = user.get_username()


class SignIns:
    """Middleware: the cookie after a sign-in, and the answer where too many passwords are looked at."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if name := getattr(request, "name_to_keep", ""):
            name_keep(request, response, name)
        return response

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, Crowded):
            return None
        if tried := getattr(request, "sign_in_try", None):
            tried.taken_back()
        answer = render(request, "accounts/crowded.html", status=503)
        answer["Retry-After"] = str(CROWDED_SECONDS)
        return answer
