"""The page where a playing director, if no other director is present, types the number on the opponent's screen."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpResponse

from clubsite.accounts.requests import SignedInRequest
from clubsite.director.monitor.forms import ConsentForm
from clubsite.nights.consents import ConsentWanted
from clubsite.nights.decorators import session_page
from clubsite.nights.models import Session

View = Callable[..., HttpResponse]
NOT_AGAIN = {"csrfmiddlewaretoken", "number", "idempotency_key"}


def asks_consent(view: View) -> View:
    """Show the page that asks for the number if the view raises ConsentWanted. The page submits the original form
    again, together with the number.
    """

    @wraps(view)
    def asking(request: SignedInRequest, session: Session, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, session, **kwargs)
        except ConsentWanted as wanted:
            sent = [(name, value) for name, value in request.POST.items() if name not in NOT_AGAIN]
            form = ConsentForm({})
            if wanted.fault:
                form.add_error("number", wanted.fault)
            return session_page(request, session, "director/monitor/consent.html", wanted=wanted, sent=sent, form=form)

    return asking


def consent_number(request: SignedInRequest) -> str:
    """Return the number that the director typed, or ""."""
    return str(ConsentForm(request.POST).sent["number"])
