"""Sums that follow their boards: one that is scored anew moves what it changes, and nothing else is added up again."""

from collections.abc import Hashable, Iterable
from typing import NamedTuple

from scoring.totals import Sums, Totals


class Points(NamedTuple):
    """What a line gave its two contestants, exact, as four integers; `top` is what each could win."""

    ns: Hashable
    ew: Hashable
    top: int
    ns_numerator: int
    ns_denominator: int
    ew_numerator: int
    ew_denominator: int


class LiveTotals:
    """Points won and possible of every contestant, with the boards that they come from."""

    def __init__(self) -> None:
        self._boards: dict[Hashable, list[Points]] = {}
        self._tops: dict[Hashable, int] = {}
        self._totals = Totals()

    def replace(self, board: Hashable, lines: Iterable[Points] = ()) -> None:
        """A board's lines from now on, in place of those it had."""
        found = list(lines)
        self._count(self._boards.pop(board, []), -1)
        self._count(found, 1)
        self._boards[board] = found
        self._tops[board] = max((line.top for line in found), default=0)

    @property
    def top(self) -> int:
        """The largest top of a board; 0 before there is one."""
        return max(self._tops.values(), default=0)

    def sums(self) -> Sums:
        """Won and possible of everybody for whom a board counts: `scoring.evening.sums` of the same lines."""
        return {entry: figures for entry, figures in self._totals.sums().items() if figures[1]}

    def _count(self, lines: Iterable[Points], times: int) -> None:
        add = self._totals.add
        for ns, ew, top, ns_numerator, ns_denominator, ew_numerator, ew_denominator in lines:
            add(ns, ns_numerator, ns_denominator, top, times)
            add(ew, ew_numerator, ew_denominator, top, times)
