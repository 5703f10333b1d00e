"""Every result of a board against every other, weighted scores part by part (Law 12C1c)."""

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from math import lcm

from scoring.lines import Parts


def compared(
    given: Mapping[Hashable, Parts],
    worth: Callable[[int], int],
    finished: Callable[[Fraction], Fraction],
) -> dict[Hashable, Fraction]:
    """For each key the sum of `worth(own - other)` over all others, each pair of parts with its weights, `finished`.

    The work grows with the number of different scores squared, not with the number of results.
    """
    unit = lcm(*(weight.denominator for parts in given.values() for weight, _ in parts))
    times: Counter[int] = Counter()
    for parts in given.values():
        for weight, points in parts:
            times[points] += weight.numerator * (unit // weight.denominator)
    totals = {value: sum(n * worth(value - other) for other, n in times.items()) for value in times}
    alone = {value: finished(Fraction(total - unit * worth(0), unit)) for value, total in totals.items()}
    return {
        key: alone[parts[0][1]] if len(parts) == 1 else finished(_weighted(parts, totals, unit, worth))
        for key, parts in given.items()
    }


def _weighted(parts: Parts, totals: Mapping[int, int], unit: int, worth: Callable[[int], int]) -> Fraction:
    """Each part against everybody but the other parts of the same result."""
    return sum(
        (
            weight
            * (Fraction(totals[points], unit) - sum(other * worth(points - value) for other, value in parts))
            for weight, points in parts
        ),
        Fraction(0),
    )
