"""Responses: which caches may keep them (each has a hash of its content as its ETag), files, and a 404.

The content itself is hashed, because names and solutions may change without a new version of the results.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from django.http import Http404, HttpResponse, JsonResponse
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_cookie

View = Callable[..., HttpResponse]


def public_page(view: View) -> View:
    """Let a browser keep the page and ask each time whether it has changed (304 if not). Other caches store nothing.

    The site knows readers by their cookies. Readers see different names, and "yours" marks their own results, so
    the hash of the response differs from reader to reader. Nobody gets a 304 for another reader's page.
    """
    return require_safe(cache_control(private=True, no_cache=True)(vary_on_cookie(view)))


def page_for_strangers(view: View) -> View:
    """Let any cache keep a page that is the same for every reader, and ask each time whether it has changed."""
    return require_safe(cache_control(public=True, no_cache=True)(view))


def fresh_page(view: View) -> View:
    """Let no cache keep a page that may change at any moment, or that shows one reader's own data."""
    return require_safe(never_cache(view))


T = TypeVar("T")


def found_or_404(value: T | None, words: str) -> T:
    """Return `value`. Raise Http404 with these words if it is None."""
    if value is None:
        raise Http404(words)
    return value


def attached(data: bytes | str, name: str, kind: str) -> HttpResponse:
    """Return a file of this name and MIME type."""
    return HttpResponse(data, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def attached_json(data: Any, name: str) -> HttpResponse:
    """Return JSON as a file of this name, in lines that people can read."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return JsonResponse(data, json_dumps_params={"ensure_ascii": False, "indent": 1}, headers=headers)
