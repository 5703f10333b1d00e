"""Actions by several seats at the same moment, on a database file with one connection per thread."""

from uuid import uuid4

import pytest

from clubsite.play.services import room_ready
from tests.clubsite.at_tables import act, in_round, look, play_until, say_ready

pytestmark = pytest.mark.django_db(transaction=True)


def _open_board(night):
    say_ready(night.tickets[1])
    say_ready(night.tickets[4])
    return next(c for c in (night.tickets[1], night.tickets[4]) if look(c)["view"]["legal"])


def test_the_same_message_on_four_connections_at_once_is_applied_once(night, at_once):
    dealer, client_id = _open_board(night), uuid4()
    seen = look(dealer)
    answers = at_once(*[lambda: act(dealer, "c:1S", seen=seen, client_id=client_id)] * 4)
    assert [(a.code, a.seq) for a in answers] == [("ack", 1)] * 4
    assert at_once(lambda: look(dealer)["seq"]) == [1]


def test_two_different_actions_on_the_same_position_are_one_ack_and_one_stale(night, at_once):
    dealer = _open_board(night)
    seen = look(dealer)
    answers = at_once(*(lambda a=a: act(dealer, a, seen=seen) for a in ("c:1S", "c:2S", "c:3S")))
    assert sorted(a.code for a in answers) == ["ack", "stale", "stale"]


def test_both_players_ready_at_once_open_one_board(night, at_once):
    places = [night.place(1), night.place(4)]
    answers = at_once(*(lambda p=p: room_ready(room_seat=p, play_id="") for p in places * 2))
    assert all(a.code in ("ack", "gone") for a in answers)
    seen = at_once(lambda: look(night.tickets[1]))[0]
    assert seen["table"]["state"] == "playing"
    assert at_once(lambda: act(night.tickets[1], "c:P").seq + act(night.tickets[4], "c:P").seq)[0] >= 1


def test_every_table_ending_its_round_at_once_opens_the_next_round_once(night, at_once):
    def end_board(south, north):
        seats = [night.tickets[south], night.tickets[north]]
        play_until(seats, stop=in_round(night, 2))

    at_once(lambda: end_board(1, 4), lambda: end_board(2, 5), lambda: end_board(3, 6))
    rounds = at_once(*(lambda n=n: look(night.tickets[n])["table"]["round"] for n in night.tickets))
    assert rounds == [2] * 6
