"""A clock at home: it runs for the player on turn, and a robot plays the rest of a deal for whoever is out of time."""

from datetime import timedelta

import pytest
from django.utils import timezone

from clubsite.home.models import HomeMatch
from clubsite.home.selectors.matches import live_clock, seconds_left
from clubsite.home.services.matches import match_join
from clubsite.home.services.robots import clock_run, clock_sweep
from clubsite.play.models import Play, PlayEvent, PlayStatus
from clubsite.play.selectors import state_of
from games.registry import rules_for
from tests.clubsite.at_tables import act, look
from tests.clubsite.home.homes import a_device, both_ready, ticket_of, waiting
from tests.kit.pages import words


@pytest.fixture
def timed():
    """A match of two with 3 minutes each, with its first deal on the table: the match, and the tickets by player."""
    seat = waiting("whist_for_two", clock=3)
    friend = match_join(match=seat.match, name="Ann", device=a_device())
    assert friend is not None
    tickets = {"S": ticket_of(seat), "N": ticket_of(friend)}
    both_ready(seat.match, *tickets.values())
    return seat.match, tickets


def the_play() -> Play:
    return Play.objects.get()


def ago(seconds: float):
    """Let the deal have been opened that long ago."""
    Play.objects.update(opened_at=timezone.now() - timedelta(seconds=seconds))


def test_the_clock_runs_for_the_player_on_turn_alone(timed):
    match, tickets = timed
    first = the_play().turn
    ago(60)
    left = seconds_left(match, the_play())
    assert left[first] == pytest.approx(120, abs=5)
    assert left["N" if first == "S" else "S"] == 180
    assert act(tickets[first], look(tickets[first])["view"]["legal"][0]).ok
    after = seconds_left(match, the_play())
    assert after[first] == pytest.approx(120, abs=5), "the time before an act is its player's"


def test_a_robot_plays_on_for_whoever_is_out_of_time_and_only_for_them(timed):
    match, tickets = timed
    first = the_play().turn
    other = "N" if first == "S" else "S"
    assert clock_run(match_id=match.pk) == 0
    ago(181)
    clock_sweep()
    assert set(PlayEvent.objects.values_list("actor", flat=True)) == {first}
    assert the_play().turn == other
    for _ in range(60):
        play = the_play()
        if play.status != PlayStatus.LIVE:
            break
        if play.turn == other:
            legal = rules_for(play.game).view(state_of(play), other)["legal"]
            assert act(tickets[other], next((a for a in legal if a.startswith("p:")), legal[0])).ok
        clock_run(match_id=match.pk)
    assert the_play().status == PlayStatus.OVER
    assert look(tickets["S"])["table"]["sheet"]["lines"]


def test_the_page_asks_for_the_seconds_and_strangers_do_not_get_them(client, timed):
    match, tickets = timed
    assert look(tickets["S"])["table"]["clock"] == f"/play/match/{match.public_id}/clock/"
    assert client.get(f"/play/match/{match.public_id}/clock/").status_code == 404
    ago(400)
    match.refresh_from_db()
    left = live_clock(match)
    assert left is not None and sorted(left.values()) == [0, 180]


def test_without_a_clock_nothing_runs(client):
    facts = {"name": "Bo", "against": "robot", "strength": "club"}
    client.post("/play/new/solo/", facts)
    match = HomeMatch.objects.get()
    assert match.clock == 0 and live_clock(match) is None
    ago(100_000)
    clock_sweep()
    assert clock_run(match_id=match.pk) == 0
    assert not PlayEvent.objects.exists()


def test_a_clock_is_chosen_with_the_options_and_told_to_whoever_comes(client):
    client.post("/play/new/solo/", {"name": "Bo", "against": "friend", "clock": "6"})
    match = HomeMatch.objects.get()
    assert match.clock == 6
    client.cookies.clear()
    assert "Each player has 6 minutes for a deal" in words(client.get(f"/play/{match.code}/"))
    assert client.post("/play/new/solo/", {"name": "Bo", "against": "friend", "clock": "1"}).status_code == 422
