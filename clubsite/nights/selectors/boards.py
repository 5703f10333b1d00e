"""Boards: where they are played, whether their cards can be typed, and boards played instead of another."""

import datetime
import hashlib
from dataclasses import dataclass, field

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404
from django.utils import timezone

from clubsite.nights.models import (
    AuditedBoard,
    Board,
    BoardSet,
    Seating,
    Section,
    Session,
    SessionStatus,
    Table,
    TableBoard,
    TableBoardSeat,
    TableBoardState,
    WrongBoard,
)
from clubsite.nights.models.boards import EVENT_SOURCE, SEATS
from clubsite.nights.selectors.contestants import names_of
from clubsite.nights.selectors.progress import rounds_all
from clubsite.nights.selectors.sessions import IN_PLAY

HAND_RECORD_HELD = datetime.timedelta(days=30)  # after its date an unended session or a draft blocks nobody


def boards_of(section: Section) -> list[Board]:
    """Return the section's boards in order, or [] before the boards are made."""
    return list(section.board_set.boards.order_by("number")) if section.board_set else []


def event_set_of(session: Session) -> BoardSet | None:
    """Return the session's set with the boards of an event, or None if it does not play them."""
    return session.board_sets.filter(source=EVENT_SOURCE, sections__isnull=False).distinct().first()


def sets_to_repeat(session: Session) -> QuerySet[BoardSet]:
    """Return the known boards of the club's ended sessions, latest first, without those of an event in progress."""
    unknown = Board.objects.filter(Q(known=False) | Q(ordered=False), board_set=OuterRef("pk"))
    ended = BoardSet.objects.filter(
        ~Exists(unknown),
        Exists(Board.objects.filter(board_set=OuterRef("pk"))),
        Q(held_until__isnull=True) | Q(held_until__lt=timezone.now()),
        session__club=session.club_id,
        session__status=SessionStatus.ENDED,
        sections__isnull=False,
    )
    return ended.select_related("session").distinct().order_by("-session__date", "-session__pk", "pk")


def boards_at(table: Table, round_number: int) -> list[TableBoard]:
    """Return the boards at a table in a round, in order, without the void ones."""
    rows = TableBoard.objects.filter(table=table, round__number=round_number, round__section=table.section_id)
    return list(rows.exclude(state=TableBoardState.VOID).select_related("board").order_by("board__number"))


def board_rows(board: Board) -> list[TableBoard]:
    """Return every table's row for one board, section by section, in order of play."""
    rows = board.table_boards.exclude(state=TableBoardState.VOID)
    rows = rows.select_related("board", "table__section", "round", "ns", "ew", "play")
    return list(rows.order_by("table__section__name", "round__number", "table__number"))


def table_board_for(session: Session, pk: int) -> TableBoard:
    """Return a TableBoard of this session. Raise Http404 if there is no such board."""
    around = ("board", "table__room", "table__section", "round__section__session", "ns", "ew", "play")
    row = TableBoard.objects.select_related(*around).filter(pk=pk, round__section__session=session).first()
    if row is None:
        raise Http404("No such board at that table")
    return row


def same_deals(boards: QuerySet[Board]) -> QuerySet[Board]:
    """Return every board with the hands of one of `boards`, in any club's sessions that may still play it."""
    alike = Board.objects.filter(
        fingerprint__in=boards.exclude(fingerprint="").order_by().values("fingerprint"),
        board_set__sections__isnull=False,
        board_set__session__date__gte=timezone.localdate() - HAND_RECORD_HELD,
    )
    return alike.order_by("pk").distinct()


def audited_boards(session: Session) -> dict[int, int]:
    """Map audit log line ids to board ids, for the lines in the session's log that are about a board."""
    lines = AuditedBoard.objects.filter(entry__session=session)
    return dict(lines.values_list("entry", "board"))


def played_since(board: Board) -> bool:
    """True if a table has played the board, with its dummies in the typed order, since the cards were typed."""
    if board.typed_at is None:
        return False
    played = TableBoard.objects.filter(board=board, state=TableBoardState.FINISHED)
    return played.filter(finished_at__gt=board.typed_at).exists()


def can_be_typed(board: Board) -> bool:
    """True if the board's cards can be typed, for the first time or again."""
    return board.hands_open and not played_since(board)


TABLE_ON_SCREENS = "Table {} is played on screens, where the site deals the board: it cannot be a wrong one."
NOT_NOW = "Round {} is not in play. Type what became of its boards on their score sheets."
OWN_BOARD = "Board {} is this table’s own in this round. Type its score under its own number."
PLAYED_BEFORE = (
    "{} played board {} before, so this score counts for neither side (Law 15B). Let them play board {} if there is "
    "time. Otherwise give it an artificial score on its score sheet."
)


