"""Secrecy of frames: what a seat is sent and what it is not sent (SOLO-30), and whether `rev` is always right."""

import json
import logging
from collections import defaultdict
from datetime import timedelta
from unittest import mock

import pytest
from django.utils import timezone

from clubsite.accounts.services import device_for
from clubsite.nights.models import Seating
from clubsite.nights.services.directing import session_end, session_pause
from clubsite.nights.services.rounds import round_force
from clubsite.play import relay, seat_tickets
from clubsite.play.models import Play, RevokeReason, Room, SeatConnection, SeatTicket
from clubsite.play.room_states import RoomState
from clubsite.play.seat_tickets import MAX_SILENCE, SeatTaken, presence_set, presence_sweep, ticket_release, ticket_take
from clubsite.play.selectors import view_of
from clubsite.seats.seat_resolver import SessionSeatResolver
from tests.clubsite.at_tables import act, in_round, look, play_until, say_ready, sensibly, step
from tests.on_page import cards_in, cards_in_message

pytestmark = pytest.mark.django_db(transaction=True)
BO, ANN = 1, 4


@pytest.fixture
def frames(night, monkeypatch):
    """Every message sent, by group. Views are listed under the group of the one ticket that has an open page."""
    sent = defaultdict(list)

    def send(group, message):
        sent[group].append(message.get("message", message))

    def view(channels, text):
        for channel in channels:
            sent[channel].append(json.loads(text))

    monkeypatch.setattr(relay, "send", send)
    monkeypatch.setattr(relay, "_deliver", view)
    for ticket in night.tickets.values():
        presence_set(ticket.pk, relay.seat_group(ticket), True)
    sent.clear()
    return sent


def sent_to(frames, night, number):
    return frames[relay.seat_group(night.tickets[number])]


def open_board(night, south=BO, north=ANN):
    for number in (south, north):
        assert say_ready(night.tickets[number]).ok
    return [night.tickets[south], night.tickets[north]]


def test_no_frame_to_a_seat_holds_a_card_of_the_other_s_hidden_hand_during_the_play(night, frames):
    seats = open_board(night)
    seen = {"frames": 0}

    def check():
        play = Play.objects.get(room_id=night.place(BO).room_id)
        both = {"S": sent_to(frames, night, BO), "N": sent_to(frames, night, ANN)}
        if look(seats[0])["view"]["phase"] == "play":
            hands = view_of(play, "D")["hands"]  # as the director sees them
            hidden = {player: set(hands[player]["cards"]) for player in "SN"}
            for me, other in (("S", "N"), ("N", "S")):
                assert not cards_in_message(look(night.tickets[BO if me == "S" else ANN])) & hidden[other]
                for message in both[me]:
                    assert not cards_in_message(message) & hidden[other]
                    seen["frames"] += 1
        for messages in both.values():
            messages.clear()

    def over():
        return look(seats[0])["table"]["state"] != "playing"

    play_until(seats, stop=over, how=sensibly("secrecy"), after=lambda: None if over() else check())
    assert seen["frames"] > 80


def test_before_both_are_ready_no_card_of_the_board_is_sent(night, frames):
    say_ready(night.tickets[BO])
    assert sent_to(frames, night, ANN)
    assert not cards_in_message(sent_to(frames, night, ANN))
    assert not cards_in_message(look(night.tickets[BO]))


def test_each_seat_is_sent_its_own_view_and_nobody_else_a_card(night, frames):
    open_board(night)
    for number, player in ((BO, "S"), (ANN, "N")):
        assert {m["view"]["me"] for m in sent_to(frames, night, number) if m["view"]} == {player}
    own = {relay.seat_group(night.tickets[number]) for number in (BO, ANN)}
    assert {group for group, sent in frames.items() if cards_in_message(sent)} == own
    assert frames[f"director.{night.session.public_id}"], "it is told, and of no card"


