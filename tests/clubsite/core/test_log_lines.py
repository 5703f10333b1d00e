"""The log has what a keeper needs to follow a request, but no cards, names, keys, or addresses that contain a key."""

import io
import json
import logging
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from asgiref.sync import sync_to_async
from django.db import IntegrityError
from django.test import AsyncClient, Client

from clubsite.core.log_lines import JsonLines, RequestIds, TextLines, log_context
from clubsite.nights.models import Board
from clubsite.play.models import Play
from tests.clubsite.at_tables import say_ready
from tests.clubsite.play.seat_socket import SeatSocket
from tests.kit.spellings import cards_found

BO, ANN = 1, 4
NAMES = ("Bo", "Flo", "Gus", "Ann", "Hal", "Ivy", "Lantern")
"""The players of the night, and the first word of its club."""
FIELDS = {"time", "level", "logger", "message", "request", "session", "table", "job", "error"}


@contextmanager
def site_log(formatter: logging.Formatter) -> Iterator[io.StringIO]:
    """Yield a stream of all that the site's own handler writes during the block, as on a club's server."""
    root = logging.getLogger()
    handler = next(candidate for candidate in root.handlers if candidate.name == "console")
    assert isinstance(handler, logging.StreamHandler)
    text = io.StringIO()
    stream, before, level = handler.setStream(text), handler.formatter, root.level
    handler.setFormatter(formatter)
    root.setLevel(logging.INFO)
    try:
        yield text
    finally:
        handler.setStream(stream)
        handler.setFormatter(before)
        root.setLevel(level)


@pytest.fixture(params=["json", "text"])
def written(request):
    """The log in each of its formats."""
    with site_log(JsonLines() if request.param == "json" else TextLines("{levelname}: {message}", style="{")) as text:
        yield text


@pytest.fixture
def lines():
    """A function that returns the lines of the log so far."""
    with site_log(JsonLines()) as text:
        yield lambda: [json.loads(line) for line in text.getvalue().splitlines()]


@pytest.mark.django_db(transaction=True)
async def test_a_played_board_leaves_no_hand_no_name_and_no_key_in_the_log(night, written):
    for number in (BO, ANN):
        await sync_to_async(say_ready)(night.tickets[number])
    async with (
        SeatSocket(night.tickets[BO], night.tokens[BO]) as bo,
        SeatSocket(night.tickets[ANN], night.tokens[ANN]) as ann,
    ):
        play = await sync_to_async(Play.objects.get)()
        for socket in (bo, ann, bo):
            await socket.send("act", play=play.public_id, seq=0, a="c:1S")  # once too often, and out of turn
            await socket.send("act", play=play.public_id, seq=99, a="p:SA")
            await socket.send_text("no JSON at all")
            await socket.everything()
    client = AsyncClient()
    client.cookies["claim"] = night.tokens[BO]
    for address in (f"/seat/{night.tickets[BO].public_id}/", f"/seat/{night.tickets[BO].public_id}/nothing/"):
        await client.get(address)
    text = written.getvalue()
    assert "Refused: " in text, "the log has lines of these sockets, or nothing is searched"
    leaks = await sync_to_async(cards_found)(text.encode(), await sync_to_async(list)(Board.objects.all()))
    assert not leaks
    keys = [night.tokens[BO], night.tokens[ANN], night.tickets[BO].public_id, night.tickets[ANN].public_id]
    for secret in [*keys, *(rf"\b{name}\b" for name in NAMES)]:
        assert not re.search(secret, text), secret


@pytest.mark.django_db(transaction=True)
async def test_a_line_of_a_socket_names_its_request_session_and_table(night, lines):
    for number in (BO, ANN):
        await sync_to_async(say_ready)(night.tickets[number])
    async with SeatSocket(night.tickets[BO], night.tokens[BO]) as socket:
        await socket.send("act", play="unknown", seq=0, a="c:1S")
        await socket.everything()
    room = (await sync_to_async(night.place)(BO)).room_id
    [line] = [line for line in lines() if line["message"].startswith("Refused: ")]
    assert re.fullmatch("[0-9a-f]{32}", line["request"])
    assert (line["session"], line["table"]) == (night.session.public_id, str(room))


def test_a_request_is_one_line_with_its_route_to_which_a_library_adds_nothing(db, lines, night, director):
    Client().get("/play/now/s3cr3t/")
    assert lines() and all(line.keys() <= FIELDS for line in lines())
    assert "s3cr3t" not in json.dumps(lines())
    director.get(f"/director/{night.session.public_id}/table/1/")
    *_, line = [line for line in lines() if line["logger"] == "clubsite.core.metrics"]
    assert line["message"].startswith("GET director:table: 200 in ")
    assert (line["session"], line["table"]) == (night.session.public_id, "1")
    assert line.keys() <= FIELDS


