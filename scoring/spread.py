"""Means of figures and their precision: a 95 per cent band by Student's t, and the comparison of two means."""

import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from math import sqrt

from mpmath import MPContext

MIN_FIGURES = 3
"""The number of figures below which there is no band."""
OUTSIDE_PROBABILITY = 0.05
"""The probability that chance alone leaves a band, or makes two means differ."""
FREEDOMS_KEPT = 4096


class Compared(StrEnum):
    """The outcome of comparing one mean with another."""

    LESS = "less"
    LEVEL = "level"  # the difference may be due to chance
    MORE = "more"


@dataclass(frozen=True, slots=True)
class Sample:
    """A sample: the number of figures, their sum and the sum of their squares."""

    number: int = 0
    total: Fraction = Fraction(0)
    squares: Fraction = Fraction(0)

    def with_figure(self, figure: Fraction) -> "Sample":
        return Sample(self.number + 1, self.total + figure, self.squares + figure * figure)

    @property
    def mean(self) -> Fraction | None:
        """The mean, or None if there are no figures."""
        return self.total / self.number if self.number else None

    @property
    def variance(self) -> Fraction:
        """The variance of the figures, with `number` - 1 as the divisor. At least two figures are needed."""
        return (self.squares - self.total * self.total / self.number) / (self.number - 1)

    @property
    def half_width(self) -> Fraction | None:
        """Half the width of the band: t * s / sqrt(number), or None for fewer than `MIN_FIGURES` figures.

        Here s is the standard deviation of the figures, and t is Student's t for number - 1 degrees of freedom.
        """
        if self.number < MIN_FIGURES:
            return None
        return Fraction(t_975(self.number - 1) * sqrt(self.variance / self.number))

    def band(self, least: int, most: int | None = None) -> tuple[Fraction, Fraction] | None:
        """Return the band of the mean, cut off at `least` and `most`, which are the bounds of all figures.

        Return None for fewer than `MIN_FIGURES` figures.
        """
        half, mean = self.half_width, self.mean
        if mean is None or half is None:
            return None
        low, high = mean - half, mean + half
        return max(low, Fraction(least)), high if most is None else min(high, Fraction(most))


def sample_of(figures: Iterable[Fraction]) -> Sample:
    """Return the sample of the figures. Figures with the same denominator are added as integers first."""
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
    """Yield the sample of no figures, then the sample of the first figure, of the first two figures, and so on."""
    sample = Sample()
    yield sample
    for figure in figures:
        sample = sample.with_figure(figure)
        yield sample


class _Counting(threading.local):
    """Each thread's own context of mpmath, because the contexts that mpmath provides are not safe between threads."""

    def __init__(self) -> None:
        self.context = MPContext()


_counting = _Counting()


@lru_cache(FREEDOMS_KEPT)
def t_975(freedom: int) -> float:
    """Return the 97.5 % point of Student's t for `freedom` degrees of freedom, which must be at least 1."""
    point = _counting.context.findroot(
        lambda t: chance_beyond(t, freedom) - OUTSIDE_PROBABILITY, (1.96, 12.8), solver="anderson"
    )
    return float(point)


def chance_beyond(t: float, freedom: float) -> float:
    """Return the probability that Student's t is further from 0 than `t`. `freedom` need not be whole."""
    share = freedom / (freedom + t * t)
    return float(_counting.context.betainc(freedom / 2, 0.5, 0, share, regularized=True))


def welch_freedom(sample: Sample, other: Sample) -> float:
    """Return the Welch-Satterthwaite degrees of freedom for Welch's test. At least one sample must have some spread."""
    first, second = sample.variance / sample.number, other.variance / other.number
    return float((first + second) ** 2 / (first**2 / (sample.number - 1) + second**2 / (other.number - 1)))


def compare(sample: Sample, other: Sample) -> Compared | None:
    """Return whether the mean of `sample` is significantly lower or higher than that of `other`.

    This is Welch's two-sided test at the 95 % level. Return None if a sample has fewer than `MIN_FIGURES` figures.
    """
    if min(sample.number, other.number) < MIN_FIGURES or sample.mean is None or other.mean is None:
        return None
    off = sample.mean - other.mean
    error = sqrt(sample.variance / sample.number + other.variance / other.number)
    if not off or (error and chance_beyond(float(off) / error, welch_freedom(sample, other)) >= OUTSIDE_PROBABILITY):
        return Compared.LEVEL
    return Compared.LESS if off < 0 else Compared.MORE
