"""What the process beside the web process is asked for, and what comes back from it."""

import asyncio
from typing import Any
from urllib.parse import quote

import pytest
from django.http import HttpResponse
from django.test import Client

from clubsite.core import pages_beside
from clubsite.core.pages_beside import PagesBeside
from clubsite.core.side_process import side_process

pytestmark = pytest.mark.django_db(transaction=True)


def scope_of(path: str, query: bytes = b"", method: str = "GET", **more: Any) -> dict[str, Any]:
    headers = [(b"host", b"testserver"), (b"cookie", b"sessionid=\xff"), (b"accept-encoding", b"identity")]
    return {
        "type": "http",
        "method": method,
        "path": path,
        "raw_path": quote(path).encode(),
        "query_string": query,
        "headers": headers,
        "client": ("192.0.2.1", 5),
        "server": ("testserver", 80),
        "scheme": "http",
        **more,
    }


def asked(scope: dict[str, Any]) -> list[dict[str, Any]]:
    """The messages of the answer; one without a type from the web process itself."""
    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    async def web(*_: Any) -> None:
        sent.append({"made": "here"})

    asyncio.run(PagesBeside(web)(scope, None, send))
    return sent


@pytest.fixture(autouse=True)
def told(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, str]]:
    """What the second process was asked for, which is this one here."""
    seen: list[dict[str, str]] = []

    def call(function: Any, scheme: str, meta: dict[str, str]) -> Any:
        seen.append(meta)
        return function(scheme, meta)

    monkeypatch.setattr(side_process, "_pool", object())
    monkeypatch.setattr(side_process, "call", call)
    return seen


@pytest.mark.parametrize("word", ["ā", "é", "♠", "x\0", "a%2Fb"])
def test_the_same_address_is_asked_for_whatever_its_letters(
    told: list[dict[str, str]], word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[Any] = []

    def seen(request: Any) -> HttpResponse:
        found.append((request.path, request.GET["year"]))
        return HttpResponse("seen")

    monkeypatch.setattr(pages_beside._handler(), "get_response", seen)
    asked(scope_of(f"/results/{word}/", f"year={quote(word)}".encode()))
    assert found == [(f"/results/{word}/", word)]


def test_the_answer_is_the_same_as_of_the_web_process(night: Any) -> None:
    path = f"/clubs/{night.session.club.slug}/results/"
    begun, body = asked(scope_of(path, headers=[(b"host", b"testserver")]))
    direct = Client().get(path)
    assert (begun["status"], body["body"]) == (200, direct.content)
    headers = dict(begun["headers"])
    assert {name.encode(): value.encode() for name, value in direct.headers.items()} == headers
    again, nothing = asked(
        scope_of(path, headers=[(b"host", b"testserver"), (b"if-none-match", headers[b"ETag"])])
    )
    assert (again["status"], nothing["body"]) == (304, b"")


def test_an_address_without_a_club_is_answered_in_words(db: Any) -> None:
    begun, body = asked(scope_of("/clubs/nowhere/results/"))
    assert begun["status"] == 404
    assert b"<h1" in body["body"]


def test_a_page_that_hangs_is_answered_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    def hangs(*_: Any) -> Any:
        raise TimeoutError

    monkeypatch.setattr(side_process, "call", hangs)
    begun, body = asked(scope_of("/"))
    assert begun["status"] == 500
    assert b"<h1" in body["body"]


@pytest.mark.parametrize(
    "scope",
    [
        scope_of("/", method="POST"),
        scope_of("/join/"),
        scope_of("/no-such-address/"),
        scope_of("/", refused=413),
        scope_of("/", b"year=\xff"),
    ],
)
def test_all_else_is_made_by_the_web_process(told: list[dict[str, str]], scope: dict[str, Any]) -> None:
    assert asked(scope) == [{"made": "here"}]
    assert told == []
