"""A table that everybody may watch. To nobody it exists while its director does not let it be watched (404).

However many watch, what they are shown is made once in some seconds.
"""

from typing import Any

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubsite.analysis.services.play_analysis import play_ask
from clubsite.duplicate.models import Table
from clubsite.watching.selectors import delay_words, table_watched, watch_of

SECONDS = 4
MOST = 999  # numbers of boards


@require_safe
@never_cache
def table(request: HttpRequest, session_id: str) -> HttpResponse:
    """The page."""
    found = table_watched(session_id)
    session = found.section.session
    context = {
        "table": found,
        "session": session,
        "club": session.club,
        "delay": delay_words(found),
        "shown": _shown(found),
    }
    return render(request, "watching/table.html", context)


@require_safe
@never_cache
def moving(request: HttpRequest, session_id: str, number: int | None = None) -> HttpResponse:
    """What moves of it, with the board of this number."""
    return JsonResponse(_shown(table_watched(session_id), number))


def _shown(table: Table, number: int | None = None) -> dict[str, Any]:
    """What everybody is shown of this table now."""
    number = number if number is not None and number <= MOST else None
    key = f"watched:{table.pk}:{table.watch}:{number or ''}"
    kept: dict[str, Any] | None = cache.get(key)
    if kept is not None:
        return kept
    watch = watch_of(table, timezone.now(), number)
    if watch.play_id is not None:
        play_ask(watch.play_id)
    shown = watch.as_json()
    cache.set(key, shown, SECONDS)
    return shown
