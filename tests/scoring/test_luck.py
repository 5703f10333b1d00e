"""The luck of a night: worked figures, and simulated nights of players with known strength."""

import random
from fractions import Fraction
from statistics import fmean, pstdev

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
    assert luck.share is None


def test_a_usual_night_of_24_boards():
    luck = NightLuck(scatter=29.4, boards=24, share=None)
    assert luck.deviation() == pytest.approx(6, abs=0.01)
    assert luck.chance_ahead(5) == pytest.approx(0.72, abs=0.005)
    assert luck.chance_ahead(0) == 0.5
    assert luck.chance_ahead(-5) == pytest.approx(1 - luck.chance_ahead(5))


def test_a_band_ends_where_percentages_end():
    luck = NightLuck(scatter=30, boards=9, share=None)
    low, high = luck.band(Fraction(50), 9)
    assert (float(low), float(high)) == pytest.approx((30.4, 69.6))
    assert luck.band(Fraction(5), 9)[0] == 0
    assert luck.band(Fraction(95), 9)[1] == 100


def test_nothing_is_said_without_two_boards_or_without_scatter():
    assert night_luck([]) is None
    assert night_luck([percentages(40), percentages(60)]) is None
    assert night_luck([percentages(50, 50), percentages(50, 50)]) is None


@pytest.mark.parametrize(("strength", "share"), [(0.0, 1.0), (6.0, 0.5)])
def test_it_finds_the_luck_of_simulated_nights(strength, share):
    """With a spread of strength as large as that of luck, half of the variance is luck."""
    rng, found, moved = random.Random(f"luck {strength}"), [], []
    for _ in range(200):
        true = [rng.gauss(50, strength) for _ in range(20)]
        field = [[Fraction(rng.gauss(mean, 6 * 24**0.5)) for _ in range(24)] for mean in true]
        luck = night_luck(field)
        assert luck is not None
        found.append((luck.deviation(), luck.share))
        moved += [float(sum(boards)) / 24 - mean for boards, mean in zip(field, true, strict=True)]
    assert fmean(deviation for deviation, _ in found) == pytest.approx(pstdev(moved), rel=0.05)
    assert fmean(part for _, part in found) == pytest.approx(share, abs=0.12)


def test_what_the_order_of_the_dummies_gave():
    assert order_gave(120, [90, -50, 120, 140]) == OrderGave(4, 75, -50, 140, 45, 50)
    assert order_gave(-100, [-100]) == OrderGave(1, -100, -100, -100, 0, 0)
