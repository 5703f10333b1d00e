"""Each request and socket has an id, which also appears in the answer and in every log line about the request."""

import re

import pytest

from clubsite.core.log_lines import RequestIds

MADE = re.compile(r"[0-9a-f]{32}")


async def answered(kind: str = "http", *headers: tuple[bytes, bytes]) -> dict[bytes, bytes]:
    sent = []

    async def app(scope, receive, send):
        start = "http.response.start" if kind == "http" else "websocket.accept"
        await send({"type": start, "status": 200, "headers": [(b"content-type", b"text/plain")]})

    async def send(message):
        sent.append(message)

    await RequestIds(app)({"type": kind, "path": "/", "headers": list(headers)}, None, send)
    return dict(sent[0]["headers"])


@pytest.mark.parametrize("kind", ["http", "websocket"])
async def test_every_answer_has_an_id_of_its_own(kind):
    first, second = [(await answered(kind))[b"x-request-id"].decode() for _ in range(2)]
    assert MADE.fullmatch(first) and MADE.fullmatch(second) and first != second


async def test_a_visitors_own_header_is_not_believed():
    assert (await answered("http", (b"x-request-id", b"mine-1234")))[b"x-request-id"] != b"mine-1234"


async def test_the_header_of_a_proxy_that_sets_it_is_taken(settings):
    settings.REQUEST_ID_HEADER = "X-Request-ID"
    given = (b"x-request-id", b"from-the-proxy-1")
    assert (await answered("http", given))[b"x-request-id"] == b"from-the-proxy-1"


@pytest.mark.parametrize("odd", [b"short", b"x" * 65, b"two words here", b'quote"quote"', b"line\nline\nline"])
async def test_an_id_that_could_break_a_line_of_the_log_is_replaced(odd, settings):
    settings.REQUEST_ID_HEADER = "X-Request-ID"
    assert MADE.fullmatch((await answered("http", (b"x-request-id", odd)))[b"x-request-id"].decode())