def test_newcomers_at_a_table_see_nothing_of_the_board_played_there_before_even_if_it_was_left(night):
    play_until(night.tickets.values(), stop=in_round(night, 2))
    for number, ticket in night.tickets.items():
        seen = look(ticket)
        shown = (seen["play"], seen["seq"], seen["view"], seen["table"]["result"])
        assert shown == (None, 0, None, None) and not cards_in_message(seen), number
    left = Play.objects.get(table_board__table__number=1)
    Room.objects.filter(pk=left.room_id).update(play=left)
    newcomer = Seating.objects.get(round__number=2, table__number=1).ew.number
    seen = look(night.tickets[newcomer])
    assert (seen["table"]["table"], seen["play"], seen["view"]) == (1, None, None)
    assert not cards_in_message(seen)


def test_the_last_frames_of_a_round_show_no_seat_another_table_s_cards(night, frames):
    play_until(night.tickets.values(), stop=in_round(night, 2))
    for number in night.tickets:
        for message in sent_to(frames, night, number):
            if message["view"]:
                assert message["view"]["board"] in message["table"]["boards"]
                assert message["table"]["name"] == look(night.tickets[number])["table"]["name"]


def test_when_rounds_change_each_seat_is_sent_one_view(night, frames, dee):
    """This is true between rounds and after the last one. At 60 tables, a second view per seat costs half a second."""
    for number in (2, 3, 3):
        frames.clear()
        round_force(section=night.section, user=dee)
        for seat in night.tickets:
            (view,) = sent_to(frames, night, seat)
            assert (view["table"]["round"], view["rev"]) == (number, look(night.tickets[seat])["rev"])


def test_a_pause_covers_the_cards(night, frames, dee):
    seats = open_board(night)
    frames.clear()
    session_pause(session=night.session, user=dee)
    for seat in seats:
        seen = look(seat)
        assert (seen["view"], seen["table"]["state"]) == (None, "paused")
        assert not cards_in_message(seen)
    assert not cards_in_message(list(frames.values()))


def test_the_logs_hold_no_card(night, caplog):
    caplog.set_level(logging.DEBUG)
    logging.getLogger("django.db.backends").setLevel(logging.INFO)
    seats = open_board(night)
    play_until(seats, stop=lambda: look(seats[0])["table"]["state"] == "result", how=sensibly("logs"))
    act(seats[0], "p:S7", seq=999)
    assert not cards_in(caplog.text)


def test_a_round_that_moves_while_a_seat_looks_shows_it_nobody_else_s_view(night, dee, monkeypatch):
    """Ann's page reconnects at table 1. Before the site answers, the next round begins and table 1 opens a board."""
    room_table = SessionSeatResolver.room_table
    moved = []

    def moving(self, room_id):
        if not moved:
            moved.append(True)
            round_force(section=night.section, user=dee)
            newcomers = [c for n, c in night.tickets.items() if n != ANN]
            open_to = {c.pk for c in newcomers}
            for ticket in newcomers:
                if ticket.pk in open_to and look(ticket)["table"]["state"] == "ready":
                    step(ticket)
        return room_table(self, room_id)

    with monkeypatch.context() as patch:
        patch.setattr(SessionSeatResolver, "room_table", moving)
        seen = look(night.tickets[ANN])
    assert (seen["table"]["name"], seen["table"]["round"]) == ("Ann", 2)
    assert seen == look(night.tickets[ANN])


def test_two_frames_to_a_seat_with_the_same_rev_show_the_same(night, frames, dee):
    """Another change is committed while one change is being relayed. The older frame must not carry the newer `rev`."""
    messages = RoomState.messages
    ended = []

    def slow(now):
        if not ended:
            ended.append(True)
            session_end(session=night.session, user=dee)
        return messages(now)

    with mock.patch.object(RoomState, "messages", slow):
        say_ready(night.tickets[BO])
    final = look(night.tickets[BO])
    shown = [m for m in sent_to(frames, night, BO) if m["rev"] == final["rev"]]
    assert shown
    assert all(m == final for m in shown)


def here(night, number, *, channel="", there=True):
    ticket_pk = night.tickets[number].pk
    presence_set(ticket_pk=ticket_pk, channel=channel or f"page of {ticket_pk}", here=there)


def opponent_connected(night, number):
    return look(night.tickets[number])["table"]["opponent"]["connected"]


