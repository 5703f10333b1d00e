"""Pages about the program itself: a description, its installation on a device, and its failure."""

import sys
from http import HTTPStatus

from django.conf import settings
from django.db import OperationalError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.views import defaults
from django.views.decorators.cache import cache_control

from clubsite.core.responses import public_page
from clubsite.installation import SITE_FILES, site_version
from clubsite.staticfiles import version

ENGINES = {"sqlite": "SQLite", "postgresql": "PostgreSQL and Redis"}


@public_page
def about(request: HttpRequest) -> HttpResponse:
    """Show the page. It does not name the versions of libraries, which would help only an attacker."""
    licence = (SITE_FILES / "LICENSE").read_text(encoding="utf-8")
    context = {
        "version": site_version(),
        "engine": ENGINES[connection.vendor],
        "licence": licence.strip().split("\n\n"),
    }
    return render(request, "core/about.html", context)


OFFLINE_FILES = ["css/site.css", "js/lib/theme.js", "js/lib/faults.js", "img/icon.svg"]
"""The files of the offline page."""


@cache_control(max_age=3600)
def manifest(request: HttpRequest) -> HttpResponse:
    """Return the manifest, which a device reads before it adds the site to its home screen."""
    return render(request, "core/manifest.json", content_type="application/manifest+json")


def worker_address() -> str:
    """Return the address of the service worker, or "" if it is turned off or if unbundled sources are served."""
    return reverse("core:service_worker") if settings.SERVICE_WORKER and version() else ""


@cache_control(no_cache=True)
def service_worker(request: HttpRequest) -> HttpResponse:
    """Return the worker's script, or a script that removes an installed worker and everything that it has stored."""
    if worker_address():
        pages = settings.OFFLINE_PAGES
        files = [reverse("core:offline"), *map(static, OFFLINE_FILES)]
        files += [*(page["page"] for page in pages), *(static(name) for page in pages for name in page["files"])]
        facts = {"version": version(), "offline": files[0], "files": files}
        context, script = facts | {"static": settings.STATIC_URL, "pages": pages}, "core/service_worker.js"
    else:
        context, script = {}, "core/no_service_worker.js"
    return render(request, script, context, content_type="text/javascript")


def offline(request: HttpRequest) -> HttpResponse:
    """Show the page for a device that cannot reach the site. It is the same for everybody, so a worker may store it."""
    return render(request, "core/offline.html")


RETRY_AFTER = 10  # seconds
NO_CONNECTION = "The database has no connection free, or is starting. Nothing was changed. Ask again in ten seconds."


def server_error(request: HttpRequest) -> HttpResponse:
    """Return the page for status 500, or for 503 if the request got no connection to the database."""
    if not isinstance(sys.exc_info()[1], OperationalError) or connection.connection is not None:
        return defaults.server_error(request)
    status = HTTPStatus.SERVICE_UNAVAILABLE
    if request.path.startswith("/api/"):
        problem = {"title": status.phrase, "status": int(status), "detail": NO_CONNECTION}
        response: HttpResponse = JsonResponse(problem, content_type="application/problem+json")
    else:
        response = defaults.server_error(request, "503.html")
    response.status_code = status
    response["Retry-After"] = str(RETRY_AFTER)
    return response
