"""Parts of all the director's pages: the access check at the start, and the template's context at the end."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from clubsite.accounts.cookies import device_here
from clubsite.accounts.decorators import SignedInRequest, signed_in
from clubsite.nights.consents import director_seen
from clubsite.nights.models import Session
from clubsite.nights.selectors.sessions import session_for

View = Callable[..., HttpResponse]


def for_director(view: View) -> View:
    """Pass the session to the view. Send anonymous users to the login page; raise Http404 for all but its directors."""

    @wraps(view)
    def guarded(request: SignedInRequest, session_id: str, **kwargs: Any) -> HttpResponse:
        session = session_for(request.user, session_id)
        request.user.device = device_here(request)
        director_seen(session, request.user)
        return view(request, session, **kwargs)

    return signed_in(never_cache(guarded))


def posted_by_director(view: View) -> View:
    """Pass the session to the view, as `for_director` does, but only on a POST."""
    return for_director(require_POST(view))


def session_page(request: SignedInRequest, session: Session, template: str, /, **context: Any) -> HttpResponse:
    """Return a page about a session. Its template gets the session and the club."""
    return render(request, template, {"session": session, "club": session.club, **context})
