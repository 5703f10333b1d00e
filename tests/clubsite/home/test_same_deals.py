"""A robot plays the deals of a solitaire after their player: where it is asked for, what it knows, what is shown."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from clubsite.home import tasks
from clubsite.home.kept import matches_forget
from clubsite.home.models import HomeMatch, RobotDeal
from clubsite.home.selectors.club_boards import deals_to_play, same_deals
from clubsite.home.services import robots
from clubsite.home.services.matches import match_again, match_end, match_repeat
from clubsite.home.services.robots import robot_deal_make
from clubsite.play.models import Play, SeatTicket
from solver.robots import stock
from solver.verdicts.solution import scorer
from tests.clubsite.home.homes import alone, both_ready, play_deal, ticket_of, waiting
from tests.kit.aged import logs_aged
from tests.kit.pages import words

GAME = "bridge_solitaire"
NEW = f"/play/new/{GAME}/"
HEAD = "You and the robot, with the same cards"


@pytest.fixture(autouse=True)
def _few_orders(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stock, "MAX_ORDERS", 4)


def with_robot(strength: str = "club") -> tuple[HomeMatch, SeatTicket]:
    seat = waiting(GAME, against="nobody", strength=strength)
    return seat.match, ticket_of(seat)


def opened(client: Client, **answers: str) -> HomeMatch:
    assert client.post(NEW, {"name": "Bo", "against": "nobody", **answers}).status_code == 302
    return HomeMatch.objects.latest("pk")


def page_of(client: Client, match: HomeMatch) -> str:
    return words(client.get(f"/play/match/{match.public_id}/"))


def refreshes(client: Client, match: HomeMatch) -> bool:
    body = client.get(f"/play/match/{match.public_id}/").text
    return "htmx.min.js" in body and 'data-hx-select="#same-deals"' in body


def points(vul: str, done: dict[str, Any]) -> int:
    """Return South's points. Of two players N is vulnerable where E/W are."""
    return scorer(vul)(done["contract"], done["declarer"], done["tricks"])


def test_the_new_table_asks_who_else_plays_the_same_deals_and_nobody_does_if_nothing_is_chosen(client):
    page = client.get(NEW).text
    question = page[page.index("Who else plays the same deals?") :]
    assert all(answer in question for answer in ("Nobody", "Beginner", "Club player", "Expert"))
    nobody, *robots = re.findall(r'<input type="radio" name="strength"[^>]*>', page)
    assert "checked" in nobody and not any("checked" in robot for robot in robots)
    assert opened(client).strength == ""
    assert client.post(NEW, {"name": "Bo", "against": "nobody", "strength": "perfect"}).status_code == 422


def test_the_chosen_robot_plays_every_deal_of_the_match_and_of_the_next_one(client):
    match = opened(client, strength="expert")
    assert match.strength == "expert" and not match.seats.filter(robot=True).exists()
    assert "A robot, expert, plays the same deals after you" in page_of(client, match)
    match_end(match=match)
    assert match_again(match=match).strength == "expert"


def test_a_deal_that_is_over_is_played_by_the_robot_as_a_slow_job(on_commit, monkeypatch):
    match, bo = with_robot()
    calls = []
    monkeypatch.setattr("clubsite.core.jobs._dispatch", lambda name, row_id, **how: calls.append((name, row_id, how)))
    with on_commit():
        play_deal(match, bo)
    play = match.room.plays.get()
    (how,) = [how for name, row_id, how in calls if (name, row_id) == ("home.robot_deal", play.pk)]
    assert how["slow"]
    tasks.robot_deal(play.pk)
    assert RobotDeal.objects.get().play == play
    tasks.robot_deal(play.pk)  # a message may come twice
    assert RobotDeal.objects.count() == 1
    logs_aged(timezone.now() - timedelta(days=200))
    matches_forget(timezone.now() + timedelta(days=1))
    assert not HomeMatch.objects.exists() and not RobotDeal.objects.exists(), "it goes with the match"


def test_bs_13c_the_sweep_plays_the_deals_whose_job_was_lost_and_none_that_is_played_again_for_practice():
    match, bo = with_robot()
    play_deal(match, bo)
    again = match_repeat(play=match.room.plays.get(), seat=match.seats.get())
    play_deal(again.match, ticket_of(again))
    without, ann = alone(GAME)
    play_deal(without, ann)
    still, _ = with_robot()
    tasks.slow_sweep()
    assert [made.play.room_id for made in RobotDeal.objects.all()] == [match.room_id]
    assert not deals_to_play().exists() and not robot_deal_make(play_id=still.room.plays.get().pk)


def test_one_deal_on_which_the_robot_fails_does_not_hold_up_the_others(monkeypatch):
    first, second = with_robot(), with_robot()
    for match, bo in (first, second):
        play_deal(match, bo)
    bad, real = first[0].room.plays.get(), robots._outcome

    def outcome(play: Play, *terms: Any) -> dict[str, Any]:
        assert play != bad
        return real(play, *terms)

    monkeypatch.setattr(robots, "_outcome", outcome)
    tasks.slow_sweep()
    assert RobotDeal.objects.get().play.room_id == second[0].room_id


def test_the_page_says_that_the_robot_is_playing_and_then_shows_both_results_and_totals(client):
    match = opened(client, strength="club")
    bo = ticket_of(match.seats.get())
    assert HEAD not in page_of(client, match)
    play_deal(match, bo)
    first = match.room.plays.get()
    page = page_of(client, match)
    assert HEAD in page and "The robot is still playing" in page and "Together" not in page
    assert refreshes(client, match), "the robot's result appears without a tap"
    tasks.slow_sweep()
    both_ready(match, bo)
    play_deal(match, bo, seed=2)
    tasks.slow_sweep()
    page = page_of(client, match)
    comparison = same_deals(HomeMatch.objects.get())
    assert not refreshes(client, match)
    assert "The robot is still playing" not in page and "The robot, club player, saw no more than you did" in page
    second = match.room.plays.order_by("pk")[1]
    mine = [points(play.setup["vul"], play.outcome) for play in (first, second)]
    robots = [points(play.setup["vul"], vars(play.robot_deal)) for play in (first, second)]
    assert comparison is not None and [deal.number for deal in comparison.deals] == [1, 2]
    assert [(deal.mine.points, deal.robots.points) for deal in comparison.deals] == list(zip(mine, robots, strict=True))
    assert comparison.totals == (sum(mine), sum(robots))
    assert f"{comparison.deals[0].robots.text}" in page


def test_the_robot_sees_only_what_its_seat_is_shown(monkeypatch):
    match, bo = with_robot()
    play_deal(match, bo)
    shown, real = [], robots.action_of

    def robot(views: list[dict[str, Any]], *terms: Any) -> str | None:
        shown.append(views[-1])
        return real(views, *terms)

    monkeypatch.setattr(robots, "action_of", robot)
    robot_deal_make(play_id=match.room.plays.get().pk)
    assert shown and all(view["me"] == "S" and view["dealt"] is None for view in shown)
