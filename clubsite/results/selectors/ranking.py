"""The ranking of a session, and a contestant's own card."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction

from django.http import Http404

from clubsite.analysis.selectors.verdicts import lost_at
from clubsite.analysis.verdict_text import lost_in_words
from clubsite.rankings.selectors.published import Published
from clubsite.rankings.selectors.rankings import rankings_published
from clubsite.rankings.selectors.teams import TeamTable, team_tables
from clubsite.rankings.shapes import RankingList, Side, TravellerLine
from clubsite.results.over_all import OVER_ALL, CardOverAll
from clubsite.results.selectors.boards import PageLine, page_line
from clubsite.results.selectors.percentage import (
    Morning,
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
    found = {}
    for (line, side), final in zip(counted, with_session_awards(before), strict=True):
        points = final.points.ns if side == "ns" else final.points.ew
        if points is not None and points != line.mp_of(side):
            found[line.table_board] = points
    return found


FULL_BAR_IMPS = 12
POINTS_BETTER = 5
USUAL_SPREAD = 15
"""Half a bar shows this many per cent above or below average, more if somebody did better or worse."""


@dataclass(slots=True)
class Bar:
    """A board's bar on the card's strip. `height` is a percentage of the top, or None if the board did not count."""

    board: int
    key: str
    height: int | None
    high: bool
    imps: bool

    @property
    def words(self) -> str:
        """The bar's text for a screen reader, such as `62 per cent`."""
        if self.height is None:
            return "not counted"
        return f"the bar is at {self.height} of 100" if self.imps else f"{self.height} per cent"


@dataclass(slots=True)
class Pin:
    """One contestant's result in the session, shown on a single line."""

    row: RankingRow
    of: int
    who: str
    """The other contestants: `RankingList.who`."""
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
        """Each list with its rows. A row has the width of its bar, and where what the play was worth lies, 95 times of
        100.
        """
        return [
            (found, [*zip(found.rows, _widths(found), map(self._band, found.rows), strict=True)])
            for found in self.lists
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
        """On how many of 100 such nights a player who is 5 points better comes out ahead."""
        return round(100 * self.luck.chance_ahead(POINTS_BETTER)) if self.luck else 0

    @property
    def robot(self) -> str:
        """The name of the robot that filled the empty seat, or "" if none did."""
        return next((row.name for ranking in self.lists for row in ranking.rows if row.robot), "")


def ranking_page(published: Published, me: int | None = None, *, luck: bool = False) -> RankingPage:
    """Return the whole ranking, with a pin for `me`, the reader's contestant, and with the bands of luck if asked."""
    page = RankingPage(published, rankings_published(published), me, teams=team_tables(published))
    if luck and not published.imps:
        contestants = {row.contestant for found in page.lists for row in found.rows}
        page.luck_asked, page.shares = True, {contestant: _shares(published, contestant) for contestant in contestants}
        page.luck = night_luck(list(page.shares.values()))
    if me is not None:
        page.pin = _pin(published, page.lists, me)
    return page


def _widths(found: RankingList) -> list[int]:
    """Return the width of each row's bar, which begins in the middle, as a percentage of half the column."""
    off = [Fraction(0) if row.percentage is None else abs(row.percentage - 50) for row in found.rows]
    half = max([Fraction(USUAL_SPREAD), *off])
    return [round(one / half * 100) for one in off]


def _shares(published: Published, contestant: int) -> list[Fraction]:
    """Return a contestant's percentages of the top, board by board."""
    found = (_share(published, line, side) for line, side in published.lines_of(contestant))
    return [share for share in found if share is not None]


def _pin(published: Published, lists: list[RankingList], contestant: int) -> Pin | None:
    for ranking in lists:
        row = next((row for row in ranking.rows if row.contestant == contestant), None)
        if row is not None:
            tied = [r.name for r in ranking.rows if r.place and r.place.tied and r.place == row.place and r is not row]
            return Pin(row, len(ranking.ranked), ranking.who, tied, _bars(published, contestant))
    return None


def _bars(published: Published, contestant: int) -> list[Bar]:
    bars = []
    for line, side in published.lines_of(contestant):
        share = _share(published, line, side)
        bars.append(
            Bar(
                line.board,
                line.board_key,
                None if share is None else round(share),
                share is not None and share >= 50,
                published.imps,
            )
        )
    return bars


def _share(published: Published, line: TravellerLine, side: Side) -> Fraction | None:
    """Return a line's points as a percentage of the top (IMPs: -12 is 0, +12 is 100), or None if it does not count."""
    points = line.mp_of(side)
    if points is None or line.points is None:
        return None
    if published.imps:
        return min(max(50 + points * 50 / FULL_BAR_IMPS, Fraction(0)), Fraction(100))
    return points / line.points.top * 100 if line.points.top else None


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
    rounds: list[list[CardLine]] = field(default_factory=list)
    parts: list[PartRow] = field(default_factory=list)
    """The parts of the percentage. Empty without an analysis."""
    morning: Morning | None = None
    """The morning page, on the reader's own card."""
    over_all: CardOverAll | None = None
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
    lines = [
        _card_line(published, page_line(published, line, contestant), side)
        for line, side in published.lines_of(contestant)
    ]
    final: dict[int, Fraction] = {}
    if not published.hidden:  # with boards left out, the average would be another
        final = _awards_put_right(lines)
    lost = lost_at(published, {line.score.table_board: line.side for line in lines})
    for line in lines:
        line.lost = lost.get(line.score.table_board)
    people = list(published.people.get(contestant, {}).items())
    page = CardPage(published, pin, lines, mine=contestant == me, people=people)
    valued = valued_lines(published, published.lines_of(contestant))
    page.parts = percentage_rows(published, pin.row, published.lines_of(contestant), final, valued)
    page.over_all = OVER_ALL.card(published, contestant)
    _explain(page, {one.line.table_board: one for one in valued})
    if page.mine:
        page.morning = morning(published, valued)
    for line in lines:
        if not page.rounds or page.rounds[-1][0].score.round != line.score.round:
            page.rounds.append([])
        page.rounds[-1].append(line)
    return page


def _explain(page: CardPage, valued: dict[int, ValuedLine]) -> None:
    """Add to every analysed line the reasons for its result."""
    for line in page.lines:
        known = valued.get(line.score.table_board)
        if known is not None and line.mp is not None:
            line.reasons = reasons_of(known, line.mp, mine=page.mine)


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
        percentage=None if published.imps else _share(published, score, side),
    )
