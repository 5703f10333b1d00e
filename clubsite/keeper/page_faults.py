"""Faults that pages of the site report from a browser (`static/js/lib/faults.js`). Anybody can send such a line."""

import logging
import re
from http import HTTPStatus
from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, resolve
from django.utils import timezone
from django.views.decorators.csrf import ensure_csrf_cookie

from clubsite.core.limits import PAGE_FAULT_LINES
from clubsite.core.metrics import PAGE_FAULTS
from clubsite.keeper.models import PageFault

log = logging.getLogger(__name__)
MOST_BYTES = 500
LINE = re.compile(r"version [0-9a-f]{0,40}, file [\w.-]{0,80}, line \d{1,6}, [A-Za-z]{1,40}", re.A)
"""The whole of what is accepted. It has no place for a message, which could quote a card, or for a second line."""


@ensure_csrf_cookie
def page_fault(request: HttpRequest) -> HttpResponse:
    """Note the fault that a page reports. A GET only sets the cookie with the token that the report needs."""
    if request.method != "POST":
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    line, page = request.POST.get("line", ""), _page_of(request)
    if int(request.META.get("CONTENT_LENGTH") or 0) > MOST_BYTES or not LINE.fullmatch(line):
        return HttpResponse(status=HTTPStatus.BAD_REQUEST)
    if not PAGE_FAULT_LINES.exceeded(page):
        PageFault.objects.update_or_create(page=page, defaults={"line": line, "at": timezone.now()})
        PAGE_FAULTS.labels(page).inc()
        log.warning("A page failed in a browser: %s, %s", page, line)
    return HttpResponse(status=HTTPStatus.NO_CONTENT)


def _page_of(request: HttpRequest) -> str:
    """Return the name of the route of the page that sent the request. Its address may contain a key."""
    try:
        return resolve(urlsplit(request.headers.get("Referer", "")).path).view_name
    except (Resolver404, ValueError):
        return "unknown"
