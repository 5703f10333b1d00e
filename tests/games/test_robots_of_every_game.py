"""Every game's robot plays by the rules to the end, is repeatable with the same random numbers, and awaits its turn."""

import random

import pytest

from games.registry import names, rules_for
from games.robots import choose
from tests.games.random_plays import at_random, played, robot
from tests.games.views_compared import setup_of
from tests.long import sample


def waiting_robot(rules, state, player: str, rng: random.Random) -> str:
    """Act as the robot does, after checking that robots do nothing for players who are not asked to act."""
    for other in set(rules.players) - {player}:
        view = rules.view(state, other)
        assert view["legal"] or choose(view, rng.choice) is None
    return robot(rules, state, player, rng)


@pytest.mark.parametrize("game", names())
def test_a_robot_plays_by_the_rules_to_the_end_under_every_option(game):
    """The robot also plays against random cards, so that it meets all kinds of contract."""
    rules = rules_for(game)
    for number in range(sample(20, 200)):
        rng = random.Random(number)
        options = {name: rng.choice(values) for name, values in rules.options.items()}
        start = rules.start(setup_of(game, number), options)
        state, actions = played(rules, start, number, waiting_robot, (robot, at_random)[number % 2])
        assert rules.outcome(state) is not None and "concede" not in actions
        for viewer in rules.players:
            assert choose(rules.view(state, viewer), rng.choice) is None, "nothing is asked any more"


@pytest.mark.parametrize("game", names())
def test_a_robot_does_the_same_for_the_same_chance_and_needs_none(game):
    rules, start = rules_for(game), rules_for(game).start(setup_of(game, 3), {})

    def first_choice(rules, state, player, rng) -> str:
        return str(choose(rules.view(state, player), lambda equals: equals[0]))

    assert played(rules, start, 9) == played(rules, start, 9)
    assert played(rules, start, 1, first_choice, first_choice) == played(rules, start, 2, first_choice, first_choice)


@pytest.mark.parametrize("game", sorted({*names()} - {"bridge_solitaire"}))
def test_a_robot_lets_an_opponent_take_back(game):
    rules, asked = rules_for(game), []

    def asks(rules, state, player: str, rng: random.Random) -> str:
        for actor in rules.players:
            if "undo" in rules.legal(state, actor):
                waiting = rules.apply(state, actor, "undo")
                asked.append(robot(rules, waiting, str(rules.turn(waiting)), rng))
        return robot(rules, state, player, rng)

    for number in range(6):
        options = {"undo": "consent"} if "undo" in rules.options else {}
        played(rules, rules.start(setup_of(game, number), options), number, asks, asks)
    assert asked and set(asked) == {"undo:yes"}
