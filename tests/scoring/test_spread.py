"""Bands of means, against figures worked out by hand."""

from fractions import Fraction

import pytest

from scoring.spread import Compared, Sample, compare, running, sample_of, t_975


def figures(*values: int) -> list[Fraction]:
    return [Fraction(value) for value in values]


def test_the_band_of_a_mean_by_students_t() -> None:
    found = sample_of(figures(50, 56, 47))
    assert found.mean == 51
    # s² = (1 + 25 + 16) / 2 = 21, s / √3 = 2.6458, t for 2 degrees of freedom 4.303
    assert found.half_width is not None
    assert float(found.half_width) == pytest.approx(11.385, abs=0.001)


def test_a_sample_is_exact_whatever_the_denominators() -> None:
    values = [Fraction(1, 3), Fraction(5, 2), Fraction(7), Fraction(2, 3)]
    *_, last = running(values)
    assert sample_of(values) == last == Sample(4, Fraction(21, 2), sum(one * one for one in values))
    assert sample_of([]) == Sample()


def test_no_band_below_three_figures() -> None:
    assert [sample.half_width is None for sample in running(figures(50, 51, 52))] == [True, True, True, False]
    assert Sample().mean is None


def test_equal_figures_have_a_band_of_no_width() -> None:
    assert sample_of(figures(50, 50, 50)).half_width == 0


def test_between_two_rows_of_the_table_the_wider_band_counts() -> None:
    assert t_975(30) == t_975(39) == 2.042
    assert t_975(40) == 2.021
    assert t_975(5000) == 1.962


def test_two_means_differ_only_beyond_chance() -> None:
    low, high = sample_of(figures(10, 12, 11, 9)), sample_of(figures(30, 28, 31, 33))
    wide = sample_of(figures(0, 60, 5, 55))
    assert compare(low, high) == Compared.LESS
    assert compare(high, low) == Compared.MORE
    assert compare(low, wide) == Compared.LEVEL
    assert compare(low, sample_of(figures(30, 31))) is None


def test_figures_without_spread_are_compared_as_they_are() -> None:
    none, some = sample_of(figures(0, 0, 0)), sample_of(figures(1, 1, 1))
    assert compare(none, some) == Compared.LESS
    assert compare(none, none) == Compared.LEVEL
