"""The site on a device's home screen: its manifest, and a service worker with a page to show when offline.

The worker stores only that page, the pages in `OFFLINE_PAGES` and files with a hash in their name. It stores no
page about a club, person or seat. An offline page is the same for everybody and is shown when the site cannot
be reached. It shows only data that it has itself stored in the browser.

`SERVICE_WORKER=false` turns the worker off, even where it is installed (docs/operations.md).
"""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.cache import cache_control

from clubsite.staticfiles import version

PAPER = "#F5F2E9"  # `--paper` of tokens.css
ICONS = [("icon-192", 192, "any"), ("icon-512", 512, "any"), ("icon-maskable-512", 512, "maskable")]
OFFLINE_FILES = ["css/site.css", "js/lib/theme.js", "js/lib/faults.js", "img/icon.svg"]
"""The files of the offline page."""


@cache_control(max_age=3600)
def manifest(request: HttpRequest) -> HttpResponse:
    """Return the manifest, which a device reads before it adds the site to its home screen."""
    icons = [
        {"src": static(f"img/{name}.png"), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
        for name, size, purpose in ICONS
    ]
    said = {
        "name": "Two Handed Solo Bridge",
        "short_name": "Two Handed",
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "icons": icons,
    }
    return JsonResponse(said, content_type="application/manifest+json")


def worker_address() -> str:
    """Return the address of the service worker, or "" if it is turned off or if unbundled sources are served."""
    return reverse("core:service_worker") if settings.SERVICE_WORKER and version() else ""


@cache_control(no_cache=True)
def service_worker(request: HttpRequest) -> HttpResponse:
    """Return the worker's script, or a script that removes an installed worker and everything that it has stored."""
    if worker_address():
        pages = settings.OFFLINE_PAGES
        files = [reverse("core:offline"), *map(static, OFFLINE_FILES)]
        files += [
            *(page["page"] for page in pages),
            *(static(name) for page in pages for name in page["files"]),
        ]
        context = {
            "version": version(),
            "offline": files[0],
            "files": files,
            "static": settings.STATIC_URL,
            "pages": pages,
        }
        script = "core/service_worker.js"
    else:
        context, script = {}, "core/no_service_worker.js"
    return render(request, script, context, content_type="text/javascript")


def offline(request: HttpRequest) -> HttpResponse:
    """Show the page for a device that cannot reach the site. It is the same for everybody, so a worker may store it."""
    return render(request, "core/offline.html")
