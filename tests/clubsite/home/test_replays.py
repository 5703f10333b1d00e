"""A play goes on from some moment in it, against the perfect robot: a club's once its board is closed, one's own at
home once it is over.
"""

import json
import re
import uuid
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client

from clubsite.accounts.services import device_for
from clubsite.analysis.models import PlayAnalysis
from clubsite.analysis.services.plays import play_analyse, plays_analyse_some
from clubsite.core import jobs
from clubsite.home.models import HomeMatch, HomeSeat, MatchState
from clubsite.home.services.matches import match_again
from clubsite.home.services.robots import robot_play
from clubsite.nights.services.directing import session_end
from clubsite.play.acts import play_act
from clubsite.play.models import Play
from clubsite.play.room_states import log_of
from clubsite.play.selectors import state_of
from clubsite.rankings.services.publications import publish, unpublish
from games.registry import rules_for
from games.robots import choose
from games.turned import turned_log, turned_setup
from games.wording import signed
from solver.verdicts.solution import scorer
from tests.clubsite.home.homes import fix_the_lot, play_deal, ticket_of, two
from tests.needs import compiled_solver


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
    assert "Both results" in client.get(f"/play/match/{match.public_id}/").text
    unpublish(night.session, dee)
    assert "Both results" not in client.get(f"/play/match/{match.public_id}/").text, "the board is open again"
    publish(night.session, dee)
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


@pytest.fixture
def at_home(client, monkeypatch):
    """A finished deal of Solo against the robot at home, and its first card by each player. The deal is always the same
    one, because in some the robot claims before both have played.
    """
    fix_the_lot(monkeypatch)
    client.post("/play/new/solo/", {"name": "Bo", "against": "robot", "strength": "beginner"})
    match = HomeMatch.objects.get()
    play_deal(match, ticket_of(match.seats.get(player="S")))
    play = match.room.plays.get(status="over")
    cards = {e["actor"]: e for e in reversed(log_of(play)) if e["a"].startswith("p:")}
    return SimpleNamespace(match=match, play=play, cards=cards, sheet=f"/play/match/{match.public_id}/")


def from_here(at_home, seq: int) -> str:
    return f"{at_home.sheet}replay/{at_home.play.setup['board']}/from/{seq}/"


@pytest.mark.parametrize("player", ["S", "N"])
def test_a_deal_at_home_goes_on_from_any_act_and_both_results_stand_side_by_side(at_home, client, player):
    act = at_home.cards[player]
    assert client.post(from_here(at_home, act["seq"])).status_code == 302
    match = HomeMatch.objects.latest("pk")
    assert (match.strength, match.repeats, match.claims_checked) == ("perfect", at_home.play, True)
    assert match.room.plays.get().turn == "S", "who acted sits South"
    assert "Both results" not in client.get(f"/play/match/{match.public_id}/").text, "the deal is not over"
    last = play_deal(match, ticket_of(match.seats.get(player="S")), concede=True)
    play = match.room.plays.get()
    points = scorer(play.setup["vul"])
    first, now = at_home.play.outcome, play.outcome
    turned = {"S": "N", "N": "S"}[first["declarer"]] if player == "N" else first["declarer"]
    was = points(first["contract"], turned, first["tricks"])
    came = points(now["contract"], now["declarer"], now["tricks"])
    page = client.get(f"/play/match/{match.public_id}/").text
    table = page.split('<table class="data both">')[1].split("</table>")[0]
    assert [signed(value) in table for value in (was, came, came - was)] == [True] * 3
    assert last["table"]["result"]["score_text"] == f"For you {signed(was)} the first time, {signed(came)} now"


def test_the_replay_at_home_has_a_form_for_each_moment_and_strangers_and_other_moments_open_no_table(at_home, client):
    page = client.get(f"{at_home.sheet}replay/{at_home.play.setup['board']}/").text
    assert f'data-action="{from_here(at_home, 0)}"' in page

    other = Client()
    assert other.post(from_here(at_home, at_home.cards["S"]["seq"])).status_code == 404
    assert client.post(from_here(at_home, 999)).status_code == 404
    assert client.get(from_here(at_home, at_home.cards["S"]["seq"])).status_code == 405
    assert client.post(f"{at_home.sheet}replay/99/from/5/").status_code == 404
    assert HomeMatch.objects.count() == 1


@pytest.fixture
def asked(monkeypatch):
    calls: list[tuple[str, int]] = []
    monkeypatch.setattr(jobs.slow_worker, "put", lambda name, row_id, _: calls.append((name, row_id)))
    return calls


def by_name(match, player: str, user, client: Client) -> Client:
    HomeSeat.objects.filter(match=match, player=player).update(user=user)
    client.force_login(user)
    return client


def verdicts_in(body: str):
    match = re.search(r'id="verdicts-data" type="application/json">(.*?)</script>', body, re.S)
    return json.loads(match[1]) if match else None


@compiled_solver
def test_a_deal_is_asked_for_when_it_is_over_and_shown_to_its_players_alone(asked, cy, dee, client, on_commit):
    match, bo, ann = two("solo")
    play = Play.objects.get(room=match.room)
    url = f"/play/match/{match.public_id}/replay/{play.setup['board']}/"
    by_name(match, "S", cy, client)
    assert play_analyse(play.pk) is False
    PlayAnalysis.objects.create(play=play, calls=[], cards=[])
    assert client.get(url).status_code == client.get(url + "verdicts/").status_code == 404
    PlayAnalysis.objects.all().delete()
    with on_commit():
        play_deal(match, bo, ann)
    assert asked == [("analysis.analyse_play", play.pk)]
    assert verdicts_in(client.get(url).text) == {"state": "coming"}
    assert client.get(url + "verdicts/").json() == {"state": "coming"}
    assert plays_analyse_some() == 1
    verdicts = client.get(url + "verdicts/").json()
    assert verdicts["state"] == "ready" and verdicts == verdicts_in(client.get(url).text)
    stranger = Client()
    stranger.cookies["device"] = device_for(token=None)[1]
    stranger.force_login(dee)
    assert stranger.get(url + "verdicts/").status_code == 404


def test_each_player_is_you_in_their_own_words(cy, client):
    match, bo, ann = two("solo")
    play_deal(match, bo, ann)
    play = Play.objects.get(room=match.room, status="over")
    call = {"seq": 1, "by": "S", "a": "c:P", "points": 30, "held": ["c:1C"], "of": 36, "before": 30, "after": 0}
    PlayAnalysis.objects.create(play=play, calls=[call], cards=[])
    url = f"/play/match/{match.public_id}/replay/{play.setup['board']}/verdicts/"
    for player, whose in (("S", "your"), ("N", "Bo’s")):
        HomeSeat.objects.filter(match=match).update(user=None)
        (verdict,) = by_name(match, player, cy, client).get(url).json()["list"]
        assert verdict["text"] == f"The auction: {whose} pass cost 30 points"


def test_another_game_has_no_verdicts_and_does_not_go_on_from_here(cy, asked, client):
    match, bo, ann = two("whist_for_two")
    play_deal(match, bo, ann)
    play = Play.objects.filter(room=match.room, status="over").get()
    url = f"/play/match/{match.public_id}/replay/{play.setup['board']}/"
    by_name(match, "S", cy, client)
    assert verdicts_in(client.get(url).text) is None
    assert client.get(url + "verdicts/").status_code == client.post(url + "from/3/").status_code == 404
    assert asked == [] and play_analyse(play.pk) is False
