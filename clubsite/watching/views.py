"""A table that everybody may watch. To nobody it exists while its director does not let it be watched (404)."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubsite.analysis.services.play_analysis import play_ask
from clubsite.watching.selectors import Watch, table_watched, watch_of


@require_safe
@never_cache
def table(request: HttpRequest, session_id: str) -> HttpResponse:
    """The page."""
    watch = _watch(session_id, None)
    session = watch.table.section.session
    context = {"watch": watch, "session": session, "club": session.club}
    return render(request, "watching/table.html", context)


@require_safe
@never_cache
def moving(request: HttpRequest, session_id: str, number: int | None = None) -> HttpResponse:
    """What moves of it, with the board of this number."""
    return JsonResponse(_watch(session_id, number).as_json())


def _watch(session_id: str, number: int | None) -> Watch:
    watch = watch_of(table_watched(session_id), timezone.now(), number)
    if watch.play_id is not None:
        play_ask(watch.play_id)
    return watch
