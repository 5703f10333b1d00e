"""Everybody's sums of points, kept between results: a board that was scored since is read anew, no other.

What a process keeps is never the truth: the database is asked first which boards were scored since.
"""

import datetime
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import lru_cache
from threading import Lock
from typing import NamedTuple

from clubsite.results.models import BoardScore, ScoreStatus
from scoring.live import LiveTotals, Points
from scoring.totals import Sums

Stamp = tuple[int, datetime.datetime]
"""A board's revision and when it was scored."""
COLUMNS = (
    "table_board__board_id",
    "status",
    "table_board__ns_id",
    "table_board__ew_id",
    "top",
    "ns_mp_num",
    "ns_mp_den",
    "ew_mp_num",
    "ew_mp_den",
)


class Added(NamedTuple):
    """What everybody has won of what was possible, exact; a board's top; whether any line may have a percentage."""

    sums: Sums
    top: int
    artificial: bool


class Kept:
    """The points of some sections as this process last read them."""

    def __init__(self, section_ids: tuple[int, ...]) -> None:
        self._sections = section_ids
        self._lock = Lock()
        self._stamps: dict[int, Stamp] = {}
        self._artificial: set[int] = set()
        self._totals = LiveTotals()

    def added(self, stamps: Mapping[int, Stamp]) -> Added:
        """The sums as of now, `stamps` being those of every board that was scored."""
        with self._lock:
            known = self._stamps
            moved = {pk for pk in known.keys() | stamps.keys() if known.get(pk) != stamps.get(pk)}
            lines = self._read(moved)
            for pk in moved:
                self._totals.replace(pk, lines[pk])
            self._stamps = dict(stamps)
            return Added(self._totals.sums(), self._totals.top, bool(self._artificial))

    def _read(self, boards: set[int]) -> Mapping[int, Iterable[Points]]:
        scores = BoardScore.objects.filter(
            table_board__board__in=boards,
            table_board__round__section__in=self._sections,
            ns_mp_num__isnull=False,
        )
        found: dict[int, list[Points]] = defaultdict(list)
        artificial = set()
        for board, status, *figures in scores.order_by().values_list(*COLUMNS):
            found[board].append(Points(*figures))
            if status in (ScoreStatus.ARTIFICIAL, ScoreStatus.ASSIGNED):
                artificial.add(board)
        self._artificial = self._artificial - boards | artificial
        return found


@lru_cache(maxsize=32)
def kept(section_ids: tuple[int, ...]) -> Kept:
    """Of sections that share a ranking."""
    return Kept(section_ids)
