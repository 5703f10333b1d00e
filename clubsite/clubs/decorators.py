"""The first checks on every page for a club's directors."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpResponse
from django.views.decorators.cache import never_cache

from clubsite.accounts.decorators import SignedInRequest, signed_in
from clubsite.clubs.selectors import club_for_director


def for_club(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Pass the club to the view. Strangers go to the login page; people who do not direct the club get a 404."""

    @wraps(view)
    def guarded(request: SignedInRequest, slug: str, **kwargs: Any) -> HttpResponse:
        return view(request, club_for_director(request.user, slug), **kwargs)

    return signed_in(never_cache(guarded))
