"""The robots of a strength at Bridge Solitaire: legal, better than the game's own one, and within their time."""

import time
from random import Random
from typing import Any

import pytest

from games.registry import rules_for
from scoring.contracts import score_for_declarer
from solver.guesses import GUESSING_STRENGTHS
from solver.robots import choice, stock
from solver.robots.stock import points_by_tricks
from tests.games.bridge_solitaire_positions import BS, playing
from tests.games.exchanged_cards import options_of
from tests.long import sample
from tests.solver.robots_choice import action_of, scorer

OWN, STOCK_GAME = "", "bridge_solitaire"
VULNERABILITIES = ("None", "NS", "EW", "All")
MAX_SECONDS_A_CARD = 0.5


def points_of(number: int, strength: str, options: dict[str, str], secret: str = "a secret") -> int:
    """Let a robot play a deal from its own views. Return its duplicate score."""
    rules = rules_for(STOCK_GAME)
    header = {"board": number + 1, "dealer": "", "vul": VULNERABILITIES[number % 4]}
    setup = rules.deal("stock guesses", header, options)
    state: Any = rules.start(setup, options)
    views, chance = [rules.view(state, "S")], Random(number).choice
    while rules.turn(state) is not None:
        action = str(action_of(views, strength, options, f"{secret} {number}", chance))
        assert action in views[-1]["legal"] or views[-1]["pick"], (number, action)
        state = rules.apply(state, "S", action)
        views.append(rules.view(state, "S"))
    done = rules.outcome(state) or {}
    points = score_for_declarer(done["contract"], done["declarer"], header["vul"], done["tricks"])
    return points if done["declarer"] == "S" else -points


@pytest.mark.parametrize("strength", GUESSING_STRENGTHS)
def test_every_strength_plays_by_the_rules_in_every_form_of_the_game(strength, monkeypatch):
    monkeypatch.setattr(stock, "MAX_ORDERS", 10)
    first = sample(list(GUESSING_STRENGTHS).index(strength), 0)  # each strength other forms, in the short run
    for number in range(first, sample(12, 100), sample(3, 1)):
        points_of(number, strength, options_of(STOCK_GAME, number))


def test_the_expert_scores_more_than_the_games_own_robot_and_than_the_beginner():
    """By how much takes more deals: see `bench/robot_matches.py`."""
    usual = options_of(STOCK_GAME, 0)
    deals = range(sample(12, 200))
    scored = {name: sum(points_of(number, name, usual) for number in deals) for name in (OWN, "beginner", "expert")}
    assert max(scored[OWN], scored["beginner"]) < scored["expert"], scored


def test_the_same_secret_leads_to_the_same_play_and_another_one_to_other_errors(monkeypatch):
    monkeypatch.setattr(stock, "MAX_ORDERS", 10)
    usual = options_of(STOCK_GAME, 0)
    by_secret = [[points_of(number, "beginner", usual, secret) for number in range(sample(3, 6))] for secret in "AAB"]
    assert by_secret[0] == by_secret[1] != by_secret[2]


def test_no_choice_takes_more_than_half_a_second_of_a_processor():
    usual = options_of(STOCK_GAME, 0)
    slowest = 0.0

    def timed(*terms):
        nonlocal slowest
        began = time.thread_time()
        action = stock.stock_action(*terms)
        slowest = max(slowest, time.thread_time() - began)
        return action

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(choice, "stock_action", timed)
        for number in range(2):
            points_of(number, "expert", usual)
    assert 0 < slowest < MAX_SECONDS_A_CARD


def test_a_card_is_chosen_by_the_score_and_not_by_the_tricks_alone():
    """One trick makes the contract: the ace is certain to win it, and nothing gained later is worth as much."""
    state = playing("SA SK SQ SJ S9 S2 HK HQ H2 D8 D6 D2 C4", "2S", "HJ")
    views = [BS.view(state, "S")]
    options = options_of(STOCK_GAME, 0)
    assert action_of(views, "expert", options, "a secret", Random(1).choice) in ("p:HQ", "p:HK")


def test_the_points_are_those_of_the_player_whoever_declares():
    assert points_by_tricks(scorer("None"), "2SX", "S")[8] == 470
    assert points_by_tricks(scorer("All"), "1D", "N")[7] == 100
    assert points_by_tricks(scorer("All"), "1D", "N")[6] == -70
