"""Exact sums of each contestant's points over an evening."""

from collections import defaultdict
from collections.abc import Hashable, Iterable
from fractions import Fraction
from math import lcm

Sums = dict[Hashable, tuple[Fraction, int]]


class Totals:
    """The points won and possible for every contestant.

    All numerators share the denominator `below`. Adding 60,000 separate fractions would take ten times as long.
    """

    __slots__ = ("below", "possible", "won")

    def __init__(self) -> None:
        self.below = 1
        self.won: defaultdict[Hashable, int] = defaultdict(int)
        self.possible: defaultdict[Hashable, int] = defaultdict(int)

    def count(self, entry: Hashable, points: Fraction | None, top: int) -> None:
        """Add a board's points out of `top`. `points` is None if the board does not count."""
        if points is None:
            self.won[entry] += 0
            return
        if self.below % points.denominator:
            self.fit([points.denominator])
        self.won[entry] += points.numerator * (self.below // points.denominator)
        self.possible[entry] += top

    def fit(self, denominators: Iterable[int]) -> None:
        """Make `below` a multiple of each of these denominators."""
        below = lcm(self.below, *denominators)
        if below != self.below:
            finer = below // self.below
            for entry in self.won:
                self.won[entry] *= finer
            self.below = below

    def sums(self) -> Sums:
        """Return the exact points won and possible, or (0, 0) for an entry whose boards do not count."""
        return {entry: (Fraction(won, self.below), self.possible[entry]) for entry, won in self.won.items()}
