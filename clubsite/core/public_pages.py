"""The caching of public pages that seldom change. Middleware gives it a hash of its content as ETag.

The hash is that of the answer, because names and solutions may change without a new version of the results.
"""

from collections.abc import Callable

from django.http import HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.vary import vary_on_cookie

View = Callable[..., HttpResponse]


def public_page(view: View) -> View:
    """Let a browser keep the page and ask each time whether it has changed (304 if not). Others keep nothing.

    Names differ between readers, who are known by their cookies, and "yours" is marked in the answer, and so in its
    hash. So nobody gets a 304 for another reader's page.
    """
    return cache_control(private=True, no_cache=True)(vary_on_cookie(view))


def page_for_strangers(view: View) -> View:
    """Let any cache keep a page that is the same for every reader, and ask each time whether it has changed."""
    return cache_control(public=True, no_cache=True)(view)
