"""An entrant's own card: each board with what it is worth at the club and over all, and why the two figures differ.

Both figures are sums over the boards, so the difference is a sum too: each board has its part, and what only one of
the two counts has a line of its own. The parts are exact and are rounded together, so that they add up.
"""

from dataclasses import dataclass, replace
from fractions import Fraction

from django.db.models import Q
from django.http import Http404

from clubsite.core.not_found import found_or_404
from clubsite.core.templatetags.bridge import mp
from clubsite.duplicate.models import SectionKind
from clubsite.events.models import EventEntrant, EventLine
from clubsite.events.selectors.event_field import boards_seen, published_reader
from clubsite.events.selectors.event_lists import FieldWorth, board_fields
from clubsite.events.selectors.event_reader import EventReader, FieldList, FieldRow, heat_or_404
from clubsite.members.visitor import Visitor
from clubsite.rankings.selectors.published import Published, published_or_404
from clubsite.rankings.selectors.rankings import rankings_published
from games.wording import contestant_sides, over_text
from scoring.board import MAX_TINY_GROUP, BoardMP
from scoring.contracts import PASSED_OUT
from scoring.figures import whole_parts
from scoring.lines import COMPARED_STATUSES, Status
from scoring.result import BoardResult
from scoring.ruling_text import status_words
from scoring.settings import ScoringSettings

ONLY_HERE = "Penalties and awards at the club, and boards that count there alone"
ONLY_OVER_ALL = "Penalties and awards over all, and boards that count there alone"


@dataclass(frozen=True, slots=True)
class BoardWorth:
    """What a line is worth to one side: the points, the top of the board, and the number of results compared.

    `share` is the part of the top, in percent or IMPs. `how` says how the points come from fewer results than the
    largest board of the field has, or is "".
    """

    points: Fraction
    top: int
    results: int
    share: Fraction
    how: str = ""


@dataclass(frozen=True, slots=True)
class EntrantLine:
    """A board of the card. `here` and `over_all` are None if the board does not count there. `part` is what the board
    contributes to the difference.
    """

    line: EventLine
    result: BoardResult
    is_south: bool
    opponent: str
    here: BoardWorth | None
    over_all: BoardWorth | None
    part: Fraction | None = None

    @property
    def side(self) -> str:
        return contestant_sides(self.line.south.kind == SectionKind.FOUR_HANDED)[not self.is_south]

    @property
    def contract(self) -> str:
        """The contract, or "" if there was none."""
        return self.result.contract if self.result.contract != PASSED_OUT and not self.words else ""

    @property
    def against(self) -> str:
        """The tricks won relative to the contract: "=", "+1", "−2"."""
        return "" if self.result.over is None else over_text(self.result.over)

    @property
    def words(self) -> str:
        """The words that replace the contract, or ""."""
        if self.result.status in (Status.PLAYED, Status.FOULED):
            return ""
        return status_words(self.result.status, self.result.ruling, self.line.south.kind == SectionKind.FOUR_HANDED)

    @property
    def own_score(self) -> int | None:
        """The points from this entrant's side."""
        score = self.result.ns_score
        return None if score is None else score if self.is_south else -score


@dataclass(frozen=True, slots=True)
class EntrantCard:
    """The card. `here` and `over_all` are the figures as they are ranked, `rest` what only one of the two counts."""

    reader: EventReader
    entrant: EventEntrant
    name: str
    places: list[tuple[FieldRow, FieldList]]
    lines: list[EntrantLine]
    here: Fraction | None
    over_all: Fraction | None
    rest: list[tuple[str, Fraction]]
    night: str
    """The id of the club's own published night, or "" if this reader may not read it."""

    @property
    def differs_by(self) -> Fraction | None:
        """The figure over all less the figure at the club."""
        return None if self.here is None or self.over_all is None else self.over_all - self.here


def entrant_card(public_id: str, heat_id: str, label: str, visitor: Visitor) -> EntrantCard:
    """Return an entrant's card in a published event.

    Raise Http404 if there is no such entrant, and MembersOnly for people of a club whose results the visitor may not
    read.
    """
    reader = published_reader(public_id, visitor)
    heat = heat_or_404(reader.event, heat_id)
    rows = EventEntrant.every.filter(heat=heat).select_related("heat__club", "heat__session")
    found = rows.filter(label=label).first() or rows.filter(label=label.upper()).first()
    entrant = found_or_404(found, "No such player")
    club = reader.at(heat)
    if club is not None:
        club.require_access()
    places = _places(reader, entrant)
    night = _night(reader, entrant)
    here = figure_here(night, entrant.contestant_id) if night is not None and night.imps == reader.imps else None
    over_all = next((row.figure for row, shown in places if not shown.key.stratum), None)
    lines, rest = _with_parts(_lines(reader, entrant, night), here, over_all, _unit(reader.settings))
    name, night_id = reader.names([entrant])[entrant.pk], night.session.public_id if night else ""
    return EntrantCard(reader, entrant, name, places, lines, here, over_all, rest, night_id)