@dataclass(slots=True)
class WrongBoardPlan:
    """The consequences if the table of `row` played `board` instead. `fault` says why no change is possible."""

    row: TableBoard
    board: Board
    fault: str = ""
    needed_at: list[str] = field(default_factory=list)
    """Tables with cards that have the board in this round and need it too."""
    later: list[tuple[int, str, str, str]] = field(default_factory=list)
    """(round, table, who would play the board again, the others). Of a round still to be drawn, the table is ""."""

    @property
    def seen(self) -> str:
        """A hash of everything that the page shows, which the form must submit unchanged."""
        facts = (self.row.pk, self.row.state, self.board.pk, self.fault, self.needed_at, self.later)
        return hashlib.sha256(repr(facts).encode()).hexdigest()[:32]


def wrong_board_plan(row: TableBoard, board: Board) -> WrongBoardPlan:
    """Return what would happen to both boards, without changing anything."""
    plan = WrongBoardPlan(row, board, row_fault(row) or _board_fault(row, board))
    if plan.fault:
        return plan
    section, now = row.round.section, row.round.number
    here = TableBoard.objects.filter(round=row.round_id, board=board, state=TableBoardState.WAITING, live=False)
    plan.needed_at = [line.table.label for line in here.select_related("table__section")]
    seatings = Seating.objects.filter(round__section=section, round__number__gt=now, board_group__gt=0)
    two = [row.ns_id, row.ew_id]
    mine = seatings.filter(Q(ns__in=two) | Q(ew__in=two)).select_related("round", "table__section")
    boards = boards_of(section)
    group = boards.index(board) // section.boards_per_round + 1
    with_board = [seating for seating in mine if seating.board_group == group]
    names = names_of([*two, *(pk for seating in with_board for pk in (seating.ns_id, seating.ew_id) if pk)])
    for sitting in sorted(with_board, key=lambda seating: seating.round.number):
        sides = [pk for pk in (sitting.ns_id, sitting.ew_id) if pk]
        again = " and ".join(names[pk] for pk in sides if pk in two)
        other = " and ".join(names[pk] for pk in sides if pk not in two)
        plan.later.append((sitting.round.number, sitting.table.label, again, other))
    undrawn = now < group <= rounds_all(section) and not section.rounds.filter(number=group).exists()
    if undrawn:  # a drawn round plays the board set with its number
        plan.later.append((group, "", " and ".join(names[pk] for pk in two), ""))
    return plan


def row_fault(row: TableBoard) -> str:
    """Return why no other board can replace this row's board, or ""."""
    section = row.round.section
    if row.live:
        return TABLE_ON_SCREENS.format(row.table.label)
    in_play = section.session.status in IN_PLAY
    if not in_play or row.round.number != section.round_number or row.state == TableBoardState.VOID:
        return NOT_NOW.format(row.round.number)
    return ""


def _board_fault(row: TableBoard, board: Board) -> str:
    lines = TableBoard.objects.filter(round=row.round_id, table=row.table_id, board=board)
    if lines.exclude(state=TableBoardState.VOID).exists():
        return OWN_BOARD.format(board.number)
    met = TableBoardSeat.objects.filter(board=board, contestant__in=[row.ns_id, row.ew_id], void=False)
    before = list(met.values_list("contestant", flat=True))
    if before:
        names = names_of(before)
        who = " and ".join(names[pk] for pk in before)
        return PLAYED_BEFORE.format(who, board.number, row.board.number)
    return ""


def boards_instead(row: TableBoard) -> list[Board]:
    """Return the section's boards that this table does not have in this round."""
    lines = TableBoard.objects.filter(round=row.round_id, table=row.table_id)
    own = set(lines.exclude(state=TableBoardState.VOID).values_list("board", flat=True))
    return [board for board in boards_of(row.round.section) if board.pk not in own]


def wrong_boards_asked(session: Session) -> list[WrongBoard]:
    """Return the reports by tables on which no director has decided yet, oldest first."""
    rows = WrongBoard.objects.filter(closed_at=None, table_board__round__section__session=session)
    at = ("board", "table_board__board", "table_board__table__section", "table_board__round__section")
    hidden = [f"{board}__{seat}" for board in ("board", "table_board__board") for seat in SEATS]
    return list(rows.exclude(table_board__state=TableBoardState.VOID).select_related(*at).defer(*hidden))


def wrong_board_of(line: TableBoard) -> WrongBoard | None:
    """Return the report that put this row in place of another board, if the report can be taken back, else None."""
    report = WrongBoard.objects.filter(line=line, undone_at=None).select_related("table_board__board").first()
    same_round = line.round.number == line.round.section.round_number
    return report if same_round and line.state != TableBoardState.VOID else None
