"""The boards of an event as members and strangers read them: the hands, and the whole field as frequencies.

A board is shown if this reader may see it in at least one of the heats on this server (SOLO-31), or if no heat was
played on this server and the published secret opens the boards for everybody.
"""

from collections import Counter, defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.db.models import Exists, F, OuterRef, QuerySet
from django.utils import timezone

from clubsite.core.not_found import found_or_404
from clubsite.duplicate.models import Board, SessionStatus
from clubsite.duplicate.models.boards import EVENT_SOURCE, SEATS
from clubsite.duplicate.selectors.deals import BoardDeal, deal_of
from clubsite.events.models import Event, EventLine, HeatStatus
from clubsite.events.sealing import dealt_boards_of
from clubsite.events.selectors.event_ends import boards_shut_until
from clubsite.events.selectors.event_lists import FieldFrequency, FieldOfBoard, board_fields
from clubsite.events.selectors.event_reader import EventReader, event_or_404
from clubsite.members.visitor import Visitor
from clubsite.rankings.models import PublishedLine
from clubsite.rankings.selectors.hidden_boards import hidden_boards
from clubsite.secrecy.facts import What
from clubsite.secrecy.rule import WhyNot
from clubsite.visibility.selectors import BoardReader, seen_by
from games.boards import dealer_of, vulnerability_of
from games.cards import cards_text
from games.deals import Deal
from games.wording import over_text
from scoring.contracts import PASSED_OUT
from scoring.errors import ScoreError
from scoring.lines import Status
from scoring.result import BoardResult
from scoring.ruling_text import status_words

HEATS_ASKED = 4
"""Heats whose copies of a board are considered; all have the same cards."""
CONTRACTS_SHOWN = 4


@dataclass(frozen=True, slots=True)
class FieldContract:
    """A contract and its result, and how often it occurred with one score."""

    contract: str
    declarer: str
    over: str
    times: int


@dataclass(frozen=True, slots=True)
class FrequencyRow:
    """One of the different results of a board. `words` replaces the contracts of a ruling. `more` counts the contracts
    that are not listed. `ns` and `ew` are percentages of a top, or IMPs, or None if the result does not count.
    """

    frequency: FieldFrequency
    ns: Fraction | None
    ew: Fraction | None
    words: str
    contracts: tuple[FieldContract, ...]
    more: int
    width: int


FieldRows = tuple[FieldOfBoard, list[FrequencyRow]]


@dataclass(frozen=True, slots=True)
class FieldBoard:
    """A board that this reader may see, with its cards and, for each kind of contestants, the whole field."""

    number: int
    deal: BoardDeal
    fields: list[FieldRows]

    @property
    def plays(self) -> int:
        """How often the board has a result that counts."""
        return sum(field.results for field, _ in self.fields)

    @property
    def usual(self) -> FieldContract | None:
        """The most frequent contract with its result."""
        found = [one for _, rows in self.fields for row in rows for one in row.contracts]
        return max(found, key=lambda one: one.times, default=None)

    @property
    def scores(self) -> list[int]:
        """South's best and worst score."""
        found = [row.ns_score for field, _ in self.fields for row in field.rows if row.ns_score is not None]
        return sorted({max(found), min(found)}, reverse=True) if found else []


def field_boards_page(public_id: str, visitor: Visitor) -> dict[str, Any]:
    """Return all boards of a published event that may be seen, and the numbers of the others. Raise Http404 if it is
    not published.
    """
    reader = published_reader(public_id, visitor)
    found = boards_seen(reader)
    fields = _fields(reader, set(found))
    boards = [FieldBoard(number, deal_of(found[number]), fields[number]) for number in sorted(found)]
    return reader.page(boards=boards, hidden=boards_hidden(reader, found))


def field_board_page(public_id: str, number: int, visitor: Visitor) -> dict[str, Any]:
    """Return one board of a published event, and the numbers of the boards before and after it, or 0. Raise Http404 if
    this reader may not see it.
    """
    reader = published_reader(public_id, visitor)
    seen = boards_seen(reader)
    board = FieldBoard(
        number, deal_of(found_or_404(seen.get(number), "No such board")), _fields(reader, {number})[number]
    )
    before = max((one for one in seen if one < number), default=0)
    return reader.page(board=board, before=before, after=min((one for one in seen if one > number), default=0))


def published_reader(public_id: str, visitor: Visitor) -> EventReader:
    """Return a published event for this reader. Raise Http404 if it is not published."""
    reader = EventReader(event_or_404(public_id), visitor)
    found_or_404(reader.publication, "Not published yet")
    return reader