@pytest.mark.parametrize(
    ("error", "sentence", "kept_back"),
    [
        (ValueError("Ann has SA HK"), "ValueError", "Ann"),
        (IntegrityError("duplicate key\nDETAIL: Key (name)=(Ann) exists"), "IntegrityError: duplicate key", "Ann"),
        (AttributeError("'NoneType' object has no attribute 'seat'"), "has no attribute 'seat'", "Ann"),
    ],
)
def test_an_error_says_where_it_was_raised_and_not_with_what(error, sentence, kept_back, written):
    def raises():
        raise error

    try:
        raises()
    except Exception:
        logging.getLogger("clubsite.tests").exception("It failed")
    assert sentence in written.getvalue() and "in raises" in written.getvalue()
    assert kept_back not in written.getvalue()


def test_uvicorn_logs_errors_as_the_site_does_and_names_no_address_of_a_page_or_socket():
    """uvicorn sets its own logging up first, as it does when it starts."""
    begin = "import logging, logging.config, django\nfrom uvicorn.config import LOGGING_CONFIG\n"
    begin += "logging.config.dictConfig(LOGGING_CONFIG)\ndjango.setup()\n"
    fail = "try: raise ValueError('Ann')\nexcept ValueError: logging.getLogger('uvicorn.error').exception('It failed')"
    env = {**os.environ, "DJANGO_SETTINGS_MODULE": "clubsite.settings.test"}
    done = subprocess.run([sys.executable, "-c", begin + fail], env=env, capture_output=True, text=True)
    assert done.returncode == 0
    assert done.stderr.startswith("ERROR uvicorn.error: It failed\n") and done.stderr.endswith("ValueError\n")
    assert "Ann" not in done.stderr
    for name in ("uvicorn.access", "uvicorn.error"):
        assert not logging.getLogger(name).isEnabledFor(logging.INFO)


def test_the_cause_of_an_error_is_logged_too(written):
    north, south = "Ann", "Bo"
    try:
        try:
            raise KeyError(north)
        except KeyError as cause:
            raise RuntimeError(south) from cause
    except RuntimeError:
        logging.getLogger("clubsite.tests").exception("It failed")
    text = written.getvalue()
    assert text.index("KeyError") < text.index("RuntimeError") and "Ann" not in text and "Bo" not in text


def test_facts_of_one_request_are_not_those_of_the_next(lines):
    log_context(session="abc", table="3")
    logging.getLogger("clubsite.tests").warning("One")
    log_context(session="", table="")
    logging.getLogger("clubsite.tests").warning("Two")
    first, two = lines()
    assert (first["session"], first["table"]) == ("abc", "3") and "session" not in two


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


async def test_a_visitors_own_id_is_not_believed_and_a_proxy_s_is_taken_if_it_breaks_no_line_of_the_log(settings):
    assert (await answered("http", (b"x-request-id", b"mine-1234")))[b"x-request-id"] != b"mine-1234"
    settings.REQUEST_ID_HEADER = "X-Request-ID"
    given = (b"x-request-id", b"from-the-proxy-1")
    assert (await answered("http", given))[b"x-request-id"] == b"from-the-proxy-1"
    for odd in (b"short", b"x" * 65, b"two words here", b'quote"quote"', b"line\nline\nline"):
        assert MADE.fullmatch((await answered("http", (b"x-request-id", odd)))[b"x-request-id"].decode()), odd


SECRET = "s3cr3t-l1nk"


@pytest.mark.parametrize(
    ("ask", "line"),
    [
        (lambda client: client.get(f"/mail/{SECRET}/stop/"), "Gone: results:mail-stop"),
        (lambda client: client.get(f"/nowhere/{SECRET}/"), "Not Found: an address of no page"),
        (lambda client: client.get(f"/results/{SECRET}/?key={SECRET}"), "Not Found: results:ranking"),
        (lambda client: client.get(f"/play/now/{SECRET}/"), "Method Not Allowed (GET): home:now"),
        (
            lambda client: Client(enforce_csrf_checks=True).post(
                f"/play/now/{SECRET}/", headers={"referer": f"https://other.example/{SECRET}"}, secure=True
            ),
            "Forbidden",
        ),
        (lambda client: client.get(f"/results/{SECRET}/", headers={"host": "other.example"}), "Invalid HTTP_HOST"),
    ],
)
def test_a_refused_address_is_logged_by_its_route(ask, line, client, written):
    ask(client)
    assert line in written.getvalue()
    assert SECRET not in written.getvalue()
