"""The barometer: the same boards everywhere, all contestants meet, and directions as even as the data allows."""

import json
from fractions import Fraction
from importlib import resources
from itertools import combinations

import pytest

from movements.balance import competition, quality
from movements.barometer import barometer
from movements.checks import problems
from movements.make_barometers import found


@pytest.mark.parametrize("tables", range(1, 31))
def test_everybody_meets_everybody_on_set_r_in_round_r(tables):
    plan = barometer(tables, 2 * tables - 1)
    assert all(p.boardset == p.round for p in plan.schedule)
    met = sorted(tuple(sorted((p.ns, p.ew))) for p in plan.schedule)
    assert met == list(combinations(range(1, 2 * tables + 1), 2))


@pytest.mark.parametrize("tables", [2, 4, 6, 10, 12, 16, 22, 24, 30])
def test_where_2t_minus_1_is_a_prime_4n_plus_3_it_is_perfect(tables):
    plan = barometer(tables, 2 * tables - 1)
    assert quality(plan) == 100
    assert set(competition(plan).values()) == {tables - 1}


@pytest.mark.parametrize(
    ("tables", "highest"), [(3, Fraction(60)), (5, Fraction(250, 3)), (7, Fraction(2100, 23)), (9, 90)]
)
def test_others_are_as_even_as_was_found(tables, highest):
    assert quality(barometer(tables, 2 * tables - 1)) == highest


def test_the_stored_turns_are_those_that_the_script_finds():
    stored = json.loads(resources.files("movements").joinpath("data/barometers.json").read_text("utf-8"))
    assert list(stored) == [str(tables) for tables in range(2, 31)]
    assert {t: stored[str(t)] for t in (2, 3, 5, 8, 12)} == {t: found(t) for t in (2, 3, 5, 8, 12)}


def test_more_tables_than_there_is_data_for_still_have_one():
    assert problems(barometer(40, 9)) == []
