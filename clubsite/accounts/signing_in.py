"""Signing in with a name and a password, within the limits, and remembering the browser that was used."""

from collections.abc import Callable
from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from clubsite.accounts import limits
from clubsite.accounts.cookies import name_keep
from clubsite.accounts.forms import OnwardForm, SignInForm
from clubsite.accounts.models import User


class LimitedBackend(ModelBackend):
    """Django's backend, with a limit on wrong passwords. Every page where users sign in by password uses it."""

    def authenticate(
        self, request: HttpRequest | None, username: str | None = None, password: str | None = None, **kwargs: Any
    ) -> Any:
        """Return the user, or None if the password is wrong. Raise TooOften before the password is checked."""
        tried = limits.sign_in(request, username or "") if request is not None else None
        user = super().authenticate(request, username, password, **kwargs)
        if user is not None and tried is not None:
            tried.right()
        return user


@receiver(user_logged_in)
def browser_known(request: Any, user: User, **kwargs: Any) -> None:
    """Record that this user signed in or set a password in this browser, so that its attempts count separately."""
    request.name_to_keep = user.get_username()


class SignIns:
    """Middleware that sets the cookie after a sign-in, and answers sign-ins beyond the limits with status 429."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if name := getattr(request, "name_to_keep", ""):
            name_keep(request, response, name)
        return response

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Show the sign-in page with the name that was typed, whichever page the password was submitted to."""
        if not isinstance(error, limits.TooOften):
            return None
        form = SignInForm(request, initial={"username": request.POST.get("username", "")})
        shown = {"form": form, "next": onward_of(request), "refused": error}
        return refused_for_now(render(request, "accounts/login.html", shown), error)


def onward_of(request: HttpRequest) -> str:
    """Return the address in `next`, to which the visitor wants to continue. It has not been checked for safety yet."""
    return OnwardForm(request.POST).sent["next"] or OnwardForm(request.GET).sent["next"]


def refused_for_now(answer: HttpResponse, refused: limits.TooOften) -> HttpResponse:
    """Return `answer` with status 429 and the seconds to wait in its `Retry-After` header."""
    answer.status_code = 429
    answer["Retry-After"] = str(refused.seconds)
    return answer
