"""The first checks of every director's page, and refusals as sentences on the next page."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpResponse
from django.views.decorators.cache import never_cache

from clubsite.accounts.cookies import device_here
from clubsite.accounts.decorators import signed_in
from clubsite.accounts.requests import SignedInRequest
from clubsite.duplicate.own_requests import director_seen
from clubsite.duplicate.selectors.sessions import session_for

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
