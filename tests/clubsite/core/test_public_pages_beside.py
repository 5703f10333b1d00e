"""What the process beside the web process is told of a request whose address is not ASCII."""

from io import BytesIO
from urllib.parse import quote

import pytest
from django.core.handlers.asgi import ASGIRequest

from clubsite.core import public_pages
from clubsite.core.side_process import side_process
from clubsite.results.views import results

pytestmark = pytest.mark.django_db


def asked(path: str, query: bytes = b"") -> ASGIRequest:
    scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "raw_path": quote(path).encode(),
        "query_string": query,
        "headers": [(b"host", b"testserver"), (b"cookie", b"sessionid=\xff")],
        "client": ("192.0.2.1", 5),
        "server": ("testserver", 80),
        "scheme": "http",
    }
    return ASGIRequest(scope, BytesIO())


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The paths that the second process was asked for, which is this one here."""
    seen: list[str] = []

    def call(function, scheme, meta):
        seen.append(public_pages.WSGIRequest({**meta, "wsgi.url_scheme": scheme, "wsgi.input": BytesIO()}))
        monkeypatch.setattr(side_process, "_pool", None)
        return function(scheme, meta)

    monkeypatch.setattr(side_process, "_pool", object())
    monkeypatch.setattr(side_process, "call", call)
    return seen


@pytest.mark.parametrize("word", ["ā", "é", "♠", "x\0", "a%2Fb"])
def test_the_same_address_is_asked_for_whatever_its_letters(told, word):
    request = asked(f"/clubs/{word}/results/", f"year={word}".encode())
    answer = results(request, slug=word)
    assert answer.status_code == 404
    assert (told[0].path, told[0].GET["year"]) == (request.path, request.GET["year"])
