"""Pages that anybody may read and that seldom change: asked for again by the hash of what is in them, and compressed.

The hash is that of the answer, for names and solutions may change without a new version of the results. Compressed are
these answers alone: there is no secret in them that an attacker could find from their length (BREACH). The forms for
signing out and on a reader's own card have a token that is masked anew in every answer, and Django adds random bytes.
"""

from collections.abc import Callable

from django.http import HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import conditional_page
from django.views.decorators.vary import vary_on_cookie

View = Callable[..., HttpResponse]


def public_page(view: View) -> View:
    """A browser keeps the page and asks each time whether it is still so: 304 if it is. Others keep nothing.

    Names differ between readers, who are known by their cookies, and what is "yours" is marked in the answer, and so
    in its hash: nobody is told so of another's page.
    """
    return gzip_page(conditional_page(cache_control(private=True, no_cache=True)(vary_on_cookie(view))))


def page_for_strangers(view: View) -> View:
    """What is the same for every reader. Any cache keeps it, and asks each time whether it is still so."""
    return gzip_page(conditional_page(cache_control(public=True, no_cache=True)(view)))
