"""Pages that anybody may read and that seldom change: asked for again by the hash of what is in them, and compressed.

The hash is that of the answer, for names and solutions may change without a new version of the results. Compressed are
these answers alone: there is no secret in them that an attacker could find from their length (BREACH). The forms for
signing out and on a reader's own card have a token that is masked anew in every answer, and Django adds random bytes.
"""

from collections.abc import Callable
from functools import cache, wraps
from io import BytesIO

from django.core.handlers.wsgi import WSGIHandler, WSGIRequest
from django.http import HttpRequest, HttpResponse
from django.utils.encoding import iri_to_uri
from django.views.decorators.cache import cache_control
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import conditional_page
from django.views.decorators.vary import vary_on_cookie

from clubsite.core.side_process import side_process

View = Callable[..., HttpResponse]


def public_page(view: View) -> View:
    """A browser keeps the page and asks each time whether it is still so: 304 if it is. Others keep nothing.

    Names differ between readers, who are known by their cookies, and what is "yours" is marked in the answer, and so
    in its hash: nobody is told so of another's page.
    """
    return _made_beside(
        view, gzip_page(conditional_page(cache_control(private=True, no_cache=True)(vary_on_cookie(view))))
    )


def page_for_strangers(view: View) -> View:
    """What is the same for every reader. Any cache keeps it, and asks each time whether it is still so."""
    return _made_beside(view, gzip_page(conditional_page(cache_control(public=True, no_cache=True)(view))))


def _made_beside(view: View, kept: View) -> View:
    """The page in the second process, where there is one."""

    @wraps(view)
    def page(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        if side_process.running and request.method in ("GET", "HEAD"):
            return side_process.call(_answer, request.scheme, _as_wsgi(request))
        return kept(request, *args, **kwargs)

    return page


def _as_wsgi(request: HttpRequest) -> dict[str, str]:
    """What is known of the request; its address as WSGI has it, one character for each byte (PEP 3333)."""
    query = iri_to_uri(request.META.get("QUERY_STRING", ""))
    return {
        **request.META,
        "PATH_INFO": request.path_info.encode().decode("iso-8859-1"),
        "QUERY_STRING": query,
    }


def _answer(scheme: str | None, meta: dict[str, str]) -> HttpResponse:
    """The site's answer to a request without a body, made by all of its middleware; it can be pickled."""
    made = _handler().get_response(WSGIRequest({**meta, "wsgi.url_scheme": scheme, "wsgi.input": BytesIO()}))
    answer = HttpResponse(made.getvalue(), status=made.status_code, reason=made.reason_phrase)
    answer.headers, answer.cookies = made.headers, made.cookies
    made.close()
    return answer


@cache
def _handler() -> WSGIHandler:
    return WSGIHandler()
