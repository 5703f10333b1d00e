"""A robot at home takes a person's time, acts at once on request, and lets the player take back until it has acted."""

from datetime import timedelta
from statistics import mean

import pytest
from django.utils import timezone

from clubsite.core import jobs
from clubsite.home.models import HomeMatch
from clubsite.home.services.matches import match_again, match_end, match_pace
from clubsite.home.services.robots import CARD, LONGEST_THOUGHT, robot_play, thinking_seconds
from clubsite.play.models import Play
from tests.clubsite.at_tables import act, look
from tests.clubsite.home.homes import as_usual, fix_the_lot, play_deal, ticket_of, waiting




@pytest.fixture
def table(settings):
    """A function that opens a table at which only the pace of the robot, a person's, holds it up."""
    settings.ROBOT_PACE = 1.0

    def made(**more):
        seat = waiting(against="robot", strength="beginner", **as_usual("solo", misclick="off"), **more)
        return seat.match, ticket_of(seat)

    return made


def passed(match: HomeMatch, seconds: float):
    """Let so many seconds pass since the last act."""
    Play.objects.filter(room_id=match.room_id).update(acted_at=timezone.now() - timedelta(seconds=seconds))


def view(what: str, cards: int = 0, **more):
    return {"turn": {"player": "N", "what": what}, "trick": {"cards": [{}] * cards}, **more}


def test_the_robot_thinks_first_and_asks_to_be_woken_when_it_has(table, monkeypatch, on_commit):
    match, bo = table()
    assert act(bo, "c:1N").ok
    delays: list[float] = []
    monkeypatch.setattr(jobs, "_dispatch", lambda name, *_, delay, **__: delays.append(delay))
    with on_commit():
        assert robot_play(match_id=match.pk) == 0
    (delay,) = delays
    assert 0.5 < delay <= LONGEST_THOUGHT
    passed(match, delay + 0.1)
    assert robot_play(match_id=match.pk) > 0


def test_at_once_on_request_from_the_first_act_or_in_the_middle(table, client):
    match, bo = table(at_once=True)
    assert act(bo, "c:1N").ok and robot_play(match_id=match.pk) > 0
    match_end(match=match)
    assert match_again(match=match).at_once, "the next match keeps it"
    slow, ann = table()
    assert act(ann, "c:1N").ok and robot_play(match_id=slow.pk) == 0
    match_pace(match=slow, at_once=True)
    assert robot_play(match_id=slow.pk) > 0


def test_the_page_asks_for_the_pace_and_remembers_the_answer(client):
    assert "How fast does the robot play?" in client.get("/play/new/umbrage/").text
    assert "How fast does the robot play?" not in client.get("/play/new/bridge_solitaire/").text
    client.post("/play/now/solo/")
    first = HomeMatch.objects.get()
    assert not first.at_once, "a person's pace is the usual one"
    page = client.get(f"/play/match/{first.public_id}/")
    assert "Let the robot act at once" in page.text
    page = client.post(f"/play/match/{first.public_id}/pace/1/", follow=True)
    assert "The robot acts at once now." in page.text and "Let the robot take its time" in page.text
    client.post("/play/now/whist_for_two/")
    assert HomeMatch.objects.latest("pk").at_once, "as at the last table"
    client.post(f"/play/match/{first.public_id}/pace/0/")
    first.refresh_from_db()
    assert not first.at_once
    client.post("/play/new/solo/", {"name": "Bo", "against": "robot", "pace": "at_once"})
    assert HomeMatch.objects.latest("pk").at_once


def test_a_stranger_changes_nobodys_pace(table, client):
    match, _ = table()
    assert client.post(f"/play/match/{match.public_id}/pace/1/").status_code == 404
    match.refresh_from_db()
    assert not match.at_once


def test_solo_22b_it_agrees_at_once_to_take_back_what_it_has_not_answered(table):
    """The window of a misclick is closed or off: the player asks, and does not wait for the robot's thoughts."""
    match, bo = table()
    assert act(bo, "c:2N").ok
    assert robot_play(match_id=match.pk) == 0, "it thinks"
    assert act(bo, "undo").ok
    assert robot_play(match_id=match.pk) == 1
    assert look(bo)["view"]["auction"] == [] and look(bo)["view"]["turn"]["player"] == "S"
    assert act(bo, "c:1C").ok
    passed(match, LONGEST_THOUGHT)
    robot_play(match_id=match.pk)
    refused = act(bo, "undo")
    assert not refused.ok, "it has acted"


def test_solo_22c_the_pace_tells_nothing_of_the_cards(table):
    """The seconds rest on what is asked, whether a card is led, and the secret moment: not on hands or choices."""
    told = [
        thinking_seconds(view("card", 1, legal=legal, hands=legal), "seed/7/9") for legal in ([], ["p:SA"], ["p:H2"])
    ]
    assert len(set(told)) == 1


def test_the_pace_is_spread_and_a_lead_takes_longer(table):
    cards, leads = ([thinking_seconds(view("card", n), f"{n} {k}") for k in range(400)] for n in (1, 0))
    assert CARD * 0.9 < mean(cards) < CARD * 1.3 < mean(leads)
    assert min(cards) < CARD / 2 and max(cards) > CARD * 2 and max(leads) <= LONGEST_THOUGHT
    assert thinking_seconds(view("undo"), "seed") == 0.0


def test_a_whole_deal_is_played_at_once_without_waiting(table):
    match, bo = table(at_once=True)
    assert play_deal(match, bo)["table"]["state"] == "result"
