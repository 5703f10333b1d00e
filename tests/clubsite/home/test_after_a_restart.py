"""The process dies between a commit and the work that follows it. The sweep alone moves every home table on."""

from datetime import timedelta

import pytest
from django.db.models import Q
from django.utils import timezone

from clubsite.core import jobs
from clubsite.home.models import HomeMatch, MatchState
from clubsite.home.services import robots
from clubsite.home.services.matches import match_join
from clubsite.home.services.robots import lounge_sweep, robot_play
from clubsite.play.models import Play, Room, SeatTicket
from games.registry import names
from games.robots import choose
from tests.clubsite.at_tables import act, look, say_ready
from tests.clubsite.home.homes import a_device, alone, ticket_of, two, waiting, where_the_robot_begins

NO_INSPECTION = {"inspection": "none"}  # in which both would act at once
TWO_PLAYERS = [game for game in names() if game != "bridge_solitaire"]


@pytest.fixture(params=[timedelta(seconds=10), timedelta(hours=2)], ids=["at once", "hours later"])
def after_restart(request):
    """A function that runs the sweep as a server does when it restarts a given time after the last action."""

    def sweep():
        Play.objects.filter(status="live").update(acted_at=timezone.now() - request.param)
        return lounge_sweep()

    return sweep


@pytest.mark.parametrize("game", TWO_PLAYERS)
def test_a_robot_whose_message_was_lost_acts(game, after_restart):
    match, bo = where_the_robot_begins(game, **(NO_INSPECTION if game == "whist_for_two" else {}))
    assert after_restart() >= 1
    play = Play.objects.get(room=match.room)
    assert play.turn == "S" and look(bo)["view"]["turn"]["player"] == "S"


@pytest.mark.parametrize(("game", "options"), [("umbrage", {}), ("whist_for_two", {"inspection": "open"})])
def test_where_both_may_act_a_lost_robot_follows_its_player(game, options, after_restart):
    match, bo = alone(game, **options)
    assert act(bo, look(bo)["view"]["choices"][0]["a"]).ok
    if Play.objects.get(room=match.room).turn == "N":
        assert after_restart() >= 1
    assert look(bo)["view"]["phase"] not in ("umbrage", "inspect")


def after_the_robot(action: str) -> SeatTicket | None:
    """Return the seat of a player who can perform this action now, or None if the robot acted first."""
    match, bo = where_the_robot_begins("whist_for_two", **NO_INSPECTION)
    robot_play(match_id=match.pk)
    if action == "undo":
        assert act(bo, choose(look(bo)["view"], lambda cards: cards[0]) or "").ok
    return bo if look(bo)["view"]["can"][action.partition(":")[0]] else None


@pytest.mark.parametrize("action", ["claim:13", "undo"])
def test_a_robot_that_was_asked_for_an_answer_gives_it(action, after_restart):
    bo = next(seat for seat in map(after_the_robot, [action] * 20) if seat is not None)
    assert act(bo, action).ok
    assert after_restart() >= 1
    after = look(bo)["view"]
    assert after["claim"] is None and after["undo"] is None


def test_a_table_where_all_are_ready_goes_on(after_restart):
    seat = waiting()
    friend = match_join(match=seat.match, name="Ann", device=a_device())
    assert friend is not None
    for each in (seat, friend):
        assert say_ready(ticket_of(each)).ok
    Room.objects.filter(pk=seat.match.room_id).update(ready=["N", "S"])
    after_restart()
    assert look(ticket_of(seat))["table"]["state"] == "playing"


def test_the_last_result_of_a_match_leaves_the_table_once_all_have_seen_it(after_restart):
    match, bo = alone("bridge_solitaire", score="duplicate")
    over = {"state": MatchState.OVER, "over_at": timezone.now()}
    standing = {**match.standing, "over": True, "header": None}
    HomeMatch.objects.filter(pk=match.pk).update(standing=standing, **over)
    Play.objects.filter(room=match.room).update(status="over", outcome={}, turn="")
    Room.objects.filter(pk=match.room_id).update(ready=["N", "S"])
    after_restart()
    assert look(bo)["table"]["state"] == "finished"


def test_one_broken_table_holds_up_no_other(monkeypatch, after_restart):
    broken, _ = where_the_robot_begins("solo")
    _, bo = where_the_robot_begins("solo")
    ready, _, _ = two("solo")
    Play.objects.filter(room=ready.room).update(status="void")
    Room.objects.filter(pk=ready.room_id).update(ready=["N", "S"], play=None)
    real = robots.state_of

    def state_of(play):
        if play.room_id == broken.room_id:
            raise ValueError("Event 3: S secret:S7: that cannot be")
        return real(play)

    monkeypatch.setattr(robots, "state_of", state_of)
    after_restart()
    assert look(bo)["view"]["turn"]["player"] == "S"
    assert Play.objects.filter(room=ready.room, status="live").count() == 1
    assert not Play.objects.filter(~Q(turn="N"), room=broken.room).exists()


def test_a_broken_play_is_logged_without_its_cards(monkeypatch, caplog, after_restart):
    match, _ = where_the_robot_begins("solo")
    said = ["Event 3: S secret:S", "7: that cannot be"]

    def state_of(play):
        raise ValueError("".join(said))

    monkeypatch.setattr(robots, "state_of", state_of)
    after_restart()
    jobs.run("home.robot_play", match.pk)
    assert "robot_play" in caplog.text and "ValueError" in caplog.text
    assert "".join(said) not in caplog.text


def test_a_robots_player_who_thinks_for_hours_costs_the_sweep_nothing(django_assert_num_queries):
    for _ in range(3):
        match, _ = alone("solo")
        robot_play(match_id=match.pk)
    Play.objects.update(acted_at=timezone.now() - timedelta(hours=3))
    with django_assert_num_queries(3):
        assert lounge_sweep() == 0