def figure_here(night: Published, contestant: int | None) -> Fraction | None:
    """Return the figure with which a contestant is ranked at the club: a percentage, or the IMPs per board."""
    lists = (found for found in rankings_published(night) if found.whole)
    rows = (row for found in lists for row in found.rows if row.contestant == contestant)
    return next((row.mean if night.imps else row.percentage for row in rows), None)


def _places(reader: EventReader, entrant: EventEntrant) -> list[tuple[FieldRow, FieldList]]:
    lists = [reader.list_of(key, only={entrant.pk}) for key in reader.keys]
    return [(row, shown) for shown in lists for row in shown.rows]


def _night(reader: EventReader, entrant: EventEntrant) -> Published | None:
    if entrant.heat.session is None:
        return None
    try:
        return published_or_404(entrant.heat.session.public_id, reader.visitor)
    except Http404:
        return None


def _lines(reader: EventReader, entrant: EventEntrant, night: Published | None) -> list[EntrantLine]:
    rows = EventLine.every.filter(Q(south=entrant) | Q(north=entrant), board__in=boards_seen(reader))
    rows = rows.select_related("south__heat__club", "south__heat__session", "north__heat__club", "north__heat__session")
    lines = list(rows.order_by("board", "pk"))
    names = reader.names([other for line in lines for other in (line.south, line.north)])
    worth = FieldWorth(board_fields(reader.event, reader.publication, {line.board for line in lines}))
    at_club = {line.table_board: (board, line) for board in (night.boards if night else ()) for line in board.lines}
    found = []
    for line in lines:
        south, result, here = line.south_id == entrant.pk, BoardResult.of_columns(line), None
        results = worth.results.get((line.board, line.south.kind), 0)
        over_all = _worth(worth.of(line), south, results, result, reader.settings)
        if night is not None and line.table_board_id in at_club:
            board, local = at_club[line.table_board_id]
            results = sum(one.points is not None and one.points.ns is not None for one in board.lines)
            here = _worth(local.points, south, results, local.result, night.settings)
        opponent = names[line.north_id if south else line.south_id]
        found.append(EntrantLine(line, result, south, opponent, here, over_all))
    return found


def _unit(settings: ScoringSettings) -> int:
    return 1 if settings.imps else 100


def _worth(
    points: BoardMP | None, south: bool, results: int, result: BoardResult | None, settings: ScoringSettings
) -> BoardWorth | None:
    own = None if points is None else points.ns if south else points.ew
    if points is None or own is None:
        return None
    compared = result is not None and result.status in COMPARED_STATUSES - {Status.FOULED} and not result.group
    share = own * _unit(settings) / points.top if points.top else Fraction(0)
    how = _neuberg_words(own, points.top, results, settings) if compared else ""
    return BoardWorth(own, points.top, results, share, how)


def _neuberg_words(points: Fraction, top: int, results: int, settings: ScoringSettings) -> str:
    """Return how points among fewer results were converted to the field's size by Neuberg's formula, or ""."""
    field = top // 2 + 1
    tiny = settings.tiny_groups and results <= MAX_TINY_GROUP and results * 3 <= field
    if not 1 < results < field or tiny or settings.fewer_results != "neuberg" or settings.rounding != "exact":
        return ""
    own = (points + 1) * results / field - 1
    return f"{field} ÷ {results} × ({mp(own)} + 1) − 1, by Neuberg’s formula"


def _with_parts(
    lines: list[EntrantLine], here: Fraction | None, over_all: Fraction | None, unit: int
) -> tuple[list[EntrantLine], list[tuple[str, Fraction]]]:
    """Return the lines with their parts of the difference, and what only one of the two figures counts."""
    if here is None or over_all is None:
        return lines, []
    of_here = sum(line.here.top for line in lines if line.here) or 1
    of_all = sum(line.over_all.top for line in lines if line.over_all) or 1
    own_here = [line.here.points * unit / of_here if line.here else Fraction(0) for line in lines]
    own_all = [line.over_all.points * unit / of_all if line.over_all else Fraction(0) for line in lines]
    rest = [(ONLY_HERE, sum(own_here) - here), (ONLY_OVER_ALL, over_all - sum(own_all))]
    parts = [a - h for h, a in zip(own_here, own_all, strict=True)] + [part for _, part in rest]
    shown = [Fraction(part, 100) for part in whole_parts([part * 100 for part in parts], (over_all - here) * 100)]
    with_parts = [replace(line, part=part) for line, part in zip(lines, shown, strict=False)]
    return with_parts, [(words, part) for (words, _), part in zip(rest, shown[len(lines) :], strict=True) if part]
