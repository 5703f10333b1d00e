"""Attempts by a player to learn hidden cards and decisions by means other than the player's own view."""

import json
import re
from random import Random
from typing import Any
from uuid import NAMESPACE_OID, uuid4, uuid5

import pytest
from django.contrib import admin
from django.test import Client

from clubsite.home.models import HomeMatch, HomeSeat
from clubsite.home.services.matches import match_end
from clubsite.home.services.robots import robot_play
from clubsite.play.models import PlayEvent, SeatTicket
from clubsite.play.services import play_open, play_void
from games.registry import names, rules_for
from tests.clubsite.at_tables import act, look
from tests.clubsite.home.homes import alone, both_ready, two
from tests.on_page import CARD, cards_in, cards_in_message, on_page


def _decided(match: HomeMatch) -> PlayEvent:
    """Return the robot's decision on umbrage, which the opponent may not know before making their own decision."""
    robot_play(match_id=match.pk)
    return PlayEvent.objects.get(play__room=match.room, actor="N")


def test_a_robots_decision_cannot_be_confirmed_by_sending_the_id_that_it_would_have():
    match, bo = alone("umbrage")
    event = _decided(match)
    for action in ("umbrage:take", "umbrage:stay"):
        guess = uuid5(NAMESPACE_OID, f"{event.play.public_id}/{event.seq - 1}/N/{action}")
        assert act(bo, "umbrage:x", client_id=guess).code == "illegal"


def test_an_id_that_another_player_has_used_is_no_repeat_of_ones_own_act():
    match, bo = alone("umbrage")
    event = _decided(match)
    assert act(bo, "umbrage:take", client_id=event.client_id).code == "bad"
    assert act(bo, "umbrage:take", client_id=event.client_id, seq=0).code == "stale"
    assert PlayEvent.objects.count() == 1
    assert act(bo, "umbrage:take", client_id=uuid4()).ok


def test_a_robots_chance_is_not_drawn_from_what_its_opponent_knows(monkeypatch):
    drawn = []

    def note(view, chance):
        drawn.append([chance(range(1000)) for _ in range(5)])

    monkeypatch.setattr("solver.robots.choice.choose", note)
    match, _ = alone("umbrage")
    for _ in range(2):
        robot_play(match_id=match.pk)
    guess = Random(f"{match.room.plays.get().public_id}/0")
    assert drawn[0] == drawn[1], "two jobs at once must come to the same act"
    assert drawn[0] != [guess.choice(range(1000)) for _ in range(5)]


def test_the_log_of_a_robot_that_breaks_the_rules_names_no_card(monkeypatch, caplog):
    match, _ = alone("umbrage")
    monkeypatch.setattr("solver.robots.choice.choose", lambda *_: "draw:S7.H3")
    robot_play(match_id=match.pk)
    assert "draw" in caplog.text
    assert not cards_in(caplog.text)


def test_the_log_of_a_robot_that_fails_names_no_card_and_the_table_goes_on(monkeypatch, caplog):
    def fail(view, chance):
        raise KeyError(chance(view["hands"]["N"]["cards"]))

    match, _ = alone("umbrage")
    monkeypatch.setattr("solver.robots.choice.choose", fail)
    assert robot_play(match_id=match.pk) == 1
    assert "KeyError" in caplog.text and not cards_in(caplog.text)


def _again_with(match: HomeMatch, setup: dict[str, Any]):
    """Deal again at the same table, using these cards."""
    room, play = match.room, match.room.plays.get()
    seats, options, game = play.seats, play.options, play.game
    play_void(play=play)
    room.refresh_from_db()
    play_open(room=room, game=game, options=options, setup=setup, seats=seats)


def _all_that_is_sent(ticket: SeatTicket, probes: list[str]) -> dict[str, Any]:
    """Return the message, without its counters, and the answers to all of `probes`."""
    seen = look(ticket)
    answers = [act(ticket, probe, seen=seen) for probe in probes]
    told = [(answer.code, answer.reason, answer.seq) for answer in answers]
    plain = {key: value for key, value in seen.items() if key not in ("play", "rev")}
    return {"message": plain, "answers": told, "moved": look(ticket)["rev"] - seen["rev"]}


@pytest.mark.parametrize("game", ["secret_card", "umbrage", "bridge_solitaire", "whist_for_two"])
def test_the_whole_message_and_every_refusal_are_the_same_when_hidden_cards_differ(game):
    if game == "bridge_solitaire":
        match, bo = alone(game)
    else:
        match, bo, _ = two(game)
    play = match.room.plays.get()
    view = look(bo)["view"]
    cards = list(dict.fromkeys(CARD.findall(json.dumps(play.setup))))
    seen = set(CARD.findall(json.dumps(view)))
    hidden = [card for card in cards if card not in seen and card[1] != "A" and card[0] != "J"]
    legal = {*view["legal"], "undo"}
    probes = [f"{verb}:{card}" for verb in ("p", "secret", "draw") for card in cards[::5]]
    probes = [probe for probe in probes if probe not in legal]
    before = _all_that_is_sent(bo, probes)
    one, other = hidden[0], hidden[-1]
    swap = {one: other, other: one}
    text = CARD.sub(lambda found: swap.get(found[0], found[0]), json.dumps(play.setup))
    _again_with(match, json.loads(text))
    assert _all_that_is_sent(bo, probes) == before
    assert before["moved"] == 0


@pytest.mark.parametrize("game", names())
def test_what_is_around_a_play_says_no_card(game):
    match, bo = alone(game)
    robot_play(match_id=match.pk)
    assert not cards_in_message(look(bo)["table"])


def _pages(client: Client, match: HomeMatch) -> str:
    addresses = ["/play/", "/play/history/", f"/play/match/{match.public_id}/", f"/play/{match.code}/"]
    return "\n".join(client.get(address).text for address in addresses)


@pytest.mark.parametrize("against", ["robot", "friend"])
def test_no_page_tells_a_card_of_a_live_deal_or_the_seed_of_a_match(client, against):
    client.post("/play/new/umbrage/", {"name": "Bo", "against": against})
    match = HomeMatch.objects.get()
    if against == "friend":
        other = Client()
        other.post(f"/play/{match.code}/", {"name": "Ann"})
        both_ready(match, *SeatTicket.objects.all())
    page = _pages(client, match)
    assert match.seed not in page
    assert not re.search(r"(?:dealt|reshuffle|setup)", on_page(page))
    match_end(match=match)
    page = _pages(client, match)
    assert match.seed not in page
    for number in (0, 1, 2, 10**9, 10**30):
        assert client.get(f"/play/match/{match.public_id}/replay/{number}/").status_code == 404
        assert client.post(f"/play/match/{match.public_id}/repeat/{number}/").status_code == 404


def test_the_admin_has_no_matches_and_no_plays():
    shown = {model.__name__ for model in admin.site._registry}
    assert not shown & {HomeMatch.__name__, HomeSeat.__name__, "Play", "PlayEvent", "Room", "SeatTicket"}


def test_a_setup_says_nothing_of_the_seed():
    match, _ = alone("solo")
    setup = match.room.plays.get().setup
    assert match.seed not in json.dumps(setup)
    assert set(setup) == set(rules_for("solo").deal("x", match.standing["header"], {}))
