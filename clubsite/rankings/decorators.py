"""The first check on every page of published results."""

from collections.abc import Callable
from functools import wraps

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from clubsite.clubs.selectors import directs
from clubsite.core.responses import found_or_404, public_page
from clubsite.rankings.selectors.published import published_or_404, waiting_for
from clubsite.readers.visitor import visitor_of


def of_published(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorate a view that takes published results, so that it takes a request and a session's public id.

    Before publication or after a withdrawal, readers who may know that results are coming (`waiting_for`) get a
    waiting page. Raise Http404 for everyone else.
    """

    @wraps(view)
    @public_page
    def page(request: HttpRequest, public_id: str, **kwargs: str | int) -> HttpResponse:
        try:
            published = published_or_404(public_id, visitor_of(request))
        except Http404:
            return _waiting_page(request, public_id)
        return view(request, published, **kwargs)

    return page


@never_cache
def _waiting_page(request: HttpRequest, public_id: str) -> HttpResponse:
    session, state = found_or_404(waiting_for(public_id, visitor_of(request)), "No such results")
    context = {"state": state, "directs": directs(request.user, session.club)}
    context |= {"session": session, "club": session.club, "here": "results"}
    return render(request, "rankings/waiting.html", context)
