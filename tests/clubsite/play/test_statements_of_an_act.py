"""All database statements for a seat's action, from its message to the last view that it causes."""

import json
from typing import Any
from unittest import mock
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubsite.play import protocol, relay, seat_acts
from clubsite.play.models import SeatTicket
from clubsite.play.room_states import RoomState
from clubsite.play.seat_tickets import presence_set
from tests.clubsite.at_tables import briefly, look, play_until
from tests.clubsite.fresh_views import AS_KEPT, IN_MEMORY
from tests.clubsite.home.homes import two

pytestmark = pytest.mark.django_db(transaction=True)
MOST = 8
BO, ANN = 1, 4


@pytest.fixture
def sent(monkeypatch):
    """The list of views that are sent. The check against the database is switched off."""
    texts: list[str] = []
    monkeypatch.setattr(relay, "_deliver", lambda channels, text: texts.append(text))
    as_kept = mock.patch.object(RoomState, "messages", AS_KEPT)
    with as_kept, mock.patch.object(relay.DeferredSends, "in_memory", IN_MEMORY):
        yield texts


@pytest.fixture
def club_table(night, sent):
    """Two seats at a club table with open pages."""
    return with_pages([night.tickets[BO], night.tickets[ANN]])


@pytest.fixture
def home_table(sent):
    """Two seats at a home table with open pages."""
    _, bo, ann = two("solo")
    return with_pages([bo, ann])


def with_pages(tickets: list[SeatTicket]) -> list[SeatTicket]:
    for ticket in tickets:
        presence_set(ticket.pk, f"page of {ticket.pk}", True)
    return tickets


def statements(ticket: SeatTicket, **message) -> int:
    """Return how many statements a message from this seat requires, including those for the views that are sent."""
    parsed = protocol.parse(json.dumps({"id": str(uuid4()), **message}))
    with CaptureQueriesContext(connection) as made:
        with relay.deferred() as later:
            answer = seat_acts.answer(ticket.pk, parsed)
        later.send_views()
    assert answer.ok, answer
    later.run_calls()
    return sum(not query["sql"].startswith(("BEGIN", "COMMIT")) for query in made.captured_queries)


def mover(tickets: list[SeatTicket]) -> tuple[SeatTicket, dict[str, Any]]:
    """Return a seat that is asked to act, and its view."""
    for ticket in tickets:
        seen = look(ticket)
        if seen["view"]["legal"]:
            return ticket, seen
    raise AssertionError("nobody has anything to do")


def acted(tickets: list[SeatTicket], action: str = "") -> int:
    ticket, seen = mover(tickets)
    return statements(ticket, t="act", play=seen["play"], seq=seen["seq"], a=action or seen["view"]["legal"][0])


def in_the_auction(tickets: list[SeatTicket]):
    if look(tickets[0])["table"]["state"] == "ready":
        for ticket in tickets:
            statements(ticket, t="ready", play=None)


def in_the_play(tickets: list[SeatTicket]):
    in_the_auction(tickets)
    play_until(tickets, stop=lambda: look(tickets[0])["view"]["phase"] == "play", how=briefly)
    for _ in range(2):
        acted(tickets)


@pytest.mark.parametrize("table", ["club_table", "home_table"])
def test_a_call_and_a_card(table, request, sent):
    tickets = request.getfixturevalue(table)
    in_the_auction(tickets)
    acted(tickets, "c:1C")
    sent.clear()
    assert acted(tickets, "c:1D") <= MOST
    assert len(sent) == 2, "each seat has its view"
    in_the_play(tickets)
    assert acted(tickets) <= MOST


@pytest.mark.parametrize("table", ["club_table", "home_table"])
def test_a_claim_and_its_answer(table, request):
    tickets = request.getfixturevalue(table)
    in_the_play(tickets)
    assert acted(tickets, "claim:1") <= MOST
    assert acted(tickets, "refuse") <= MOST


def test_being_ready(club_table):
    bo, _ = club_table
    look(bo)
    assert statements(bo, t="ready", play=None) <= MOST


def test_calling_the_director(club_table):
    bo, _ = club_table
    look(bo)
    assert statements(bo, t="help") <= MOST


def test_the_event_loop_tells_of_a_call_without_a_statement(club_table, sent):
    in_the_auction(club_table)
    acted(club_table, "c:1C")
    ticket, seen = mover(club_table)
    message = protocol.ActMessage(uuid4(), seen["play"], seen["seq"], "c:1D")
    sent.clear()
    with relay.deferred() as later:
        assert seat_acts.answer(ticket.pk, message).ok
    assert later.in_memory
    with CaptureQueriesContext(connection) as made:
        later.send_views()
    assert (len(made), len(sent)) == (0, 2)
