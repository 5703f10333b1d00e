"""When a play is analysed, and who may see the result: nobody until the deal is closed."""

import json
import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from clubsite.analysis.models import PlayAnalysis
from clubsite.analysis.selectors.verdicts import verdicts
from clubsite.analysis.services.plays import play_analyse, plays_analyse_some
from clubsite.core import jobs
from clubsite.nights.services.directing import session_end
from clubsite.play.models import Play
from clubsite.rankings.services.publications import publish, unpublish
from clubsite.rankings.services.sweep import results_sweep
from clubsite.seats.kept import logs_forget
from solver.verdicts.verdict_text import lost_in_words
from tests.kit.aged import logs_aged
from tests.kit.meanwhile import TRANSACTION, before_statement
from tests.kit.nights import end_and_publish
from tests.needs import compiled_solver


@pytest.fixture
def asked(monkeypatch):
    """The jobs that were put into the slow queue, except those for boards."""
    found = []

    def put(name, row_id, delay):
        if name == "analysis.analyse_play":
            found.append((name, row_id))

    monkeypatch.setattr(jobs.slow_worker, "put", put)
    return found


@pytest.fixture
def played(open_boards, play_out):
    """A board played live at table 1, and scored."""
    row = open_boards()[0]
    row.play = play_out(row)
    results_sweep()
    return row


@pytest.fixture
def closed(played, night, dee):
    end_and_publish(night.session, dee)
    return played


def replay_url(night, row) -> str:
    return f"/results/{night.session.public_id}/board/{row.board.number}/replay/{row.pk}/"


def data_in(body: str, name: str):
    found = re.search(rf'id="{name}" type="application/json">(.*?)</script>', body, re.S)
    return json.loads(found[1]) if found else None


@compiled_solver
def test_a_play_is_analysed_once(closed):
    play = closed.play
    assert play_analyse(play.pk) is True
    made = PlayAnalysis.objects.get(play=play)
    assert len(made.calls) == play.events.filter(action__startswith="c:").count()
    cards = sum(entry["a"].startswith("p:") for entry in made.cards)
    assert cards == play.events.filter(action__startswith="p:").count()
    assert play_analyse(play.pk) is False
    again = PlayAnalysis.objects.get(play=play)
    assert (again.calls, again.cards, again.made_at) == (made.calls, made.cards, made.made_at)


def test_nothing_is_worked_out_while_the_session_goes_on(played, night, client, asked, on_commit):
    with on_commit():
        assert play_analyse(played.play.pk) is False
        assert plays_analyse_some() == 0
    assert not PlayAnalysis.objects.exists() and asked == []
    assert verdicts(played.play) is None
    for page in ("", "verdicts/"):
        assert client.get(replay_url(night, played) + page).status_code == 404


def test_even_a_stored_one_is_hidden_until_the_session_has_ended(played, night, dee, client):
    PlayAnalysis.objects.create(play=played.play, calls=[], cards=[])
    assert verdicts(played.play) is None
    session_end(session=night.session, user=dee)
    url = replay_url(night, played)
    assert client.get(url + "verdicts/").status_code == 404
    publish(night.session, dee)
    assert client.get(url + "verdicts/").json()["state"] == "ready"
    unpublish(night.session, dee)
    assert client.get(url + "verdicts/").status_code == 404
    for page in ("", f"board/{played.board.number}/", "player/1/"):
        assert client.get(f"/results/{night.session.public_id}/{page}").status_code == 404


@compiled_solver
def test_the_end_of_a_session_asks_for_its_plays(played, night, dee, asked, on_commit):
    with on_commit():
        session_end(session=night.session, user=dee)
    assert asked == [("analysis.analyse_play", played.play.pk)]
    assert plays_analyse_some() == 1 and plays_analyse_some() == 0


@compiled_solver
def test_a_replay_says_that_it_is_being_worked_out_and_asks(closed, night, client, asked, on_commit):
    url = replay_url(night, closed)
    with on_commit():
        body = client.get(url).text
    assert data_in(body, "verdicts-data") == {"state": "coming"}
    assert f'data-verdicts="{url}verdicts/"' in body
    assert asked == [("analysis.analyse_play", closed.play.pk)]
    assert client.get(url + "verdicts/").json() == {"state": "coming"}
    play_analyse(closed.play.pk)
    found = client.get(url + "verdicts/").json()
    assert found["state"] == "ready" and len(found["moments"]) == sum(map(len, found["order"].values()))
    assert data_in(client.get(url).text, "verdicts-data") == found


@compiled_solver
def test_an_own_card_tells_what_was_given_away_where_that_is_known(closed, night, client, asked):
    url = f"/results/{night.session.public_id}/player/{closed.ns.number}/"
    assert "Given away" not in client.get(url).text
    assert play_analyse(closed.play.pk)
    made = PlayAnalysis.objects.get(play=closed.play)
    for player, contestant in (("S", closed.ns), ("N", closed.ew)):
        own = [entry for entry in [*made.calls, *made.cards] if entry["by"] == player]
        lost = sum(entry.get("tricks", 0) for entry in own), sum(entry["points"] for entry in own)
        card = client.get(f"/results/{night.session.public_id}/player/{contestant.number}/").text
        assert "Given away" in card and lost_in_words(*lost) in card


@compiled_solver
def test_a_failure_leaves_the_others_analysed(closed, monkeypatch, caplog):
    broken: Callable[..., Any] = Play.objects.get
    monkeypatch.setattr("clubsite.analysis.services.plays.judge_play", broken)
    assert plays_analyse_some() == 0
    assert "the next sweep tries again" in caplog.text


@compiled_solver
def test_nothing_is_stored_of_a_play_whose_log_is_deleted_meanwhile(closed):
    logs_aged(timezone.now() - timedelta(days=200))
    tomorrow = timezone.now() + timedelta(days=1)
    with before_statement(TRANSACTION, lambda: logs_forget(tomorrow)):
        assert play_analyse(closed.play.pk) is False
    assert not PlayAnalysis.objects.exists()
