"""A robot at home at a chosen strength: what it is given, that it always finishes, and where to choose the strength."""

import inspect
from datetime import timedelta
from statistics import mean
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from clubsite.analysis.services import robots
from clubsite.core import jobs
from clubsite.home.models import HomeMatch
from clubsite.home.pages import match_page
from clubsite.home.services import robots as at_home
from clubsite.home.services.matches import match_again, match_end, match_pace
from clubsite.home.services.robots import CARD, LONGEST_THOUGHT, robot_play, thinking_seconds
from clubsite.play.models import Play, SeatTicket
from clubsite.play.robot_names import STRENGTHS, robot_name
from games.registry import game_for, names
from solver.robots import choice
from tests.clubsite.at_tables import act, look
from tests.clubsite.home.homes import as_usual, fix_the_lot, play_deal, ticket_of, waiting
from tests.long import sample

WITH_ROBOT = [name for name in names() if not game_for(name).alone]
with_robot = pytest.mark.parametrize("game", WITH_ROBOT)


@pytest.fixture(autouse=True)
def _the_same_deals(monkeypatch):
    fix_the_lot(monkeypatch)
    monkeypatch.setattr(choice, "MAX_PLAY_NODES", sample(100_000, choice.MAX_PLAY_NODES))


def against(strength: str, **more) -> tuple[HomeMatch, SeatTicket]:
    seat = waiting(against="robot", strength=strength, **more)
    return seat.match, ticket_of(seat)


@pytest.mark.parametrize("fails", [True, False])
def test_a_claim_of_all_tricks_that_can_fail_is_not_accepted_nor_by_a_robot_that_fails(fails, monkeypatch):
    match, bo = against("perfect")
    seen = _first_card(match, bo)
    assert act(bo, f"claim:{seen['view']['claim_max']}").ok
    if fails:
        monkeypatch.setattr(at_home, "action_of", _never)
        monkeypatch.setattr(robots, "Random", lambda _: SimpleNamespace(choice=lambda many: many[0]))
    robot_play(match_id=match.pk)
    view = look(bo)["view"]
    assert view["claim"] is None and view["outcome"] is None, "nobody takes all the tricks of this deal"


def test_solo_6_the_robot_is_handed_the_terms_and_nothing_but_views():
    terms = ["views", "strength", "options", "secret", "chance"]
    assert list(inspect.signature(robots.action_of).parameters) == terms


@pytest.mark.parametrize("strength", ["beginner", "club", "perfect"])
def test_solo_30_the_views_it_is_handed_are_those_that_its_seat_was_shown(strength, monkeypatch):
    given = []
    real = robots.action_of

    def spy(views, *rest):
        given.append(views)
        return real(views, *rest)

    monkeypatch.setattr(at_home, "action_of", spy)
    match, bo = against(strength)
    assert play_deal(match, bo)["table"]["state"] == "result"
    shown = robots.views_of(match.room.plays.get(), "N")
    assert given and all(views == shown[: len(views)] for views in given)
    in_play = [view for views in given for view in views if view["phase"] == "play"]
    assert in_play and all(view["hands"]["S"]["cards"] is None for view in in_play)
    assert all(view["dealt"] is None and view["me"] == "N" for views in given for view in views)


def test_the_robot_is_named_by_its_strength_everywhere_and_its_terms_are_written_once_and_kept_for_the_next_match():
    match, bo = against("expert", claims_checked=True)
    assert look(bo)["table"]["opponent"]["name"] == "Robot, expert"
    page = match_page(match, match.seats.get(player="S"))
    assert "Robot, expert" in page["columns"]
    assert page["seating"] == "Robot, expert, sits North. You sit South."

    for change in ({"strength": "beginner"}, {"claims_checked": False}, {"seed": "known"}):
        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
            HomeMatch.objects.filter(pk=match.pk).update(**change)
    match_end(match=match)
    again = match_again(match=match)
    assert (again.strength, again.claims_checked) == ("expert", True)
    assert again.seats.get(player="N").name == "Robot, expert"


def test_without_a_strength_it_is_the_games_own_robot(monkeypatch):
    monkeypatch.setattr(choice, "_of_strength", _never)
    match, bo = against("")
    assert look(bo)["table"]["opponent"]["name"] == "Robot"
    play_deal(match, bo)


def _never(*_) -> str:
    raise AssertionError("the game's own robot was meant")


def _first_card(match: HomeMatch, bo: SeatTicket) -> dict[str, Any]:
    for _ in range(20):
        robot_play(match_id=match.pk)
        seen = look(bo)
        if seen["view"]["phase"] == "play":
            return seen
        bid = "c:1N" if "c:1N" in seen["view"]["legal"] and not seen["view"]["auction"] else "c:P"
        assert act(bo, bid).ok
    raise AssertionError("the auction does not end")


