"""Contestants' points, won and possible, in columns of integers, so that a large field needs only a few lists."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from scoring.totals import Sums


@dataclass(frozen=True, slots=True)
class Tally:
    """Columns with one contestant per row. `won` holds exact numerators over the denominator `below`.

    `possible` is in whole points; for IMPs it is a number of boards.
    """

    entries: list[Hashable]
    won: list[int]
    possible: list[int]
    below: int = 1

    @classmethod
    def of(cls, sums: Sums) -> "Tally":
        """Return a tally made from fractions, in the same order."""
        below = lcm(*(won.denominator for won, _ in sums.values()))
        won = [points.numerator * (below // points.denominator) for points, _ in sums.values()]
        return cls(list(sums), won, [possible for _, possible in sums.values()], below)

    def sums(self) -> Sums:
        """Return the points as fractions."""
        rows = zip(self.entries, self.won, self.possible, strict=True)
        return {entry: (Fraction(won, self.below), possible) for entry, won, possible in rows}

    def plus(self, changes: Mapping[Hashable, Fraction]) -> "Tally":
        """Return a tally with `changes` added to some contestants' points. Contestants not in the tally are ignored."""
        below = lcm(self.below, *(more.denominator for more in changes.values()))
        won = [points * (below // self.below) for points in self.won] if below != self.below else list(self.won)
        at = {entry: n for n, entry in enumerate(self.entries)} if changes else {}
        for entry, more in changes.items():
            if entry in at:
                won[at[entry]] += more.numerator * (below // more.denominator)
        return Tally(self.entries, won, self.possible, below)

    def only(self, wanted: Callable[[Hashable], bool]) -> "Tally":
        """Return a tally of only the contestants for whom `wanted` is true, in the same order."""
        return self.at([n for n, entry in enumerate(self.entries) if wanted(entry)])

    def at(self, rows: Iterable[int]) -> "Tally":
        """Return a tally of the rows with these indexes, in this order."""
        own = list(rows)
        won, possible = ([column[n] for n in own] for column in (self.won, self.possible))
        return Tally([self.entries[n] for n in own], won, possible, self.below)

    def followed_by(self, other: "Tally") -> "Tally":
        """Return a tally of these rows followed by the rows of another tally, which has the same `below`."""
        return Tally(self.entries + other.entries, self.won + other.won, self.possible + other.possible, self.below)
