"""A table that everyone may watch. Its address returns 404 unless the director allows watching.

The page's data is computed only every few seconds, however many people are watching.
"""

from typing import Any

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone

from clubsite.analysis.services.play_analysis import play_ask
from clubsite.core.public_pages import fresh_page
from clubsite.nights.models import Table
from clubsite.readers.visitor import visitor_of
from clubsite.seats.watched import delay_words, table_watched, watch_of

POLL_SECONDS = 4
MAX_BOARD_NUMBER = 999  # numbers of boards


@fresh_page
def table(request: HttpRequest, session_id: str) -> HttpResponse:
    """Show the page for watching a table."""
    found = table_watched(session_id)
    session = found.section.session
    context = {
        "table": found,
        "session": session,
        "club": session.club,
        "delay": delay_words(found),
        "shown": _shown(request, found),
    }
    return render(request, "seats/watched_table.html", context)


@fresh_page
def moving(request: HttpRequest, session_id: str, number: int | None = None) -> HttpResponse:
    """Return the part of the page that changes, showing the board `number` if it is given."""
    return JsonResponse(_shown(request, table_watched(session_id), number))


def _shown(request: HttpRequest, table: Table, number: int | None = None) -> dict[str, Any]:
    """Return what can be seen of this table now. The data are shared by readers with the same right to read names.

    Raise MembersOnly if this reader may not read the club's results.
    """
    session = table.section.session
    visitor = visitor_of(request).at(session.club, session).require_access()
    number = number if number is not None and number <= MAX_BOARD_NUMBER else None
    key = f"watched:{table.pk}:{table.watch}:{visitor.inside:d}:{number or ''}"
    kept: dict[str, Any] | None = cache.get(key)
    if kept is not None:
        return kept
    watch = watch_of(table, timezone.now(), number, visitor)
    if watch.play_id is not None:
        play_ask(watch.play_id)
    shown = watch.as_json()
    cache.set(key, shown, POLL_SECONDS)
    return shown
