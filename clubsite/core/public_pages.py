"""Pages that anybody may read and that seldom change: asked for again by the hash of what is in them, and compressed.

The hash is that of the answer, for names and solutions may change without a new version of the results. Compressed are
these answers alone: there is no secret in them that an attacker could find from their length (BREACH). The form for
signing out has a token that is masked anew in every answer, and Django adds random bytes.
"""

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import conditional_page

View = Callable[..., HttpResponse]


def public_page(view: View) -> View:
    """A browser keeps the page and asks each time whether it is still so: 304 if it is. Others keep nothing."""
    kept = gzip_page(conditional_page(cache_control(private=True, no_cache=True)(view)))

    @wraps(view)
    def page(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        return kept(request, *args, **kwargs)

    return page
