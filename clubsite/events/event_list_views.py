"""The list of events for everybody."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from clubsite.core.public_pages import public_page
from clubsite.events.selectors.events import events_listed


@public_page
def events(request: HttpRequest) -> HttpResponse:
    """Show the announced events of this site, and the latest that are published."""
    announced, published = events_listed()
    return render(request, "events/events.html", {"announced": announced, "published": published})
