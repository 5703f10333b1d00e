"""Sums that follow their boards: one that is scored anew moves what it changes, and nothing else is added up again."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.board import BoardMP
from scoring.tally import Tally
from scoring.totals import Totals

Played = tuple[Hashable, Hashable, Hashable]
"""A line's two contestants, N/S first, and which of its board's results it had."""


@dataclass(frozen=True, slots=True)
class Traveller:
    """A board as it was scored: what each different result is worth, and who had which.

    A line whose result is not among them does not count, nor one that is worth None.
    """

    worth: Mapping[Any, BoardMP]
    lines: Sequence[Played]


NOTHING = Traveller({}, ())


class LiveTotals:
    """Points won and possible of every contestant, with the boards that they come from."""

    def __init__(self) -> None:
        self._boards: dict[Hashable, Traveller] = {}
        self._tops: dict[Hashable, int] = {}
        self._totals = Totals()

    def replace(self, board: Hashable, traveller: Traveller = NOTHING) -> None:
        """A board from now on, in place of what it was."""
        self._count(self._boards.pop(board, NOTHING), -1)
        self._count(traveller, 1)
        self._boards[board] = traveller
        self._tops[board] = max((mp.top for mp in traveller.worth.values() if mp.ns is not None), default=0)

    @property
    def top(self) -> int:
        """The largest top of a board that counts for somebody; 0 before there is one."""
        return max(self._tops.values(), default=0)

    def tally(self, entries: Iterable[Hashable]) -> Tally:
        """Those of the contestants for whom a board counts, in the order given: see `scoring.evening.sums`."""
        possible = self._totals.possible
        counted = [entry for entry in entries if possible.get(entry)]
        won = self._totals.won
        return Tally(
            counted,
            [won[entry] for entry in counted],
            [possible[entry] for entry in counted],
            self._totals.below,
        )

    def _count(self, traveller: Traveller, times: int) -> None:
        totals = self._totals
        worth = {key: mp for key, mp in traveller.worth.items() if mp.ns is not None and mp.ew is not None}
        totals.fit(
            points.denominator for mp in worth.values() for points in (mp.ns, mp.ew) if points is not None
        )
        units = {key: _units(mp, totals.below, times) for key, mp in worth.items()}
        won, possible = totals.won, totals.possible
        for ns, ew, key in traveller.lines:
            if key in units:
                south, north, top = units[key]
                won[ns] += south
                won[ew] += north
                possible[ns] += top
                possible[ew] += top


def _units(mp: BoardMP, below: int, times: int) -> tuple[int, int, int]:
    south, north = (
        times * points.numerator * (below // points.denominator)
        for points in (mp.ns, mp.ew)
        if points is not None
    )
    return south, north, times * mp.top