@with_robot
def test_the_new_table_asks_how_strong_the_robot_is_and_keeps_the_answer(client, game):
    strengths, page = game_for(game).strengths, client.get(f"/play/new/{game}/").text
    assert "How strong is the robot?" in page and _checked(page, "strength") == "club"
    for strength, words in STRENGTHS.items():
        assert (f">{words.capitalize()}<" in page.replace("\n", "").replace("  ", "")) == (strength in strengths), words
    assert ("Check claims by computer?" in page) == (game == "solo")
    for strength in strengths:
        client.post(f"/play/new/{game}/", {"name": "Bo", "against": "robot", "strength": strength})
        match = HomeMatch.objects.latest("pk")
        assert (match.strength, match.seats.get(player="N").name) == (strength, robot_name(strength))
    client.post(f"/play/new/{game}/", {"name": "Bo", "against": "robot"})
    assert HomeMatch.objects.latest("pk").strength == "club"
    made = HomeMatch.objects.count()
    for strength in {"divine", *STRENGTHS} - set(strengths):
        answer = client.post(f"/play/new/{game}/", {"name": "Bo", "against": "robot", "strength": strength})
        assert answer.status_code == 422 and HomeMatch.objects.count() == made


def test_an_address_may_name_the_strength_and_a_game_for_one_does_not_ask(client):
    assert _checked(client.get("/play/new/solo/?strength=beginner").text, "strength") == "beginner"
    assert _checked(client.get("/play/new/solo/?strength=nonsense").text, "strength") == "club"
    assert "/play/new/solo/?strength=first" in client.get("/learn/solo/first-hand/").text, "the lesson goes on"
    page = client.get("/play/new/bridge_solitaire/").text
    assert "How strong" not in page and "by computer" not in page
    client.post("/play/now/bridge_solitaire/")
    assert HomeMatch.objects.get().strength == ""


@pytest.mark.parametrize(("against", "strength"), [("robot", "perfect"), ("friend", "")])
def test_claims_are_checked_if_it_is_chosen_and_a_friend_has_no_strength(client, against, strength):
    sent = {"against": against, "strength": "perfect", "checked": "yes"}
    assert client.post("/play/new/solo/", {"name": "Bo", **sent}).status_code == 302
    match = HomeMatch.objects.get()
    assert (match.strength, match.claims_checked) == (strength, True)


def _checked(page: str, name: str) -> str:
    radios = [part for part in page.split("<input ")[1:] if f'name="{name}"' in part.split(">")[0]]
    chosen = [radio for radio in radios if "checked" in radio.split(">")[0]]
    assert len(chosen) == 1
    return chosen[0].split('value="')[1].split('"')[0]


@with_robot
def test_in_one_tap_the_robot_is_a_club_player_who_plays_the_deal_to_its_end(game, client):
    client.post(f"/play/now/{game}/")
    match = HomeMatch.objects.get()
    bo = ticket_of(match.seats.get(player="S"))
    assert match.strength == "club" and look(bo)["table"]["opponent"]["name"] == "Robot, club player"
    assert play_deal(match, bo)["table"]["state"] == "result"


@pytest.fixture
def table(settings):
    """A function that opens a table at which only the pace of the robot, a person's, holds it up."""
    settings.ROBOT_PACE = 1.0

    def made(**more):
        seat = waiting(against="robot", strength="beginner", **as_usual("solo", misclick="off"), **more)
        return seat.match, ticket_of(seat)

    return made


def passed(match: HomeMatch, seconds: float):
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
    assert play_deal(slow, ann)["table"]["state"] == "result", "the whole deal, without waiting"


def test_the_page_asks_for_the_pace_and_remembers_the_answer(client):
    assert "How fast does the robot play?" in client.get("/play/new/umbrage/").text
    assert "How fast does the robot play?" not in client.get("/play/new/bridge_solitaire/").text
    client.post("/play/now/solo/")
    first = HomeMatch.objects.get()
    assert not first.at_once, "a person's pace is the usual one"
    page = client.get(f"/play/match/{first.public_id}/")
    assert "Let the robot act at once" in page.text
    assert Client().post(f"/play/match/{first.public_id}/pace/1/").status_code == 404, "a stranger"
    first.refresh_from_db()
    assert not first.at_once
    page = client.post(f"/play/match/{first.public_id}/pace/1/", follow=True)
    assert "The robot acts at once now." in page.text and "Let the robot take its time" in page.text
    client.post("/play/now/whist_for_two/")
    assert HomeMatch.objects.latest("pk").at_once, "as at the last table"
    client.post(f"/play/match/{first.public_id}/pace/0/")
    first.refresh_from_db()
    assert not first.at_once
    client.post("/play/new/solo/", {"name": "Bo", "against": "robot", "pace": "at_once"})
    assert HomeMatch.objects.latest("pk").at_once


def test_solo_22b_it_agrees_at_once_to_take_back_what_it_has_not_answered(table):
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


def test_solo_22c_the_pace_tells_nothing_of_the_cards_is_spread_and_longer_for_a_lead(table):
    """The seconds rest on what is asked, whether a card is led, and the secret moment: not on hands or choices."""
    seen = [view("card", 1, legal=legal, hands=legal) for legal in ([], ["p:SA"], ["p:H2"])]
    assert len({thinking_seconds(turn, "seed/7/9") for turn in seen}) == 1
    cards, leads = ([thinking_seconds(view("card", n), f"{n} {k}") for k in range(400)] for n in (1, 0))
    assert CARD * 0.9 < mean(cards) < CARD * 1.3 < mean(leads)
    assert min(cards) < CARD / 2 and max(cards) > CARD * 2 and max(leads) <= LONGEST_THOUGHT
    assert thinking_seconds(view("undo"), "seed") == 0.0
