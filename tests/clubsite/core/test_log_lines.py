"""The log has what a keeper needs to follow a request, and never a card, a name, a key, or an address with a key."""

import io
import json
import logging
import re

import pytest
from asgiref.sync import sync_to_async
from django.db import IntegrityError
from django.test import AsyncClient, Client

from clubsite.core.log_lines import JsonLines, TextLines, log_context
from clubsite.duplicate.models import Board
from clubsite.play.models import Play
from tests.clubsite.at_tables import say_ready
from tests.clubsite.play.seat_socket import SeatSocket
from tests.kit.spellings import cards_found

BO, ANN = 1, 4
FIELDS = {"time", "level", "logger", "message", "request", "session", "table", "job", "error"}


@pytest.fixture(params=[JsonLines, lambda: TextLines("{levelname} {name}: {message}", style="{")], ids=["json", "text"])
def written(request):
    """Everything that the site's own handler writes during the test, of every level, in one format."""
    root = logging.getLogger()
    handler = next(one for one in root.handlers if one.name == "console")
    assert isinstance(handler, logging.StreamHandler)
    text = io.StringIO()
    stream, formatter, level = handler.setStream(text), handler.formatter, root.level
    handler.setFormatter(request.param())
    root.setLevel(logging.INFO)
    yield text
    handler.setStream(stream)
    handler.setFormatter(formatter)
    root.setLevel(level)


@pytest.fixture
def lines(written):
    """The lines of the log as JSON, read when the fixture is called."""
    if not isinstance(next(h for h in logging.getLogger().handlers if h.name == "console").formatter, JsonLines):
        pytest.skip("the other format has the same lines, without fields")
    return lambda: [json.loads(line) for line in written.getvalue().splitlines()]


def secrets_of(night) -> list[str]:
    keys = [night.tokens[BO], night.tokens[ANN], night.tickets[BO].public_id, night.tickets[ANN].public_id]
    names = [contestant.name for contestant in night.section.contestants.all()]
    return [*keys, *(rf"\b{re.escape(name)}\b" for name in names)]


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
    found = await sync_to_async(cards_found)(text.encode(), await sync_to_async(list)(Board.objects.all()))
    assert not found
    for secret in await sync_to_async(secrets_of)(night):
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


def test_a_request_is_one_line_with_its_route(night, director, lines):
    director.get(f"/director/{night.session.public_id}/table/1/")
    [line] = [line for line in lines() if line["logger"] == "clubsite.core.request_notes"]
    assert line["message"].startswith("GET director:table: 200 in ")
    assert (line["session"], line["table"]) == (night.session.public_id, "1")
    assert line.keys() <= FIELDS


def test_a_library_that_adds_the_request_to_a_record_adds_nothing_to_the_line(db, lines):
    Client().get("/play/now/s3cr3t/")
    assert lines() and all(line.keys() <= FIELDS for line in lines())
    assert "s3cr3t" not in json.dumps(lines())


@pytest.mark.parametrize(
    ("error", "told", "kept_back"),
    [
        (ValueError("Ann has SA HK"), "ValueError", "Ann"),
        (IntegrityError("duplicate key\nDETAIL: Key (name)=(Ann) exists"), "IntegrityError: duplicate key", "Ann"),
        (AttributeError("'NoneType' object has no attribute 'seat'"), "has no attribute 'seat'", "Ann"),
    ],
)
def test_an_error_says_where_it_was_raised_and_not_with_what(error, told, kept_back, written):
    def raises():
        raise error

    try:
        raises()
    except Exception:
        logging.getLogger("clubsite.tests").exception("It failed")
    assert told in written.getvalue() and "in raises" in written.getvalue()
    assert kept_back not in written.getvalue()


def test_the_cause_of_an_error_is_told_too(written):
    try:
        try:
            raise KeyError("Ann")
        except KeyError as cause:
            raise RuntimeError("Bo") from cause
    except RuntimeError:
        logging.getLogger("clubsite.tests").exception("It failed")
    text = written.getvalue()
    assert text.index("KeyError") < text.index("RuntimeError") and "Ann" not in text and "Bo" not in text


def test_facts_of_one_request_are_not_those_of_the_next(lines):
    log_context(session="abc", table="3")
    logging.getLogger("clubsite.tests").warning("One")
    log_context(session="", table="")
    logging.getLogger("clubsite.tests").warning("Two")
    one, two = lines()
    assert (one["session"], one["table"]) == ("abc", "3") and "session" not in two
