"""Bands around means, checked against figures worked out by hand."""

import csv
from fractions import Fraction
from pathlib import Path

import pytest

from scoring.spread import Compared, Sample, chance_beyond, compare, running, sample_of, t_975, welch_freedom

WELCH = Path(__file__).parent / "data" / "welch.csv"
"""A thousand pairs of random samples, with degrees of freedom and p by SciPy 1.17.1, `ttest_ind(equal_var=False)`."""
PUBLISHED_T = {
    1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 6: 2.447, 7: 2.365, 8: 2.306, 9: 2.262, 10: 2.228,
    15: 2.131, 20: 2.086, 25: 2.060, 30: 2.042, 40: 2.021, 60: 2.000, 100: 1.984, 1000: 1.962,
}  # fmt: skip
"""Degrees of freedom -> the 97.5 % point as printed: NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2."""


def figures(*values: int) -> list[Fraction]:
    return [Fraction(value) for value in values]


def test_the_band_of_a_mean_by_students_t():
    found = sample_of(figures(50, 56, 47))
    assert found.mean == 51
    # s² = (1 + 25 + 16) / 2 = 21, s / √3 = 2.6458, t for 2 degrees of freedom 4.3027
    assert found.half_width is not None
    assert float(found.half_width) == pytest.approx(11.3838, abs=0.0001)


def test_a_sample_is_exact_whatever_the_denominators():
    values = [Fraction(1, 3), Fraction(5, 2), Fraction(7), Fraction(2, 3)]
    *_, last = running(values)
    assert sample_of(values) == last == Sample(4, Fraction(21, 2), sum(one * one for one in values))
    assert sample_of([]) == Sample()


def test_no_band_below_three_figures():
    assert [sample.half_width is None for sample in running(figures(50, 51, 52))] == [True, True, True, False]
    assert Sample().mean is None


def test_equal_figures_have_a_band_of_no_width():
    assert sample_of(figures(50, 50, 50)).half_width == 0


def test_students_t_is_as_printed():
    assert {freedom: round(t_975(freedom), 3) for freedom in PUBLISHED_T} == PUBLISHED_T
    assert t_975(200_000) == pytest.approx(1.95997, abs=1e-5)


def test_two_means_are_compared_as_welch_does_it():
    with WELCH.open() as lines:
        rows = list(csv.DictReader(lines))
    assert len(rows) == 1000
    for row in rows:
        one, other = (Sample(int(row[f"n{n}"]), Fraction(row[f"sum{n}"]), Fraction(row[f"squares{n}"])) for n in (1, 2))
        assert welch_freedom(one, other) == pytest.approx(float(row["freedom"])), row
        if float(row["p"]) >= 0.05:
            verdict = Compared.LEVEL
        else:
            verdict = Compared.LESS if one.mean < other.mean else Compared.MORE
        assert compare(one, other) == verdict, row


def test_the_chance_of_a_difference_is_scipys():
    # scipy.stats.t.sf, twice
    assert chance_beyond(2, 7.5) == pytest.approx(0.08290, abs=1e-5)
    assert chance_beyond(0, 3) == 1


def test_a_band_ends_where_figures_end():
    costs = sample_of(figures(0, 0, 30))
    assert costs.mean == 10 and costs.half_width is not None and costs.half_width > 10
    assert costs.band(least=0) == (0, 10 + costs.half_width)
    assert sample_of(figures(0, 90, 100)).band(0, 100) == (0, 100)
    assert sample_of(figures(1, 2)).band(0) is None


def test_figures_without_spread_are_compared_as_they_are():
    none, some = sample_of(figures(0, 0, 0)), sample_of(figures(1, 1, 1))
    assert compare(none, sample_of(figures(30, 31))) is None, "two figures are too few"
    assert compare(none, some) == Compared.LESS
    assert compare(none, none) == Compared.LEVEL
