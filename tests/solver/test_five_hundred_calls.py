"""Bids of a robot of a strength at 500: what it believes of each strain, and what comes of it."""

from random import Random
from statistics import fmean
from typing import Any

from games.five_hundred import level_of, strain_of
from games.registry import rules_for
from games.robots import choose
from solver.guesses import GUESSING_STRENGTHS
from solver.robots.five_hundred_calls import tricks_believed
from solver.strengths import errors_of
from tests.games.exchanged_cards import options_of
from tests.long import sample
from tests.needs import compiled_solver
from tests.solver.robots_choice import action_of

GAME = "five_hundred_for_two"
RULES = rules_for(GAME)
DEALS = sample(20, 200)


def outcome_of(number: int, strength: str, options: dict[str, str]) -> dict[str, Any]:
    """Play a deal between a robot of this strength, South, and the game's own. Return the outcome."""
    header = {"board": number + 1, "dealer": "SN"[number % 2], "vul": "None"}
    state: Any = RULES.start(RULES.deal(f"calls {number}", header, options), options)
    views, chance = [RULES.view(state, "S")], Random(number).choice
    while (player := RULES.turn(state)) is not None:
        if player == "S":
            action = action_of(views, strength, options, f"{number}", chance)
        else:
            action = choose(RULES.view(state, "N"), chance)
        state = RULES.apply(state, player, str(action))
        views.append(RULES.view(state, "S"))
    return dict(RULES.outcome(state) or {})


def contracts(strength: str) -> tuple[int, int]:
    """Return how many contracts in a suit this robot has bid, and how many of them it has made."""
    usual = options_of(GAME, 0)
    ends = [outcome_of(number, strength, usual) for number in range(DEALS)]
    own = [end for end in ends if end["contract"] != "PASS" and end["declarer"] == "S"]
    suits = [end for end in own if strain_of(end["contract"]) != "N"]
    return len(suits), sum(end["tricks"] >= level_of(end["contract"]) for end in suits)


@compiled_solver
def test_fh_8_an_expert_bids_what_it_makes():
    bid, made = contracts("expert")
    assert bid > DEALS // 6 and made >= 0.8 * bid


def a_first_call(number: int) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the view of whoever calls first where the cards are covered, and the options."""
    options = options_of(GAME, 0) | {"auction": "closed"}
    header = {"board": 1, "dealer": "N", "vul": "None"}
    state: Any = RULES.start(RULES.deal(f"covered {number}", header, options), options)
    return RULES.view(state, "S"), options


def test_fh_8_where_the_cards_are_covered_an_expert_bids_as_the_games_own_robot():
    for number in range(5):
        view, options = a_first_call(number)
        own = choose(view, Random(1).choice)
        assert action_of([view], "expert", options, "", Random(1).choice) == own


def test_an_expert_believes_what_it_counts_and_judges_the_rest_as_the_games_own_robot():
    judged, exact = {"H": 6.5, "N": 7.25}, {"H": 8, "N": None}
    expert = GUESSING_STRENGTHS["expert"]
    assert tricks_believed(judged, exact, expert, errors_of("a secret")) == {"H": 8, "N": 7.25}


def test_the_weaker_a_player_is_the_more_it_errs_and_always_alike_in_one_play():
    judged, exact = {"H": 8.0, "N": 8.0}, {"H": 8, "N": None}

    def mean_error(strength: str) -> float:
        skill = GUESSING_STRENGTHS[strength]
        found = [tricks_believed(judged, exact, skill, errors_of(str(number))) for number in range(200)]
        assert found == [tricks_believed(judged, exact, skill, errors_of(str(number))) for number in range(200)]
        return fmean(abs(tricks - 8) for each in found for tricks in each.values())

    assert 0 == mean_error("expert") < mean_error("club") < mean_error("beginner") < 2
