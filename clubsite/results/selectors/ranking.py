"""The ranking of a session, and a contestant's own card."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby
from typing import Any

from django.http import Http404

from clubsite.analysis.selectors.verdicts import lost_at
from clubsite.rankings.selectors.published import Published
from clubsite.rankings.selectors.rankings import rankings_published
from clubsite.rankings.selectors.teams import TeamTable, team_tables
from clubsite.rankings.shapes import RankingList, Side, TravellerLine
from clubsite.results.over_all import OVER_ALL, CardOverAll
from clubsite.results.selectors.boards import PageLine, page_line
from clubsite.results.selectors.percentage import (
    PartRow,
    Reason,
    ValuedLine,
    morning,
    percentage_rows,
    reasons_of,
    valued_lines,
)
from games.wording import contestant_sides
from scoring.evening import Result, Scored, with_session_awards
from scoring.luck import NightLuck, night_luck
from scoring.session_scores import RankingRow
from solver.verdicts.verdict_text import lost_in_words


def awards_changed(lines: Iterable[tuple[TravellerLine, Side]]) -> dict[int, Fraction]:
    """Return a dict from TableBoard id to final value, for awards that changed because of the contestant's other
    boards.

    `lines` has all lines of one contestant, each with the side on which the contestant sat.
    """
    counted = [(line, side) for line, side in lines if line.result and line.points and line.mp_of(side) is not None]
    before = [
        Scored(Result(0, line.ns, line.ew, line.result.line(line.table_board)), line.points)
        for line, _ in counted
        if line.result and line.points
    ]
    awards = {}
    for (line, side), final in zip(counted, with_session_awards(before), strict=True):
        points = final.points.ns if side == "ns" else final.points.ew
        if points is not None and points != line.mp_of(side):
            awards[line.table_board] = points
    return awards


FULL_BAR_IMPS = 12
POINTS_BETTER = 5
USUAL_SPREAD = 15
"""Half a bar shows this many per cent above or below average, more if somebody did better or worse."""


@dataclass(slots=True)
class Bar:
    """A board's bar on the card's strip. `share` is a percentage of the top, or None if the board did not count."""

    board: int
    key: str
    share: Fraction | None
    imps: bool

    @property
    def height(self) -> int | None:
        return None if self.share is None else round(self.share)

    @property
    def words(self) -> str:
        """The bar's text for a screen reader, such as `62 per cent`."""
        if self.height is None:
            return "not counted"
        return f"the bar is at {self.height} of 100" if self.imps else f"{self.height} per cent"


@dataclass(slots=True)
class Pin:
    """One contestant's row in a list, with the names of any contestants tied with them, shown on a single line."""

    row: RankingRow
    ranking: RankingList
    tied: list[str]
    bars: list[Bar]


@dataclass(slots=True)
class RankingPage:
    """The whole ranking. `me` is the reader's contestant."""

    published: Published
    lists: list[RankingList]
    me: int | None = None
    pin: Pin | None = None
    teams: list[TeamTable] = field(default_factory=list)
    luck: NightLuck | None = None
    """The luck of the night, if the reader asked for it and enough was played."""
    luck_asked: bool = False
    shares: dict[int, list[Fraction]] = field(default_factory=dict)
    """Each contestant's percentages of the top, board by board, if the reader asked for the luck of the night."""

    @property
    def tables(self) -> list[tuple[RankingList, list[tuple[RankingRow, int, tuple[Fraction, Fraction] | None]]]]:
        """Each list with its rows. A row has the width of its bar, and the range in which the worth of the play lies 95
        times in 100.
        """
        return [
            (ranking, [*zip(ranking.rows, _widths(ranking), map(self._band, ranking.rows), strict=True)])
            for ranking in self.lists
        ]

    def _band(self, row: RankingRow) -> tuple[Fraction, Fraction] | None:
        boards = len(self.shares.get(row.contestant, ()))
        return self.luck.band(row.percentage, boards) if self.luck and row.percentage is not None and boards else None

    @property
    def players(self) -> int:
        """The number of people who played, not counting robots."""
        return sum(len(ranking.ranked) for ranking in self.lists if ranking.whole)

    @property
    def ahead_of_100(self) -> int:
        """The number of such nights, out of 100, on which a player who is 5 points better comes out ahead."""
        return round(100 * self.luck.chance_ahead(POINTS_BETTER)) if self.luck else 0

    @property
    def robot(self) -> str:
        """The name of the robot that filled the empty seat, or "" if none did."""
        return next((row.name for ranking in self.lists for row in ranking.rows if row.robot), "")


def ranking_page(published: Published, me: int | None = None, *, luck: bool = False) -> RankingPage:
    """Return the whole ranking, with a pin for `me`, the reader's contestant, and with luck bands if `luck` is True."""
    page = RankingPage(published, rankings_published(published), me, teams=team_tables(published))
    if luck and not published.imps:
        contestants = {row.contestant for ranking in page.lists for row in ranking.rows}
        page.luck_asked, page.shares = True, {contestant: _shares(published, contestant) for contestant in contestants}
        page.luck = night_luck(list(page.shares.values()))
    if me is not None:
        page.pin = _pin(published, page.lists, me)
    return page


def _widths(ranking: RankingList) -> list[int]:
    """Return the width of each row's bar, which begins in the middle, as a percentage of half the column."""
    off = [Fraction(0) if row.percentage is None else abs(row.percentage - 50) for row in ranking.rows]
    half = max([Fraction(USUAL_SPREAD), *off])
    return [round(gap / half * 100) for gap in off]


