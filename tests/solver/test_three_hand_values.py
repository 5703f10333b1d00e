"""Values of the games with three cards to a trick: the compiled search beside the one in Python (UM-14, SC-10)."""

import pytest

from games.players import OPPONENT
from solver.compiled_three_hands import CompiledThreeHands
from solver.errors import OutOfNodes
from solver.guesses import GUESSING_STRENGTHS, choose_guessing, mean_worths, three_hand_values
from solver.strengths import errors_of, no_errors
from solver.three_hands import PythonThreeHands, takes
from tests.long import sample
from tests.needs import compiled_three_hands
from tests.solver.three_hand_endings import an_ending, some_cards_later

ENDINGS = sample(400, 20_000)


def in_python(at, player):
    engine = PythonThreeHands()
    engine.begin(at, player)
    return engine.three_hand_values(at)


@compiled_three_hands
@pytest.mark.parametrize("portable", [False, True])
@pytest.mark.parametrize("secret", [False, True])
def test_both_searches_find_the_same_values(secret, portable):
    engine = CompiledThreeHands(portable)
    for number in range(ENDINGS):
        at, player = some_cards_later(an_ending(number, secret=secret), number), "SN"[number % 2]
        engine.begin(at, player)
        assert engine.three_hand_values(at) == in_python(at, player), (number, at)


@compiled_three_hands
def test_what_one_player_takes_the_other_does_not():
    engine = CompiledThreeHands()
    for number in range(sample(20, 200)):
        at = an_ending(number, secret=number % 2 == 1, most=8)
        found = []
        for player in "SN":
            engine.begin(at, player)
            found.append(engine.three_hand_values(at))
        assert all(south + found[1][card] == at.left for card, south in found[0].items())


@pytest.mark.parametrize("secret", [False, True])
def test_the_best_value_is_what_the_player_on_turn_takes(secret):
    for number in range(sample(60, 1000)):
        at = an_ending(number, secret=secret, most=3)
        mover = at.leader
        best = max(in_python(at, mover).values())
        assert takes(at, mover, best, 10**6) and not takes(at, mover, best + 1, 10**6)
        assert not takes(at, OPPONENT[mover], at.left - best + 1, 10**6)


@pytest.mark.parametrize("make", [PythonThreeHands, pytest.param(CompiledThreeHands, marks=compiled_three_hands)])
def test_a_search_stops_at_its_budget_and_what_was_found_before_counts(make):
    endings = [an_ending(number, secret=False, most=5) for number in range(100)]
    endings = [at for at in endings if at.left == 5 and at.strain == "N"]
    engine = make()
    engine.begin(endings[0], "S")
    with pytest.raises(OutOfNodes):
        engine.three_hand_values(endings[0], 1)
    engine.begin(endings[0], "S")
    engine.three_hand_values(endings[0])
    enough = engine.three_hand_nodes
    found = list(three_hand_values(engine, endings * 100, "S", enough))
    assert 1 <= len(found) < 100 * len(endings)
    assert engine.three_hand_nodes <= enough + 1


def test_the_mean_is_over_the_deals_in_which_the_same_cards_may_be_chosen():
    at = an_ending(2, secret=False)
    high, low, *_ = at.hands["S"]
    found = [{high: 2, low: 1}, {high: 0, low: 1}, {high: 9}]
    assert mean_worths(found, (high, low), lambda tricks: 10.0 * tricks) == {high: 10, low: 10}
    assert mean_worths([{high: 9}], (high, low), float) == {}


def test_the_expert_chooses_by_worth_and_the_beginner_errs():
    at = an_ending(2, secret=False)
    high, low, *_ = at.hands["S"]

    def chosen(strength: str, secret: str, left: int):
        errors = errors_of(secret) if secret else no_errors
        return choose_guessing({high: 3.0, low: 2.5}, "N", left, GUESSING_STRENGTHS[strength], errors, "a position")

    assert all(chosen("expert", str(number), 13) == high for number in range(20))
    assert {chosen("beginner", str(number), 13) for number in range(20)} == {high, low}
    assert chosen("beginner", "1", 1) == high, "nobody errs at the last trick"
