"""A process's cache of a room is never newer than the room's row, whoever acts, even if seats end or a write fails."""

import json
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock
from uuid import uuid4

import pytest
from django.db import DatabaseError, connection
from django.test.utils import CaptureQueriesContext

from clubsite.play import protocol, relay, room_states, seat_acts, services
from clubsite.play.models import Play, PlayEvent, RevokeReason, SeatTicket
from clubsite.play.room_states import RoomState
from clubsite.play.seat_tickets import presence_set, ticket_release
from clubsite.play.services import Answer, room_invalidate
from tests.clubsite.at_tables import briefly, in_round, look, play_until, say_ready
from tests.clubsite.fresh_views import AS_KEPT, IN_MEMORY
from tests.clubsite.home.homes import a_device, two

pytestmark = pytest.mark.django_db(transaction=True)
BO, ANN = 1, 4
SOMEBODY_ELSE = 2  # at another table


@pytest.fixture
def seats(night):
    """The seats of table 1 in the first auction. The seat that calls first comes first."""
    tickets = [night.tickets[BO], night.tickets[ANN]]
    for ticket in tickets:
        say_ready(ticket)
    return sorted(tickets, key=lambda ticket: not look(ticket)["view"]["legal"])


class Process:
    """The cache of another web process. Code inside `with other():` runs as that process."""

    def __init__(self):
        self.kept: OrderedDict[int, Any] = OrderedDict()
        self.room_of: dict[int, int] = {}

    @contextmanager
    def __call__(self) -> Iterator[None]:
        with mock.patch.multiple(room_states, _kept=self.kept, _room_of=self.room_of):
            yield


def send(ticket: SeatTicket, seq: int, action: str, play: str, client_id=None) -> Answer:
    """Send an action in the way in which it arrives over the seat's socket."""
    return seat_acts.answer(ticket.pk, protocol.ActMessage(client_id or uuid4(), play, seq, action))


@pytest.fixture
def play_id(seats):
    return str(look(seats[0])["play"])


def test_two_processes_act_in_turn_and_each_knows_what_the_other_has_done(seats, play_id):
    dealer, other = seats
    here, there = Process(), Process()
    calls = ["c:1C", "c:1D", "c:1H", "c:1S", "c:1N", "c:2C"]
    for seq, call in enumerate(calls):
        with (here, there)[seq % 2]():
            assert send((dealer, other)[seq % 2], seq, call, play_id).ok
    for process in (here, there):
        with process():
            assert [call["call"] for call in look(dealer)["view"]["auction"]] == [c[2:] for c in calls]


def test_of_two_acts_on_one_position_in_two_processes_one_is_taken_and_one_is_stale(seats, play_id):
    here, there = Process(), Process()
    for process in (here, there):
        with process():
            look(seats[0])
    codes = []
    for process, call in ((here, "c:1C"), (there, "c:1D")):
        with process():
            codes.append(send(seats[0], 0, call, play_id).code)
    assert codes == ["ack", "stale"]
    assert PlayEvent.objects.count() == 1


def test_an_act_that_is_rolled_back_is_not_kept(seats, play_id):
    """After a rollback, another process does a different action with the same number. Only that action is shown."""
    there = Process()
    broken = mock.patch.object(services, "_room_save", side_effect=DatabaseError("the line broke"))
    with broken, pytest.raises(DatabaseError):
        send(seats[0], 0, "c:1C", play_id)
    with there():
        assert send(seats[0], 0, "c:1D", play_id).ok
    assert [call["call"] for call in look(seats[1])["view"]["auction"]] == ["1D"]
    assert send(seats[1], 1, "c:1H", play_id).ok


def test_a_seat_that_has_ended_acts_no_more_and_is_sent_nothing(seats, play_id):
    dealer, _ = seats
    presence_set(dealer.pk, "the page of the dealer", True)
    look(dealer)
    ticket_release(ticket=dealer, reason=RevokeReason.FREED)
    with mock.patch.object(relay, "_deliver") as sent:
        assert send(dealer, 0, "c:1C", play_id).code == "gone"
        room_invalidate(room_id=Play.objects.get(public_id=play_id).room_id)
    assert not [call for call in sent.call_args_list if "the page of the dealer" in call.args[0]]
    assert not PlayEvent.objects.exists()


def test_a_seat_that_was_freed_by_another_process_acts_no_more_here(seats, play_id):
    there = Process()
    look(seats[0])
    with there(), mock.patch.object(relay, "ticket_gone"):
        ticket_release(ticket=seats[0], reason=RevokeReason.FREED)
    assert send(seats[0], 0, "c:1C", play_id).code == "gone"