def _shares(published: Published, contestant: int) -> list[Fraction]:
    """Return a contestant's percentages of the top, board by board."""
    shares = (_share(published, line, side) for line, side in published.lines_of(contestant))
    return [share for share in shares if share is not None]


def _pin(published: Published, lists: list[RankingList], contestant: int) -> Pin | None:
    for ranking in lists:
        row = next((row for row in ranking.rows if row.contestant == contestant), None)
        if row is not None:
            tied = [r.name for r in ranking.rows if r.place and r.place.tied and r.place == row.place and r is not row]
            shares = [(line, _share(published, line, side)) for line, side in published.lines_of(contestant)]
            bars = [Bar(line.board, line.board_key, share, published.imps) for line, share in shares]
            return Pin(row, ranking, tied, bars)
    return None


def _share(published: Published, line: TravellerLine, side: Side) -> Fraction | None:
    """Return a line's points as a percentage of the top (IMPs: -12 is 0, +12 is 100), or None if it does not count."""
    points = line.mp_of(side)
    if points is None or not published.imps:
        return line.share_of(side)
    return min(max(50 + points * 50 / FULL_BAR_IMPS, Fraction(0)), Fraction(100))


@dataclass(slots=True)
class CardLine:
    score: PageLine
    side: Side
    player: str
    opponent: str
    opponent_label: str
    mp: Fraction | None
    percentage: Fraction | None
    awarded: Fraction | None = None
    """The value of an average plus or minus before the other boards changed it (Law 12C2). `mp` is the final value."""
    lost: tuple[int, int] | None = None
    """Tricks and points that their calls and cards gave away, or None without an analysis."""
    reasons: list[Reason] = field(default_factory=list)
    """The reasons for the result of the board. Empty without an analysis, and for IMPs."""

    @property
    def lost_words(self) -> str:
        return "" if self.lost is None else lost_in_words(*self.lost)


@dataclass(slots=True)
class CardPage:
    published: Published
    pin: Pin
    lines: list[CardLine]
    mine: bool
    people: list[tuple[int, str]]
    """The contestant's players: id, and name for this reader."""
    rounds: list[list[CardLine]]
    parts: list[PartRow]
    """The parts of the percentage. Empty without an analysis."""
    morning: dict[str, Any] | None
    """The morning page, on the reader's own card."""
    over_all: CardOverAll | None
    """The card in an event over many clubs, once that is published."""

    @property
    def changed_awards(self) -> list[CardLine]:
        """The lines whose average plus or minus was replaced by the average on the other boards."""
        return [line for line in self.lines if line.awarded is not None]

    @property
    def columns(self) -> int:
        """The number of columns in the table of boards."""
        return 8 + (not self.published.imps) + self.analysed

    @property
    def analysed(self) -> bool:
        return any(line.lost is not None for line in self.lines)


def card_page(published: Published, label: str | int, me: int | None = None) -> CardPage:
    """Return a contestant's own card. `me` is the reader's contestant. Raise Http404 if no ranked contestant has this
    label.
    """
    label = str(label)
    contestant = published.contestant(label)
    lists = rankings_published(published)
    pin = None if contestant is None else _pin(published, lists, contestant)
    if contestant is None or pin is None:
        raise Http404("No such player")
    played, mine = list(published.lines_of(contestant)), contestant == me
    lines = [_card_line(published, page_line(published, line, contestant), side) for line, side in played]
    # With boards left out, the average would be another.
    final = {} if published.hidden else _awards_put_right(lines)
    valued = valued_lines(published, played)
    _explain(published, lines, valued, mine=mine)
    return CardPage(
        published=published,
        pin=pin,
        lines=lines,
        mine=mine,
        people=list(published.people.get(contestant, {}).items()),
        rounds=[list(group) for _, group in groupby(lines, lambda line: line.score.round)],
        parts=percentage_rows(published, pin.row, played, final, valued),
        morning=morning(published, valued) if mine else None,
        over_all=OVER_ALL.card(published, contestant),
    )


def _explain(published: Published, lines: list[CardLine], valued: list[ValuedLine], *, mine: bool) -> None:
    """Add to every analysed line what was given away, and the reasons for its result."""
    lost = lost_at(published, {line.score.table_board: line.side for line in lines})
    known = {valued_line.line.table_board: valued_line for valued_line in valued}
    for line in lines:
        line.lost = lost.get(line.score.table_board)
        if line.mp is not None and line.score.table_board in known:
            line.reasons = reasons_of(known[line.score.table_board], line.mp, mine=mine)


def _awards_put_right(lines: list[CardLine]) -> dict[int, Fraction]:
    """Set average plus and minus to their final values so that the card adds up. Return the values by TableBoard id."""
    changed = awards_changed((line.score, line.side) for line in lines)
    for line in lines:
        final = changed.get(line.score.table_board)
        if final is None:
            continue
        line.awarded, line.mp = line.mp, final
        if line.percentage is not None:
            line.percentage = final / line.score.points.top * 100
    return changed


def _card_line(published: Published, score: PageLine, side: Side) -> CardLine:
    return CardLine(
        score=score,
        side=side,
        player=contestant_sides(False)[side == "ew"],
        opponent=score.north if side == "ns" else score.south,
        opponent_label=published.labels.get(score.ew if side == "ns" else score.ns, "0"),
        mp=score.mp_of(side),
        percentage=None if published.imps else score.share_of(side),
    )
