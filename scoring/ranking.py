"""From match points to places: exact percentages, factored totals, ties as `2=`."""

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from operator import itemgetter


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
        won, possible = self.won, self.possible
        return (
            Fraction(100 * won.numerator * possible.denominator, won.denominator * possible.numerator)
            if possible
            else Fraction(0)
        )

    @property
    def factored(self) -> Fraction:
        """The total brought to `full`: what it would be without the boards that were missed."""
        if self.possible == self.full:
            return self.won
        return self.won * self.full / self.possible if self.possible else Fraction(0)


@dataclass(frozen=True, slots=True)
class Placed(Standing):
    """A standing with its place (`1`, `2=`; empty if nothing was played)."""

    place: str


_QUOTIENT = itemgetter(0)

# What places go by, as numerator and denominator.
_BY: dict[str, Callable[[Standing], tuple[int, int]]] = {
    "percentage": lambda row: (
        row.won.numerator * row.possible.denominator,
        row.won.denominator * row.possible.numerator,
    ),
    "won": lambda row: (row.won.numerator, row.won.denominator),
}


def rank(rows: Iterable[Standing], by: str = "percentage") -> list[Placed]:
    """Best first; places by the exact percentage, or `by` "won" by the total as it is.

    Those who are level keep the order given; those who played nothing come last and have no place.
    """
    standings = list(rows)
    figure = _BY[by]
    # Dividing keeps the order of fractions; only where two quotients are alike do the fractions decide.
    played = [(-(n / d), n, d, row) for row in standings if row.possible for n, d in (figure(row),)]
    played.sort(key=_QUOTIENT)
    placed: list[Placed] = []
    for _, alike in groupby(played, key=_QUOTIENT):
        for tied in _level([one[1:] for one in alike]):
            place = f"{len(placed) + 1}{'=' if len(tied) > 1 else ''}"
            placed += [Placed(row.entry, row.won, row.possible, row.full, place) for row in tied]
    return placed + [
        Placed(row.entry, row.won, row.possible, row.full, "") for row in standings if not row.possible
    ]


def _level(alike: list[tuple[int, int, Standing]]) -> list[list[Standing]]:
    """Those whose fractions are equal, best first."""
    if len(alike) == 1:
        return [[alike[0][2]]]
    exact = sorted(((Fraction(n, d), row) for n, d, row in alike), key=lambda one: -one[0])
    return [[row for _, row in tied] for _, tied in groupby(exact, key=lambda one: one[0])]
