"""Everybody's sums of points, kept between results: a board that was scored since is read anew, no other.

What a process keeps is never the truth: it is asked for by what each board's points were made of, in the database.
"""

import datetime
from collections.abc import Iterable, Mapping
from functools import lru_cache
from threading import Lock
from typing import NamedTuple

from clubsite.results.models import BoardScore, ScoreStatus
from scoring.totals import Sums, Totals

Stamp = tuple[int, datetime.datetime]
"""A board's revision and when it was scored."""


class Points(NamedTuple):
    """A line that counts: its contestants, and columns of its BoardScore."""

    table_board__board_id: int
    table_board__ns_id: int
    table_board__ew_id: int
    status: str
    top: int
    ns_mp_num: int
    ns_mp_den: int
    ew_mp_num: int
    ew_mp_den: int


class Added(NamedTuple):
    """What everybody has won of what was possible, exact; a board's top; whether any line has a percentage."""

    sums: Sums
    top: int
    artificial: bool


class Board(NamedTuple):
    """A board's lines as they were read, and what was made of them."""

    made: Stamp
    lines: list[Points]
    top: int
    artificial: bool


class Kept:
    """The points of some sections as this process last read them."""

    def __init__(self, section_ids: tuple[int, ...]) -> None:
        self._sections = section_ids
        self._lock = Lock()
        self._boards: dict[int, Board] = {}
        self._totals = Totals()

    def added(self, stamps: Mapping[int, Stamp]) -> Added:
        """The sums as of now, `stamps` being those of every board that was scored."""
        with self._lock:
            known = self._boards
            gone = [pk for pk, board in known.items() if stamps.get(pk) != board.made]
            for pk in gone:
                self._count(known.pop(pk).lines, -1)
            anew = {pk: stamp for pk, stamp in stamps.items() if pk not in known}
            lines = self._read(anew)
            self._count(lines, 1)
            known |= {
                pk: _board(stamp, [line for line in lines if line[0] == pk]) for pk, stamp in anew.items()
            }
            return Added(
                {entry: figures for entry, figures in self._totals.sums().items() if figures[1]},
                max((board.top for board in known.values()), default=0),
                any(board.artificial for board in known.values()),
            )

    def _read(self, boards: Iterable[int]) -> list[Points]:
        scores = BoardScore.objects.filter(
            table_board__board__in=boards,
            table_board__round__section__in=self._sections,
            ns_mp_num__isnull=False,
        )
        return [Points(*row) for row in scores.order_by().values_list(*Points._fields)]

    def _count(self, lines: Iterable[Points], times: int) -> None:
        add = self._totals.add
        for _, ns, ew, _, top, ns_num, ns_den, ew_num, ew_den in lines:
            add(ns, ns_num, ns_den, top, times)
            add(ew, ew_num, ew_den, top, times)


def _board(made: Stamp, lines: list[Points]) -> Board:
    top = max((line.top for line in lines), default=0)
    return Board(made, lines, top, any(line.status == ScoreStatus.ARTIFICIAL for line in lines))


@lru_cache(maxsize=32)
def kept(section_ids: tuple[int, ...]) -> Kept:
    """Of sections that share a ranking."""
    return Kept(section_ids)
