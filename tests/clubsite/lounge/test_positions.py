"""A play from the club is replayed from some moment in it, against the perfect robot, once its board is closed."""

import uuid
from typing import Any

import pytest

from clubsite.duplicate.services.directing import session_end
from clubsite.lounge.models import HomeMatch, MatchState
from clubsite.lounge.services.matches import match_again
from clubsite.lounge.services.robots import robot_play
from clubsite.play.acts import play_act
from clubsite.play.room_states import log_of
from clubsite.play.selectors import state_of
from clubsite.rankings.services.publications import publish, unpublish
from games.registry import rules_for
from games.robots import choose
from games.turned import turned_log, turned_setup


@pytest.fixture
def played(night, dee, open_boards, play_out):
    """A board from a finished session that was played to the last card."""
    rows = open_boards()
    play_out(rows[0])
    session_end(session=night.session, user=dee)
    rows[0].refresh_from_db()
    return rows[0]


def address(night, row, seq: int) -> str:
    return f"/play/from/{night.session.public_id}/{row.pk}/{seq}/"


def a_card_of(row, player: str) -> dict[str, Any]:
    cards = [event for event in log_of(row.play) if event["a"].startswith("p:") and event["actor"] == player]
    return cards[len(cards) // 2]


@pytest.mark.parametrize("player", ["S", "N"])
def test_it_goes_on_before_the_act_and_who_made_it_sits_south(played, night, dee, client, player):
    publish(night.session, dee)
    act = a_card_of(played, player)
    answer = client.post(address(night, played, act["seq"]))
    assert answer.status_code == 302
    match = HomeMatch.objects.get()
    play = match.room.plays.get()
    before = [event for event in log_of(played.play) if event["seq"] < act["seq"]]
    log, setup = (before, played.play.setup)
    if player == "N":
        log, setup = turned_log(before), turned_setup(setup)
    assert [(event["actor"], event["a"]) for event in log_of(play)] == [(e["actor"], e["a"]) for e in log]
    assert (play.setup, play.turn, match.strength, match.repeats) == (setup, "S", "perfect", played.play)
    rules = rules_for("solo")
    while play.status == "live":
        if play.turn == "S":
            action = choose(rules.view(state_of(play), "S"), lambda options: options[0])
            assert action is not None
            play_act(
                play_id=play.public_id, player="S", seat_id=play.seats["S"],
                client_id=uuid.uuid4(), seq=play.seq, action=action,
            )  # fmt: skip
        else:
            robot_play(match_id=match.pk)
        play.refresh_from_db()
    match.refresh_from_db()
    assert match.state == MatchState.OVER and match.standing["sheet"]["title"] == "Practice"
    again = match_again(match=match).room.plays.get()
    assert (again.seq, again.turn) == (len(log), "S")


def test_the_other_side_of_the_table_twice_is_the_same():
    setup = {"board": 2, "dealer": "E", "vul": "NS", "hands": {"N": "a", "E": "b", "S": "c", "W": "d"}}
    once = turned_setup(setup)
    assert (once["dealer"], once["vul"], once["hands"]["S"], once["hands"]["W"]) == ("W", "EW", "a", "b")
    assert turned_setup(once) == setup


def test_there_is_nothing_before_the_results_are_published_or_of_what_is_not_there(played, night, dee, client):
    seq = a_card_of(played, "S")["seq"]
    assert client.post(address(night, played, seq)).status_code == 404
    publish(night.session, dee)
    assert client.post(address(night, played, 999)).status_code == 404
    assert client.get(address(night, played, seq)).status_code == 405
    assert client.post(f"/play/from/{night.session.public_id}/999999/{seq}/").status_code == 404
    unpublish(night.session, dee)
    assert client.post(address(night, played, seq)).status_code == 404
    assert not HomeMatch.objects.exists()
