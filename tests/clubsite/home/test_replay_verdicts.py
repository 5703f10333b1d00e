"""The cost of calls and cards in a deal at home: worked out after the deal and shown only to its players."""

import json
import re

import pytest
from django.test import Client

from clubsite.accounts.services import device_for
from clubsite.analysis.models import PlayAnalysis
from clubsite.analysis.services.plays import play_analyse, plays_analyse_some
from clubsite.core import jobs
from clubsite.home.models import HomeSeat
from clubsite.play.models import Play
from tests.clubsite.home.homes import play_deal, two
from tests.needs import compiled_solver


@pytest.fixture
def asked(monkeypatch):
    """The jobs that were put in the slow queue."""
    found: list[tuple[str, int]] = []
    monkeypatch.setattr(jobs.slow_worker, "put", lambda name, row_id, _: found.append((name, row_id)))
    return found


def by_name(match, player: str, user, client: Client) -> Client:
    """Make this account one of the match's players and sign it in. Return the browser."""
    HomeSeat.objects.filter(match=match, player=player).update(user=user)
    client.force_login(user)
    return client


def verdicts_in(body: str):
    found = re.search(r'id="verdicts-data" type="application/json">(.*?)</script>', body, re.S)
    return json.loads(found[1]) if found else None


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
    found = client.get(url + "verdicts/").json()
    assert found["state"] == "ready" and found == verdicts_in(client.get(url).text)
    stranger = Client()
    stranger.cookies["device"] = device_for(token=None)[1]
    stranger.force_login(dee)
    assert stranger.get(url + "verdicts/").status_code == 404


def test_each_player_is_you_in_their_own_words(cy, client):
    match, bo, ann = two("solo")
    play_deal(match, bo, ann)
    play = Play.objects.get(room=match.room, status="over")
    call = {
        "seq": 1, "by": "S", "a": "c:P", "points": 30, "held": ["c:1C"], "of": 36, "before": 30, "after": 0,
    }  # fmt: skip
    PlayAnalysis.objects.create(play=play, calls=[call], cards=[])
    url = f"/play/match/{match.public_id}/replay/{play.setup['board']}/verdicts/"
    for player, whose in (("S", "your"), ("N", "Bo’s")):
        HomeSeat.objects.filter(match=match).update(user=None)
        (told,) = by_name(match, player, cy, client).get(url).json()["list"]
        assert told["text"] == f"The auction: {whose} pass cost 30 points"


def test_another_game_has_none(cy, asked, client):
    match, bo, ann = two("whist_for_two")
    play_deal(match, bo, ann)
    play = Play.objects.filter(room=match.room, status="over").get()
    url = f"/play/match/{match.public_id}/replay/{play.setup['board']}/"
    by_name(match, "S", cy, client)
    assert verdicts_in(client.get(url).text) is None
    assert client.get(url + "verdicts/").status_code == 404
    assert asked == [] and play_analyse(play.pk) is False
