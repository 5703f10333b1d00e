"""Everybody's sums of points, kept between results: a board that was scored since is read anew, no other.

What a process keeps is never the truth: the database is asked first which boards were scored since.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from threading import Lock
from typing import NamedTuple

from django.db.models import Q

from clubsite.duplicate.models import TableBoard
from clubsite.rankings.models import Frequency
from clubsite.rankings.models.match_points import SCORED_BY, result_scored
from clubsite.rankings.services.sources import Stamp
from scoring.board import BoardMP
from scoring.evening import Result, Scored, award_changes, has_award
from scoring.lines import Line, Status
from scoring.live import LiveTotals, Traveller
from scoring.tally import Tally

RULED = (Status.ARTIFICIAL, Status.ASSIGNED)
Sections = tuple[int, ...]
"""Ids of sections that share a ranking."""
Lines = dict[int, tuple[int, int, int]]
"""Of each line, by id, its two contestants, N/S first, and its frequency."""


class Added(NamedTuple):
    """What everybody has won of what was possible, as it counts in the end; a board's top."""

    tally: Tally
    top: int


class Worth(NamedTuple):
    """What the frequencies of some boards are worth, by id, and those with an average plus or minus."""

    points: dict[int, BoardMP]
    awards: dict[int, Line]


class Sums:
    """The points of sections that share a ranking."""

    def __init__(self) -> None:
        self._totals = LiveTotals()
        self._lines: dict[int, Lines] = {}
        self._awarded: dict[int, list[Scored]] = {}

    def replace(self, board: int, lines: Lines, worth: Worth, *, whole: bool) -> None:
        """A board as it is scored now, by all its lines or by those that changed."""
        self._lines[board] = lines = lines if whole else self._lines[board] | lines
        points = {at: worth.points[at] for at in {at for *_, at in lines.values()} if at in worth.points}
        self._totals.replace(board, Traveller(points, list(lines.values())))
        self._awarded[board] = [
            Scored(Result(board, ns, ew, worth.awards[at]), points[at])
            for ns, ew, at in (lines.values() if worth.awards else ())
            if at in worth.awards
        ]

    def added(self, contestants: Iterable[int]) -> Added:
        """Of these contestants, those for whom a board counts, in the order given."""
        tally = self._totals.tally(contestants)
        awarded = [row for rows in self._awarded.values() for row in rows]
        if awarded:  # Law 12C2: what average plus and minus come to depends on the other boards
            tally = tally.plus(award_changes(awarded, tally.sums()))
        return Added(tally.reduced(), self._totals.top)


class Kept:
    """The points of a session as this process last read them; `groups`: all its sections."""

    def __init__(self, groups: tuple[Sections, ...]) -> None:
        self._lock = Lock()
        self._stamps: dict[int, Stamp] = {}
        self._sums = {group: Sums() for group in groups}
        self._group_of = {section: group for group in groups for section in group}

    def added(
        self, stamps: Mapping[int, Stamp], wanted: Mapping[Sections, Iterable[int]]
    ) -> dict[Sections, Added]:
        """The sums of these contestants as of now, `stamps` being those of every board that was scored."""
        with self._lock:
            known = self._stamps
            moved = {pk for pk in known.keys() | stamps.keys() if known.get(pk) != stamps.get(pk)}
            if moved:
                steps = {
                    pk: stamps[pk].revision
                    for pk in moved
                    if pk in known and pk in stamps and stamps[pk].after == known[pk].at
                }
                self._read(moved, steps)
            self._stamps = dict(stamps)
            return {group: self._sums[group].added(contestants) for group, contestants in wanted.items()}

    def _read(self, boards: set[int], steps: Mapping[int, int]) -> None:
        """All lines of these boards; of those one step further, by their revision, what changed in it."""
        which = Q(board__in=boards - steps.keys())
        for board, revision in steps.items():
            which |= Q(board=board, board_score__revision=revision)
        found: dict[Sections, dict[int, Lines]] = {group: defaultdict(dict) for group in self._sums}
        lines = TableBoard.objects.filter(which, board_score__isnull=False).order_by()
        columns = ("round__section", "board", "pk", "ns", "ew", "board_score__frequency")
        for section, board, pk, ns, ew, at in lines.values_list(*columns):
            if section in self._group_of:  # one that was made just now has its turn with the next score
                found[self._group_of[section]][board][pk] = (ns, ew, at)
        worth = _worth(boards)
        for group, sums in self._sums.items():
            for board in boards:
                sums.replace(board, found[group][board], worth, whole=board not in steps)


def _worth(boards: set[int]) -> Worth:
    figures = ("top", "ns_mp_num", "ns_mp_den", "ew_mp_num", "ew_mp_den")
    rows = Frequency.objects.filter(board__in=boards, ns_mp_num__isnull=False)
    points, awards = {}, {}
    for pk, *row in rows.values_list("pk", *SCORED_BY, *figures):
        result, (top, ns, ns_below, ew, ew_below) = result_scored(*row[:4]), row[4:]
        points[pk] = BoardMP(Fraction(ns, ns_below), Fraction(ew, ew_below), top)
        if result.status in RULED and has_award(line := result.line(pk)):
            awards[pk] = line
    return Worth(points, awards)


@lru_cache(maxsize=32)
def kept(groups: tuple[Sections, ...]) -> Kept:
    """Of a session whose sections are ranked so."""
    return Kept(groups)
