"""From match points to places: exact percentages, factored totals, ties as `2=`."""

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby


@dataclass(frozen=True, slots=True)
class Standing:
    """Match points won of those possible on the boards that counted; `full`: possible without sit-outs.

    Of IMPs `won` are the IMPs, `possible` and `full` numbers of boards.
    """

    entry: Hashable
    won: Fraction
    possible: Fraction
    full: Fraction

    @property
    def percentage(self) -> Fraction:
        """Exact; 0 if nothing counted. Of IMPs: a hundred times the mean of a board."""
        return Fraction(100 * self.won, self.possible) if self.possible else Fraction(0)

    @property
    def factored(self) -> Fraction:
        """The total brought to `full`: what it would be without the boards that were missed."""
        return self.won * self.full / self.possible if self.possible else Fraction(0)


@dataclass(frozen=True, slots=True)
class Placed(Standing):
    """A standing with its place (`1`, `2=`; empty if nothing was played)."""

    place: str


# What places go by: sorted by the quotient of two integers, compared without rounding.
_BY: dict[str, Callable[[Standing], Fraction]] = {
    "percentage": lambda row: row.won / row.possible,
    "won": lambda row: row.won,
}


def rank(rows: Iterable[Standing], by: str = "percentage") -> list[Placed]:
    """Best first; places by the exact percentage, or `by` "won" by the total as it is.

    Those who are level keep the order given; those who played nothing come last and have no place.
    """
    standings = list(rows)
    figure = _BY[by]
    # Floats of fractions keep their order; where two are alike the fractions themselves decide.
    keyed = [(-float(value), -value, row) for row in standings if row.possible for value in (figure(row),)]
    keyed.sort(key=lambda one: one[:2])
    placed: list[Placed] = []
    for _, level in groupby(keyed, key=lambda one: one[1]):
        tied = [row for _, _, row in level]
        place = f"{len(placed) + 1}{'=' if len(tied) > 1 else ''}"
        placed += [Placed(row.entry, row.won, row.possible, row.full, place) for row in tied]
    return placed + [
        Placed(row.entry, row.won, row.possible, row.full, "") for row in standings if not row.possible
    ]
