"""Sums of exact points by contestant, cheap to change: what an evening adds up and a live ranking keeps."""

from collections.abc import Hashable, Mapping
from fractions import Fraction

Sums = dict[Hashable, tuple[Fraction, int]]


class Totals:
    """Points won and possible of every contestant.

    Numerators are kept denominator by denominator: adding 60,000 fractions one by one takes ten times as long.
    """

    __slots__ = ("_possible", "_won")

    def __init__(self) -> None:
        self._won: dict[Hashable, dict[int, int]] = {}
        self._possible: dict[Hashable, int] = {}

    def count(self, entry: Hashable, points: Fraction | None, top: int, times: int = 1) -> None:
        """Add a board's points out of `top`, or take them back with `times` -1; None: it does not count."""
        if points is not None:
            self.add(entry, points.numerator, points.denominator, top, times)
        elif entry not in self._won:
            self._won[entry], self._possible[entry] = {}, 0

    def add(self, entry: Hashable, numerator: int, denominator: int, top: int, times: int = 1) -> None:
        """The same for points that are stored as two integers."""
        won = self._won.get(entry)
        if won is None:
            won, self._possible[entry] = self._won.setdefault(entry, {}), 0
        won[denominator] = won.get(denominator, 0) + times * numerator
        self._possible[entry] += times * top

    def sums(self) -> Sums:
        """Won and possible, exact; whoever only has boards that do not count has (0, 0)."""
        return {entry: (_added(won), self._possible[entry]) for entry, won in self._won.items()}


def _added(numerators: Mapping[int, int]) -> Fraction:
    parts = [Fraction(total) if below == 1 else Fraction(total, below) for below, total in numerators.items()]
    return sum(parts[1:], parts[0]) if parts else Fraction(0)