def boards_seen(reader: EventReader) -> dict[int, Board]:
    """Return the boards of the event that this reader may see, by number."""
    if opened := boards_from_secret(reader.event):
        return opened
    lines = PublishedLine.objects.filter(board=OuterRef("pk"), published__session__status=SessionStatus.ENDED)
    rows = event_boards_here(reader.event).filter(Exists(lines)).select_related("board_set__session__club")
    asked: defaultdict[int, list[Board]] = defaultdict(list)
    for board in rows.order_by("number", "pk"):
        session = board.board_set.session
        if len(asked[board.number]) < HEATS_ASKED and reader.visitor.at(session.club, session).may_read:
            asked[board.number].append(board)
    boards = [board for some in asked.values() for board in some]
    seen = seen_by(BoardReader(reads_results=True), boards, What.CARDS)
    return {board.number: board for board in reversed(boards) if board.pk in seen}


def boards_hidden(reader: EventReader, seen: Collection[int]) -> list[int]:
    """Return the numbers of the event's boards that are not among those `seen`."""
    return [number for number in range(1, reader.event.boards + 1) if number not in seen]


def boards_from_secret(event: Event) -> dict[int, Board]:
    """Return every board by number, with the cards that follow from the published secret, if no heat was played here.

    Then the results came from files or from other servers. Return {} until the window has closed and the secret is
    published, which waits for every heat, and as long as somebody may still play a board.
    """
    if not event.shown_secret or may_still_be_played(event):
        return {}
    nights = event.heats.filter(status=HeatStatus.ACCEPTED, session__isnull=False)
    if nights.exclude(session__status=SessionStatus.DRAFT).exists():
        return {}
    return {number: _open_board(number, deal) for number, deal in dealt_boards_of(event).items()}


def may_still_be_played(event: Event) -> bool:
    """True if somebody may still play one of the event's boards, here or where this server does not see it."""
    if timezone.now() < boards_shut_until(event):
        return True
    return not {WhyNot.OWED_HERE, WhyNot.OWED_ELSEWHERE}.isdisjoint(hidden_boards(event_boards_here(event)).values())


def _open_board(number: int, deal: Deal) -> Board:
    """Return a board with these cards that is not stored."""
    hands: dict[str, Any] = {seat: cards_text(getattr(deal, seat)) for seat in SEATS}
    dealt: dict[str, Any] = {"dealer": str(dealer_of(number)), "vulnerability": vulnerability_of(number)}
    return Board(number=number, known=True, ordered=True, opened_at=timezone.now(), **dealt, **hands)


def event_boards_here(event: Event) -> QuerySet[Board]:
    """Return every copy of the event's boards on this server, in heats that take part."""
    return Board.objects.filter(
        board_set__source=EVENT_SOURCE,
        board_set__session__heat__event=event,
        board_set__session__heat__status=HeatStatus.ACCEPTED,
        number__lte=F("board_set__event_boards"),
    )


def _fields(reader: EventReader, numbers: set[int]) -> defaultdict[int, list[FieldRows]]:
    contracts = _contracts(reader.event, numbers)
    found: defaultdict[int, list[FieldRows]] = defaultdict(list)
    for field in board_fields(reader.event, reader.publication, numbers):
        most = max((row.times for row in field.rows), default=1)
        rows = [
            _row(row, contracts[field.number, field.kind, row.ns_score], most, field, reader.imps) for row in field.rows
        ]
        found[field.number].append((field, rows))
    return found


def _words(row: FieldFrequency, four_handed: bool) -> str:
    """Return the words for a score without a contract. The ruling of another server's ranking may be unreadable."""
    try:
        return status_words(row.status, row.ruling, four_handed)
    except ScoreError:
        return status_words(row.status)


def _row(
    row: FieldFrequency, contracts: Counter[FieldContract], most: int, field: FieldOfBoard, imps: bool
) -> FrequencyRow:
    played = row.status in (Status.PLAYED, Status.FOULED)
    words = "" if played else _words(row, field.four_handed)
    shown = [
        FieldContract(one.contract, one.declarer, one.over, times)
        for one, times in (contracts.most_common(CONTRACTS_SHOWN) if played else ())
    ]
    more = len(contracts) - len(shown) if played else 0
    unit = Fraction(1) if imps else Fraction(field.top, 100)
    ns, ew = (None if points is None or not unit else points / unit for points in (row.ns, row.ew))
    return FrequencyRow(row, ns, ew, words, tuple(shown), more, max(1, round(100 * row.times / most)))


def _contracts(event: Event, numbers: set[int]) -> defaultdict[tuple[int, str, int | None], Counter[FieldContract]]:
    """Count the contracts and results that led to each score, as far as they are known on this server."""
    rows = EventLine.objects.filter(heat__event=event, heat__status=HeatStatus.ACCEPTED, board__in=numbers)
    columns = ("board", "south__kind", "ns_score", "status", "contract", "declarer", "tricks")
    found: defaultdict[tuple[int, str, int | None], Counter[FieldContract]] = defaultdict(Counter)
    for board, kind, score, status, contract, declarer, tricks in rows.order_by().values_list(*columns):
        if status not in (Status.PLAYED, Status.FOULED) or contract in ("", PASSED_OUT):
            continue
        over = BoardResult(Status.PLAYED, contract, declarer, tricks=tricks).over
        words = "" if over is None else over_text(over)
        found[board, kind, score][FieldContract(contract, declarer, words, 0)] += 1
    return found
