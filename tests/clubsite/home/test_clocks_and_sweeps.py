"""A clock at home: it runs for the player on turn, and a robot plays the rest of a deal for whoever is out of time."""

from datetime import timedelta

import pytest
from django.db.models import Q
from django.utils import timezone

from clubsite.core import jobs
from clubsite.home.models import HomeMatch, MatchState
from clubsite.home.selectors.matches import live_clock, seconds_left
from clubsite.home.services import robots
from clubsite.home.services.robots import clock_run, clock_sweep, lounge_sweep, robot_play
from clubsite.play.models import Play, PlayEvent, PlayStatus, Room, SeatTicket
from clubsite.play.selectors import state_of
from games.registry import names, rules_for
from games.robots import choose
from tests.clubsite.at_tables import act, look, say_ready
from tests.clubsite.home.homes import alone, both_ready, pair, ticket_of, two, where_the_robot_begins
from tests.kit.pages import words


@pytest.fixture
def timed():
    """A match of two with 3 minutes each, with its first deal on the table: the match, and the tickets by player."""
    seat, friend = pair("whist_for_two", clock=3)
    tickets = {"S": ticket_of(seat), "N": ticket_of(friend)}
    both_ready(seat.match, *tickets.values())
    return seat.match, tickets


def the_play() -> Play:
    return Play.objects.get()


def ago(seconds: float):
    Play.objects.update(opened_at=timezone.now() - timedelta(seconds=seconds))


def test_the_clock_runs_for_the_player_on_turn_alone_and_strangers_do_not_get_its_seconds(client, timed):
    match, tickets = timed
    assert look(tickets["S"])["table"]["clock"] == f"/play/match/{match.public_id}/clock/"
    assert client.get(f"/play/match/{match.public_id}/clock/").status_code == 404
    ago(400)
    match.refresh_from_db()
    assert sorted(live_clock(match).values()) == [0, 180]
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


def test_without_a_clock_nothing_runs_and_one_that_is_chosen_is_shown_to_whoever_comes(client):
    client.post("/play/new/solo/", {"name": "Bo", "against": "robot", "strength": "club"})
    match = HomeMatch.objects.get()
    assert match.clock == 0 and live_clock(match) is None
    ago(100_000)
    clock_sweep()
    assert clock_run(match_id=match.pk) == 0
    assert not PlayEvent.objects.exists()
    client.post("/play/new/solo/", {"name": "Bo", "against": "friend", "clock": "6"})
    match = HomeMatch.objects.latest("pk")
    assert match.clock == 6
    client.cookies.clear()
    assert "Each player has 6 minutes for a deal" in words(client.get(f"/play/{match.code}/"))
    assert client.post("/play/new/solo/", {"name": "Bo", "against": "friend", "clock": "1"}).status_code == 422


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
    assert lounge_sweep() == 0, "before it counts as stuck"
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


def test_a_table_where_all_are_ready_goes_on_and_a_last_result_that_all_have_seen_leaves_it(after_restart):
    bo, ann = map(ticket_of, pair())
    assert say_ready(bo).ok and say_ready(ann).ok
    after_restart()
    assert look(bo)["table"]["state"] == "playing"
    match, bo = alone("bridge_solitaire", score="duplicate")
    over = {"state": MatchState.OVER, "over_at": timezone.now()}
    standing = {**match.standing, "over": True, "header": None}
    HomeMatch.objects.filter(pk=match.pk).update(standing=standing, **over)
    Play.objects.filter(room=match.room).update(status="over", outcome={}, turn="")
    Room.objects.filter(pk=match.room_id).update(ready=["N", "S"])
    after_restart()
    assert look(bo)["table"]["state"] == "finished"


def test_one_broken_table_holds_up_no_other_and_is_logged_without_its_cards(monkeypatch, caplog, after_restart):
    broken, _ = where_the_robot_begins("solo")
    _, bo = where_the_robot_begins("solo")
    ready, _, _ = two("solo")
    Play.objects.filter(room=ready.room).update(status="void")
    Room.objects.filter(pk=ready.room_id).update(ready=["N", "S"], play=None)
    real, parts = robots.state_of, ["Event 3: S secret:S", "7: that cannot be"]

    def state_of(play):
        if play.room_id == broken.room_id:
            raise ValueError("".join(parts))
        return real(play)

    monkeypatch.setattr(robots, "state_of", state_of)
    after_restart()
    jobs.run("home.robot_play", broken.pk)
    assert look(bo)["view"]["turn"]["player"] == "S"
    assert Play.objects.filter(room=ready.room, status="live").count() == 1
    assert not Play.objects.filter(~Q(turn="N"), room=broken.room).exists()
    assert "robot_play" in caplog.text and "ValueError" in caplog.text
    assert "".join(parts) not in caplog.text


def test_a_robots_player_who_thinks_for_hours_costs_the_sweep_nothing(django_assert_num_queries):
    for _ in range(3):
        match, _ = alone("solo")
        robot_play(match_id=match.pk)
    Play.objects.update(acted_at=timezone.now() - timedelta(hours=3))
    with django_assert_num_queries(3):
        assert lounge_sweep() == 0
