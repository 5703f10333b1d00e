"""The Howell maker: its arithmetic, compared with `movements.balance`, and its recipes."""

import json
from fractions import Fraction
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from movements.balance import competition, quality
from movements.checks import problems
from movements.howell import expanded, howell, stored
from movements.make_howells import main, remade, searched
from movements.making.chance import Chance
from movements.making.designs import RingTurn, design
from movements.making.orientation import Directions, anneal
from movements.making.recipes import Recipe, made
from movements.making.search import best_cyclic, best_free
from movements.making.sizes import cyclic_turns, free_turns
from tests.long import long, sample

TURNS = [
    RingTurn((7, 1, 1, 1), (7,)),
    RingTurn((8, 2, 2), (8,)),
    RingTurn((6, 6), (6, 1)),
    RingTurn((3, 3, 3, 3), (3, 3)),
    RingTurn((3, 1, 3, 1), (3, 1), halves=(0, 0, 1, 1)),
    RingTurn((1,) * 8, (1,) * 6),
]


@settings(max_examples=sample(10, 100), deadline=None)
@given(st.sampled_from(TURNS), st.integers(0, 1000))
def test_every_seed_gives_a_sound_movement(turn, seed):
    plan = expanded(made(Recipe(turn, seed, heat=4, steps=50, seed=seed)))
    assert problems(plan) == []
    assert plan.shares() == ()


@settings(max_examples=sample(10, 100), deadline=None)
@given(st.sampled_from(TURNS), st.integers(0, 100), st.data())
def test_turning_a_table_round_adds_what_was_foreseen(turn, seed, data):
    meetings = [meeting for orbit in design(turn, seed) for meeting in orbit]
    directions = Directions(meetings, sum(turn.contestants))
    for meeting in data.draw(st.lists(st.sampled_from(meetings), max_size=6)):
        before, gain = directions.squares, directions.gain(meeting)
        directions.turn(meeting)
        assert directions.squares == before + 4 * gain


def test_the_squares_are_those_of_the_balance():
    turn = TURNS[0]
    recipe = Recipe(turn, 1, heat=5, steps=2000, seed=1)
    plan = expanded(made(recipe))
    squares = sum(c * c for c in competition(plan).values())
    mean = Fraction(plan.rounds * plan.tables * (plan.tables - 1), comb(plan.contestants, 2))
    assert quality(plan) == 100 * mean**2 * comb(plan.contestants, 2) / squares
    assert squares == annealed(recipe).squares


def annealed(recipe: Recipe) -> Directions:
    entry = made(recipe)
    rows = [(p.round - 1, p.boardset - 1, p.ns - 1, p.ew - 1) for p in expanded(entry).schedule]
    return Directions(rows, sum(recipe.turn.contestants))


def test_annealing_only_cools():
    """At heat 0, the search makes no turn that would make the movement less even."""
    meetings = [meeting for orbit in design(TURNS[0], 3) for meeting in orbit]
    directions = Directions(meetings, 10)
    before = directions.squares
    anneal(directions, meetings, heat=0, steps=300, seed=2)
    assert directions.squares < before


def test_chance_is_the_same_everywhere_and_even():
    chance = Chance(7)
    drawn = [chance.below(6) for _ in range(6000)]
    assert all(900 < drawn.count(face) < 1100 for face in range(6))
    deck = list(range(10))
    Chance(1).shuffle(deck)
    assert deck == SHUFFLED
    assert sorted(deck) == list(range(10))


SHUFFLED = [6, 0, 5, 2, 7, 9, 4, 1, 8, 3]


def test_where_no_design_is_found_it_ends():
    with pytest.raises(LookupError):
        design(RingTurn((6, 2), (6,)), 1, attempts=3)


@pytest.mark.parametrize("size", [(8, 12), (7, 8), (9, 9), (12, 13), (6, 6), (14, 15)])
def test_turns_seat_everybody_in_every_round(size):
    tables, rounds = size
    for turn in cyclic_turns(*size) + free_turns(*size):
        assert (sum(turn.contestants), sum(turn.rounds)) == (2 * tables, rounds)


@long
def test_a_longer_search_finds_something_more_even():
    recipes = [best_free(5, 8, [1], short=20, longer=longer) for longer in ((), ((1, 900),))]
    found = [quality(expanded(made(recipe))) for recipe in recipes]
    assert found[0] < found[1]
    cyclic = best_cyclic(5, 6, [1, 2])
    assert cyclic is not None
    assert quality(expanded(made(cyclic))) >= Fraction(56)
    assert best_cyclic(4, 6, [1]) is None


@long
def test_a_search_keeps_what_is_better():
    """The result for 4x7 may not replace the perfect movement. The result for 4x6 may, but only if it is more even."""
    assert searched("4x7", 1, longer=()) == stored()["4x7"]
    found = searched("4x6", 1, longer=())
    assert problems(expanded(found["free"])) == []
    assert quality(expanded(found["free"])) >= quality(howell(4, 6))


@long
@pytest.mark.timeout(600)
@pytest.mark.parametrize("size", stored())
def test_every_stored_howell_is_what_its_recipe_gives(size):
    assert remade([size]) == {size: stored()[size]}


def test_the_command_makes_one_size_again(capsys):
    assert main(["--only", "5", "9"]) == 0
    told = capsys.readouterr()
    assert json.loads(told.out) == {"5x9": stored()["5x9"]}
    assert "83.33  as stored" in told.err
    for wrong in (["--only", "3", "9"], ["--search", "4"]):
        with pytest.raises(SystemExit):
            main(wrong)
