"""A seat's action is applied once, or refused with a message, whatever is sent and however often it is sent."""

from uuid import uuid4

import pytest

from clubsite.nights.services.directing import session_pause, session_resume
from clubsite.nights.services.rounds import round_force
from clubsite.play.acts import director_act, play_act
from clubsite.play.models import Play
from clubsite.play.seat_resolvers import RoomSeat
from clubsite.play.services import room_ready
from tests.clubsite.at_tables import act, look, play_of, play_until, say_ready

pytestmark = pytest.mark.django_db(transaction=True)
BO, ANN = 1, 4


@pytest.fixture
def live(night):
    """The seat tickets of table 1, with its first board in the auction. The dealer's ticket comes first."""
    for number in (BO, ANN):
        assert say_ready(night.tickets[number]).ok
    seats = {"S": night.tickets[BO], "N": night.tickets[ANN]}
    turn = look(night.tickets[BO])["view"]["turn"]["player"]
    return seats[turn], seats["N" if turn == "S" else "S"]


def test_an_action_is_appended_once_and_acknowledged_with_its_number(live):
    dealer, other = live
    before, client_id = look(other)["rev"], uuid4()
    answer = act(dealer, "c:1S", client_id=client_id)
    assert (answer.code, answer.seq) == ("ack", 1)
    assert before < answer.rev == look(dealer)["rev"] == look(other)["rev"]
    play = play_of(dealer)
    assert (play.seq, play.status, play.turn) == (1, "live", look(other)["table"]["seat"])
    assert [(e.seq, e.action, e.ticket_id) for e in play.events.all()] == [(1, "c:1S", dealer.pk)]
    act(other, "c:P")
    again = act(dealer, "c:1S", seq=0, client_id=client_id)
    assert (again.code, again.seq, play.events.count()) == ("ack", 1, 2), "the same message again"


def test_a_repeated_client_id_is_answered_even_after_the_table_has_moved_on(night, live):
    dealer, other = live
    play_id, client_id = play_of(dealer).public_id, uuid4()
    first = act(dealer, "c:1S", client_id=client_id)
    play_until([dealer, other])
    assert look(dealer)["play"] != play_id
    again = act(dealer, "c:1S", seq=0, client_id=client_id, play=play_id)
    assert (again.code, again.seq) == ("ack", first.seq)


def test_an_action_on_an_older_or_unknown_position_is_stale(live):
    dealer, other = live
    act(dealer, "c:1S")
    for seq in (0, 2, 99):
        answer = act(other, "c:P", seq=seq)
        assert (answer.code, answer.seq) == ("stale", 1)
        assert "moved on" in answer.reason
    assert play_of(dealer).events.count() == 1


def test_an_action_out_of_turn_is_refused_with_the_rule_in_words_and_the_table_unchanged(live):
    _, other = live
    before = look(other)
    answer = act(other, "c:1S")
    assert answer.code == "illegal" and "turn" in answer.reason
    assert look(other) == before


def test_nobody_acts_for_another_player(night, live):
    dealer, other = live
    play, stranger = play_of(dealer), night.place(2)
    opponent = night.place(BO if other == night.tickets[BO] else ANN)
    sent = {"play_id": play.public_id, "client_id": uuid4(), "seq": 0, "action": "c:1S"}
    assert play_act(player=stranger.player, seat_id=stranger.seat_id, **sent).code == "gone"
    assert play_act(player=play.turn, seat_id=opponent.seat_id, **sent).code == "gone"
    assert act(dealer, "c:1S", play="nosuchplay").code == "gone"
    assert play_of(dealer).seq == 0


def test_an_action_after_the_last_one_is_over_and_at_the_next_board_gone(live):
    dealer, other = live
    play_id = play_of(dealer).public_id
    play_until(live, stop=lambda: look(dealer)["table"]["state"] == "result")
    answer = act(other, "c:P")
    assert answer.code == "over" and answer.reason
    play_until(live)
    assert act(other, "c:P", play=play_id).code == "gone"


def test_a_paused_table_refuses_actions_until_it_goes_on(night, live, dee):
    dealer, _ = live
    play_id = look(dealer)["play"]
    session_pause(session=night.session, user=dee)
    refused = act(dealer, "c:1S", play=play_id, seq=0)
    assert refused.code == "paused" and "paused" in refused.reason
    session_resume(session=night.session, user=dee)
    assert act(dealer, "c:1S").ok


def test_the_director_takes_back_an_action_although_the_table_is_paused_and_does_no_other(night, live, dee):
    dealer, _ = live
    act(dealer, "c:1S")
    session_pause(session=night.session, user=dee)
    play = Play.objects.get(room_id=night.place(BO).room_id)
    assert director_act(play=play, user=dee, action="c:2S", seq=play.seq).code == "illegal"
    assert director_act(play=play, user=dee, action="undo", seq=play.seq).ok
    session_resume(session=night.session, user=dee)
    assert look(dealer)["view"]["auction"] == []


def test_ready_while_the_board_is_in_play_is_refused(night, live):
    answer = say_ready(live[0])
    assert answer.code == "illegal" and answer.reason
    assert room_ready(room_seat=night.place(BO), play_id="").code == "gone", "for the board before it"


def test_agreeing_again_to_a_board_that_has_left_the_table_is_acknowledged_and_changes_nothing(night, live):
    """The first ack was lost. In the meantime, the opponent agreed too, and the next board was opened."""
    dealer, other = live
    play_until(live, stop=lambda: look(dealer)["table"]["state"] == "result")
    first = look(dealer)
    assert say_ready(dealer).ok
    assert say_ready(other).ok
    before = look(dealer)
    assert before["table"]["board"] != first["table"]["board"]
    again = say_ready(dealer, seen=first)
    assert (again.code, again.seq) == ("ack", first["seq"])
    assert look(dealer) == before


def test_agreeing_again_is_acknowledged_at_the_next_round_s_table_too(night, live, dee):
    dealer, _ = live
    play_until(live, stop=lambda: look(dealer)["table"]["state"] == "result")
    last = look(dealer)
    assert room_ready(room_seat=night.place(2), play_id=last["play"]).code == "gone", "it was not theirs"
    round_force(section=night.section, user=dee)
    assert look(dealer)["table"]["round"] == 2
    assert say_ready(dealer, seen=last).ok


def test_ready_twice_is_ready_once(night):
    first = say_ready(night.tickets[BO])
    again = say_ready(night.tickets[BO])
    assert first == again
    assert look(night.tickets[BO])["table"]["ready"] == ["S"]


def test_ready_while_paused_is_refused(night, dee):
    session_pause(session=night.session, user=dee)
    place = night.place(BO)
    assert room_ready(room_seat=RoomSeat(place.room_id, "S", place.seat_id), play_id="").code == "paused"