def test_the_opponent_is_away_until_their_page_is_open_and_leaving_lifts_rev(night):
    assert opponent_connected(night, BO) is False
    here(night, ANN)
    assert opponent_connected(night, BO) is True
    before = look(night.tickets[BO])
    here(night, ANN)
    assert look(night.tickets[BO]) == before, "still there: nobody sees a change"
    here(night, ANN, there=False)
    assert opponent_connected(night, BO) is False
    assert look(night.tickets[BO])["rev"] > before["rev"]


@pytest.mark.parametrize("closed", ["first", "second"])
def test_of_two_tabs_either_may_be_closed_and_the_last_takes_the_player_away(night, closed):
    for channel in ("first", "second"):
        here(night, ANN, channel=channel)
    here(night, ANN, channel=closed, there=False)
    assert opponent_connected(night, BO) is True
    here(night, ANN, channel={"first": "second", "second": "first"}[closed], there=False)
    assert opponent_connected(night, BO) is False


@pytest.mark.parametrize("away", [-MAX_SILENCE - timedelta(seconds=1), timedelta(hours=1)])
def test_the_sweep_marks_as_gone_whoever_was_heard_of_long_ago_or_before_the_clock_was_set_back(night, away):
    here(night, ANN)
    here(night, BO)
    SeatConnection.objects.filter(ticket=night.tickets[ANN]).update(seen_at=timezone.now() + away)
    assert presence_sweep() == 1
    assert opponent_connected(night, BO) is False
    assert opponent_connected(night, ANN) is True


def test_a_ticket_taken_away_is_not_connected_and_keeps_its_first_reason(night):
    here(night, ANN)
    ticket_release(ticket=night.tickets[ANN], reason=RevokeReason.FREED)
    assert opponent_connected(night, BO) is False
    here(night, ANN)
    assert opponent_connected(night, BO) is False
    ticket_release(ticket=night.tickets[ANN], reason=RevokeReason.LEFT)
    assert SeatTicket.objects.get(pk=night.tickets[ANN].pk).revoked_reason == RevokeReason.FREED


def test_a_seat_is_taken_again_by_its_device_with_a_new_key_and_by_another_once_it_was_freed(night):
    ann, (other, _) = night.tickets[ANN], device_for(token=None)
    again, token = ticket_take(device=ann.device, seat=ann.seat)
    assert again.pk == ann.pk and token != night.tokens[ANN]
    with pytest.raises(SeatTaken) as taken:
        ticket_take(device=other, seat=ann.seat)
    assert taken.value.ticket == ann
    ticket_release(ticket=ann, reason=RevokeReason.FREED)
    ticket, _ = ticket_take(device=other, seat=ann.seat)
    assert look(ticket)["table"]["name"] == "Ann"


def test_a_socket_that_was_heard_of_while_the_sweep_went_on_is_not_forgotten(night):
    here(night, ANN)
    long_ago = timezone.now() - MAX_SILENCE - timedelta(seconds=1)
    sockets = SeatConnection.objects.filter(ticket=night.tickets[ANN])
    sockets.update(seen_at=long_ago)
    with mock.patch.object(seat_tickets, "presence_set", wraps=presence_set) as ended:
        ended.side_effect = lambda *facts: sockets.update(seen_at=timezone.now()) and presence_set(*facts)
        presence_sweep()
    assert opponent_connected(night, BO) is True


def test_a_page_that_opens_while_the_round_turns_is_shown_at_the_new_table(night, dee):
    """The page's seat was looked up before the round moved on, and is looked up again under the room's lock."""
    look(night.tickets[BO])
    find, turned = SessionSeatResolver.room_seat, []

    def turning(resolver, ticket):
        seat = find(resolver, ticket)
        if not turned:
            turned.append(True)
            round_force(section=night.section, user=dee)
            for any_ticket in night.tickets.values():
                look(any_ticket)
        return seat

    with mock.patch.object(SessionSeatResolver, "room_seat", turning):
        here(night, ANN)
    opponents = [look(ticket)["table"]["opponent"] or {} for ticket in night.tickets.values()]
    assert turned and [opponent["connected"] for opponent in opponents if opponent.get("name") == "Ann"] == [True]
