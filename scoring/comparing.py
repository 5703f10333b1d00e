"""Comparing every result on a board with every other result, and weighted scores part by part (Law 12C1c)."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from scoring.lines import Line, Parts, parts_of


class Award(NamedTuple):
    """One side's score on `times` lines with the same result."""

    parts: Parts
    times: int


def awards(lines: Iterable[Line], side: str) -> dict[Hashable, Award]:
    """Return the scores that count for a side, keyed by line, leaving out lines without a score to compare."""
    return {line.key: Award(parts, line.times) for line in lines if (parts := parts_of(line, side))}


def number_of(given: Mapping[Hashable, Award]) -> int:
    """Return the number of results that are compared."""
    return sum([award.times for award in given.values()])


def compared(
    given: Mapping[Hashable, Award],
    worth: Callable[[int], int],
    finished: Callable[[Fraction], Fraction],
) -> dict[Hashable, Fraction]:
    """Return, for each key, the sum of `worth(own - other)` over all other results, passed through `finished`.

    Each comparison of two parts counts in proportion to their weights. The work grows with the square of the number of
    distinct scores, not with the number of results.
    """
    unit = lcm(*(weight.denominator for award in given.values() for weight, _ in award.parts))
    times: Counter[int] = Counter()
    for parts, alike in given.values():
        for weight, points in parts:
            times[points] += alike * weight.numerator * (unit // weight.denominator)
    totals = {value: sum(n * worth(value - other) for other, n in times.items()) for value in times}
    alone = {value: finished(Fraction(total - unit * worth(0), unit)) for value, total in totals.items()}
    return {
        key: alone[parts[0][1]] if len(parts) == 1 else finished(_weighted(parts, totals, unit, worth))
        for key, (parts, _) in given.items()
    }


def _weighted(parts: Parts, totals: Mapping[int, int], unit: int, worth: Callable[[int], int]) -> Fraction:
    """Compare each part of a weighted score with all results, except for the other parts of the same score."""
    return sum(
        (
            weight * (Fraction(totals[points], unit) - sum(other * worth(points - value) for other, value in parts))
            for weight, points in parts
        ),
        Fraction(0),
    )