def test_who_has_moved_to_another_table_acts_there(night, seats):
    rooms = {number: night.place(number).room_id for number in night.tickets}
    play_until(night.tickets.values(), stop=in_round(night, 2))
    for ticket in night.tickets.values():
        say_ready(ticket)
    moved = [number for number in night.tickets if night.place(number).room_id != rooms[number]]
    callers = [number for number in moved if look(night.tickets[number])["view"]["legal"]]
    for number in callers:
        play = str(look(night.tickets[number])["play"])
        assert send(night.tickets[number], 0, "c:1C", play).ok
    assert callers


def test_a_page_that_opens_in_another_process_is_sent_to_by_the_layer(seats, play_id):
    there = Process()
    look(seats[1])
    with there():
        presence_set(seats[1].pk, "a page elsewhere", True)
    with mock.patch.object(relay, "_hand_over") as handed:
        send(seats[0], 0, "c:1C", play_id)
    assert [call.args[1] for call in handed.call_args_list if call.args[1] == "a page elsewhere"]


def test_a_tables_own_device_that_no_message_named_is_looked_up_dealt_no_hand_and_makes_no_call(night, seats, play_id):
    look(seats[0])
    table = night.section.tables.get(number=1)
    ticket = SeatTicket.objects.create(seat=table.seat, device=a_device())
    assert seat_acts.answer(ticket.pk, protocol.Help(uuid4(), True)).ok
    seen = look(ticket)
    assert (seen["play"], seen["view"]) == (None, None)
    assert not send(ticket, 0, "c:1C", play_id).ok
    assert not PlayEvent.objects.exists()


def test_a_room_is_forgotten_when_nobody_has_looked_at_it_for_a_while(night, seats):
    process = Process()
    with process():
        look(seats[0])
        look(night.tickets[SOMEBODY_ELSE])
        room = room_states.room_of(seats[0].pk)
        process.kept[room].table.read_at -= room_states.FORGOTTEN_AFTER
        presence_set(night.tickets[SOMEBODY_ELSE].pk, "a page", True)
        look(night.tickets[SOMEBODY_ELSE])
        assert room not in process.kept and [room_states.room_of(seat.pk) for seat in seats] == [None, None]
        assert look(seats[0])["view"] and len(process.kept) == 2


MOST = 8


@pytest.fixture
def sent(monkeypatch):
    """The list of views that are sent. The check against the database is switched off."""
    texts: list[str] = []
    monkeypatch.setattr(relay, "_deliver", lambda channels, text: texts.append(text))
    as_kept = mock.patch.object(RoomState, "messages", AS_KEPT)
    with as_kept, mock.patch.object(relay.DeferredSends, "in_memory", IN_MEMORY):
        yield texts


@pytest.fixture
def tables(night, sent):
    """A function that returns the two seats of a table at the club or at home, with open pages."""

    def opened(kind: str) -> list[SeatTicket]:
        seats = list(two("solo")[1:]) if kind == "home" else [night.tickets[BO], night.tickets[ANN]]
        for ticket in seats:
            presence_set(ticket.pk, f"page of {ticket.pk}", True)
        return seats

    return opened


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


@pytest.mark.parametrize("kind", ["club", "home"])
def test_a_call_a_card_a_claim_and_its_answer_need_few_statements(kind, tables, sent):
    tickets = tables(kind)
    in_the_auction(tickets)
    acted(tickets, "c:1C")
    sent.clear()
    assert acted(tickets, "c:1D") <= MOST
    assert len(sent) == 2, "each seat has its view"
    in_the_play(tickets)
    assert acted(tickets) <= MOST
    assert acted(tickets, "claim:1") <= MOST
    assert acted(tickets, "refuse") <= MOST


def test_being_ready_and_calling_the_director_need_few_statements(tables):
    bo, _ = tables("club")
    look(bo)
    assert statements(bo, t="ready", play=None) <= MOST
    assert statements(bo, t="help") <= MOST


def test_the_event_loop_tells_of_a_call_without_a_statement(tables, sent):
    tickets = tables("club")
    in_the_auction(tickets)
    acted(tickets, "c:1C")
    ticket, seen = mover(tickets)
    message = protocol.ActMessage(uuid4(), seen["play"], seen["seq"], "c:1D")
    sent.clear()
    with relay.deferred() as later:
        assert seat_acts.answer(ticket.pk, message).ok
    assert later.in_memory
    with CaptureQueriesContext(connection) as made:
        later.send_views()
    assert (len(made), len(sent)) == (0, 2)
