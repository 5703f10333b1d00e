"""The first checks of every director's page, and refusals as sentences on the next page."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache

from clubsite.accounts.cookies import device_here
from clubsite.accounts.decorators import signed_in
from clubsite.accounts.requests import SignedInRequest
from clubsite.duplicate.errors import Refused
from clubsite.duplicate.own_requests import director_seen
from clubsite.duplicate.selectors.sessions import session_for
from movements.errors import MovementError

View = Callable[..., HttpResponse]


def for_director(view: View) -> View:
    """Give the view the session. Send anonymous users to the login page; answer 404 to others than the club's
    directors.
    """

    @wraps(view)
    def guarded(request: SignedInRequest, session_id: str, **kwargs: Any) -> HttpResponse:
        session = session_for(request.user, session_id)
        request.user.device = device_here(request)
        director_seen(session, request.user)
        return view(request, session, **kwargs)

    return signed_in(never_cache(guarded))


def attempt(request: HttpRequest, done: str, act: Callable[[], Any]) -> bool:
    """Do it and say `done` on the next page, unless it is ""; if refused, say why. Return True if it was done."""
    try:
        act()
    except (Refused, MovementError) as no:
        messages.error(request, str(no))
        return False
    if done:
        messages.success(request, done)
    return True


def attempt_form(request: HttpRequest, form: Form, act: Callable[[], Any]) -> bool:
    """Do what a valid form asks. If refused, say why at its field, else on the page. Return True if it was done."""
    if not form.is_valid():
        return False
    try:
        act()
    except (Refused, MovementError) as no:
        field = getattr(no, "field", "")
        if field in form.fields:
            form.add_error(field, str(no))
        else:
            messages.error(request, str(no))
        return False
    return True
