"""The mean of figures and how far it can be trusted: a band of 95 per cent by Student's t, and two means compared."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import sqrt

FEWEST = 3
"""Figures below which no band is told."""
T_975 = {
    1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 6: 2.447, 7: 2.365, 8: 2.306, 9: 2.262, 10: 2.228,
    11: 2.201, 12: 2.179, 13: 2.160, 14: 2.145, 15: 2.131, 16: 2.120, 17: 2.110, 18: 2.101, 19: 2.093, 20: 2.086,
    21: 2.080, 22: 2.074, 23: 2.069, 24: 2.064, 25: 2.060, 26: 2.056, 27: 2.052, 28: 2.048, 29: 2.045, 30: 2.042,
    40: 2.021, 60: 2.000, 120: 1.980, 1000: 1.962,
}  # fmt: skip
"""Degrees of freedom -> the 97.5 % point of Student's t. Between two of them the smaller counts, so bands are never
too narrow."""


class Compared(StrEnum):
    """How a mean stands to another."""

    LESS = "less"
    LEVEL = "level"  # the difference is within what chance does
    MORE = "more"


@dataclass(frozen=True, slots=True)
class Sample:
    """`number` figures by their sum and the sum of their squares."""

    number: int = 0
    total: Fraction = Fraction(0)
    squares: Fraction = Fraction(0)

    def with_figure(self, figure: Fraction) -> "Sample":
        return Sample(self.number + 1, self.total + figure, self.squares + figure * figure)

    @property
    def mean(self) -> Fraction | None:
        """None of no figures."""
        return self.total / self.number if self.number else None

    @property
    def variance(self) -> Fraction:
        """Of the figures, with number - 1 below; there are two at least."""
        return (self.squares - self.total * self.total / self.number) / (self.number - 1)

    @property
    def half_width(self) -> Fraction | None:
        """The band is the mean plus and minus t * s / sqrt(number): s is the deviation of the figures, t Student's for
        number - 1 degrees of freedom. None of fewer than `FEWEST`."""
        if self.number < FEWEST:
            return None
        return Fraction(t_975(self.number - 1) * sqrt(self.variance / self.number))


def sample_of(figures: Iterable[Fraction]) -> Sample:
    """All of these. Figures of one denominator are added as whole numbers first: there are few denominators."""
    sums: dict[int, tuple[int, int, int]] = {}
    for figure in figures:
        above, below = figure.numerator, figure.denominator
        number, total, squares = sums.get(below, (0, 0, 0))
        sums[below] = number + 1, total + above, squares + above * above
    return Sample(
        sum(number for number, _, _ in sums.values()),
        sum((Fraction(total, below) for below, (_, total, _) in sums.items()), Fraction(0)),
        sum((Fraction(squares, below * below) for below, (_, _, squares) in sums.items()), Fraction(0)),
    )


def running(figures: Iterable[Fraction]) -> Iterator[Sample]:
    """The sample of none, of the first, of the first two, ..."""
    sample = Sample()
    yield sample
    for figure in figures:
        sample = sample.with_figure(figure)
        yield sample


def t_975(freedom: int) -> float:
    """The 97.5 % point of Student's t for so many degrees of freedom, 1 at least."""
    return T_975[max(known for known in T_975 if known <= freedom)]


def compare(one: Sample, other: Sample) -> Compared | None:
    """Whether the mean of `one` is less or more than that of `other` by more than chance does, 95 times of 100.

    By Welch's test, with the degrees of freedom of the smaller sample, which is the cautious choice. None if either has
    fewer than `FEWEST` figures.
    """
    if min(one.number, other.number) < FEWEST or one.mean is None or other.mean is None:
        return None
    error = sqrt(one.variance / one.number + other.variance / other.number)
    off = one.mean - other.mean
    if abs(off) <= t_975(min(one.number, other.number) - 1) * error:
        return Compared.LEVEL
    return Compared.LESS if off < 0 else Compared.MORE
