"""The luck of a night: worked figures, and simulated nights of players with known strength."""

import random
from fractions import Fraction
from math import erf
from statistics import fmean

import pytest

from scoring.luck import NightLuck, OrderGave, night_luck, order_gave


def percentages(*values: int) -> list[Fraction]:
    return [Fraction(value) for value in values]


def test_the_scatter_is_pooled_over_the_field():
    # (20² + 20² + 0) + (40² + 40² + 0) = 4000, with 2 + 2 degrees of freedom: variance 1000
    luck = night_luck([percentages(30, 50, 70), percentages(10, 50, 90)])
    assert luck is not None
    assert luck.scatter == pytest.approx(1000**0.5)
    assert luck.deviation() == pytest.approx((1000 / 3) ** 0.5)
    assert luck.deviation(12) == pytest.approx((1000 / 12) ** 0.5)


def test_a_usual_night_of_24_boards():
    luck = NightLuck(scatter=29.4, boards=24)
    assert luck.deviation() == pytest.approx(6, abs=0.01)
    assert luck.chance_ahead(5) == pytest.approx(0.72, abs=0.005)
    assert luck.chance_ahead(0) == 0.5
    assert luck.chance_ahead(-5) == pytest.approx(1 - luck.chance_ahead(5))


def test_a_band_ends_where_percentages_end():
    luck = NightLuck(scatter=30, boards=9)
    low, high = luck.band(Fraction(50), 9)
    assert (float(low), float(high)) == pytest.approx((30.4, 69.6))
    assert luck.band(Fraction(5), 9)[0] == 0
    assert luck.band(Fraction(95), 9)[1] == 100


def test_nothing_is_said_without_two_boards_or_without_scatter():
    assert night_luck([]) is None
    assert night_luck([percentages(40), percentages(60)]) is None
    assert night_luck([percentages(50, 50), percentages(50, 50)]) is None


@pytest.mark.parametrize("spread", [0.0, 0.4])
def test_95_of_100_bands_hold_what_the_play_was_worth(spread):
    """On nights of 12 players whose true percentages are known: the chance to beat each of the others on a board."""
    rng, held = random.Random(f"luck {spread}"), []
    for _ in range(200):
        skills = [rng.gauss(0, spread) for _ in range(12)]
        boards = [[rng.gauss(skill, 1) for skill in skills] for _ in range(24)]
        own = [[Fraction(100 * sorted(board).index(board[n]), 11) for board in boards] for n in range(12)]
        luck = night_luck(own)
        assert luck is not None
        for skill, shares in zip(skills, own, strict=True):
            worth = 100 * (sum(1 + erf((skill - other) / 2) for other in skills) - 1) / 22
            low, high = luck.band(sum(shares) / 24, 24)
            held.append(low <= worth <= high)
    assert 0.94 <= fmean(held) <= 0.97


def test_what_the_order_of_the_dummies_gave():
    assert order_gave(120, [90, -50, 120, 140]) == OrderGave(4, 75, -50, 140, 45, 50)
    assert order_gave(-100, [-100]) == OrderGave(1, -100, -100, -100, 0, 0)
