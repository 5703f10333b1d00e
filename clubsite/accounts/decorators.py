"""Decorators for views that need a signed-in user, or a user who has just confirmed their identity."""

import time
from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlsplit

from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.views import redirect_to_login
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache

from clubsite.accounts.models import User
from clubsite.accounts.second_factor.forms import PasswordAgainForm, SecondStepForm
from clubsite.accounts.second_factor.services import SecondFactors, passkey_asked, passkeys_refusal, second_factors_of

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


CONFIRMED_SECONDS = 15 * 60
CONFIRMED, BACK = "confirmed_at", "confirm_back"
OF_THE_QUESTION = ("csrfmiddlewaretoken", "confirm_")
SECRET_WORDS = ("password", "passphrase")
"""Each field for a secret has one of these words in its name. It is never sent back to the browser."""


def confirmed(view: View) -> View:
    """Ask a signed-in user for their password or second factor before the view, unless they gave it a few minutes ago.

    A form that was submitted to the view is carried along through this check, so that only its secrets have to be
    typed again.
    """

    @wraps(view)
    @never_cache
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            return view(request, *args, **kwargs)
        back = request.method == "POST" and BACK in request.POST
        if not is_confirmed(request):
            factors = second_factors_of(request.user)
            form: Form = (SecondStepForm if factors else PasswordAgainForm)(request, request.user)
            if not form.is_valid():
                return _asked(request, form, factors, back)
            confirm_keep(request)
        # The question about a page came as a POST. It must not reach the view, which could take it for the act.
        return redirect(request.get_full_path()) if back else view(request, *args, **kwargs)

    return guarded


def step_context(request: HttpRequest, factors: SecondFactors) -> dict[str, Any]:
    """Return the template context for a second step: the factors, and the passkey's options if passkeys work here."""
    if not factors.passkeys:
        return {"factors": factors}
    refusal = passkeys_refusal(request)
    options = None if refusal else passkey_asked(request, factors.passkeys[0].user)
    return {"factors": factors, "passkey_refusal": refusal, "passkey_options": options}


def is_confirmed(request: HttpRequest) -> bool:
    """True if the user signed in or confirmed who they are within the last few minutes."""
    return time.time() - float(request.session.get(CONFIRMED, 0)) < CONFIRMED_SECONDS


def is_secret(name: str) -> bool:
    """True if the form field with this name holds a password or a passphrase."""
    return any(word in name for word in SECRET_WORDS)


def confirm_keep(request: HttpRequest) -> None:
    """Remember that the user has just confirmed who they are."""
    request.session[CONFIRMED] = time.time()


def _asked(request: HttpRequest, form: Form, factors: SecondFactors, back: bool) -> HttpResponse:
    sent = [(name, values) for name, values in request.POST.lists() if not name.startswith(OF_THE_QUESTION)]
    carried = [(name, value) for name, values in sent if not is_secret(name) for value in values]
    dropped = any(value for name, values in sent if is_secret(name) for value in values)
    if request.method != "POST" or back:
        carried, dropped = [(BACK, "1")], False
    shown = {"form": form, "carried": carried, "dropped": dropped} | step_context(request, factors)
    return render(request, "accounts/confirm.html", shown, status=422 if form.is_bound else 200)
