"""Score entries, published or not, and checks of the dummies' order. A check decides which scores are compared."""

from collections import defaultdict
from collections.abc import Iterable
from enum import StrEnum
from typing import Any

from django.db.models import Q, QuerySet

from clubsite.nights.models import Session, SessionStatus, TableBoard, TableBoardState
from clubsite.nights.models.boards import SEATS
from clubsite.play.models import SeatKind, SeatTicket
from clubsite.scores.models import (
    FOULING_ANSWERS,
    FOULS_LATER,
    FOULS_OWN,
    OrderAnswer,
    OrderCheck,
    OrderCheckMoment,
    ScoreEntry,
    ScoreStatus,
)
from scoring.lines import Status
from scoring.result import BoardResult


def latest_entries(table_board_ids: Iterable[int]) -> dict[int, ScoreEntry]:
    """Map each table_board id to the score that counts."""
    latest = {}
    for entry in ScoreEntry.objects.filter(table_board_id__in=list(table_board_ids)).order_by("pk"):
        latest[entry.table_board_id] = entry
    return latest


def latest_of(rows: Iterable[TableBoard]) -> dict[int, ScoreEntry]:
    """Map the table_board id of each of these rows to the score that counts. Leave out rows without a score."""
    return latest_entries(row.pk for row in rows)


def tells(entry: ScoreEntry) -> bool:
    """True if the entry says what the result was. "Not played" and "late play" are not results."""
    return entry.status not in (ScoreStatus.NOT_PLAYED, ScoreStatus.LATE)


def history_of(row: TableBoard) -> QuerySet[ScoreEntry]:
    """Return every score ever entered for a board at a table, newest first."""
    return row.score_entries.select_related("by_user").order_by("-pk")


def score_words(result: BoardResult, *, with_lead: bool = False) -> str:
    """Return `4S by S, 10 tricks, +420`, or `4S by S, 10 tricks, lead HK, +420` if `with_lead`."""
    if result.status == Status.PLAYED:
        lead = f", lead {result.lead}" if with_lead and result.lead else ""
        fouled = f", group {result.group}" if result.group else ""
        played = f"{result.contract} by {result.declarer}, {result.tricks} tricks" if result.contract else "played"
        return f"{played}{lead}, {result.ns_score:+d}{fouled}"
    if result.status == Status.ASSIGNED:
        return f"ruled {result.ruling or result.ns_score}"
    return result.ruling or str(ScoreStatus(result.status).label)


def score_told(columns: dict[str, Any] | None, *, with_lead: bool = False) -> str:
    """Return in words a score that the audit log stores as columns, or "" for None."""
    if not columns:
        return ""
    return score_words(BoardResult(**columns | {"status": Status(columns["status"])}), with_lead=with_lead)


PLAYED_STATUSES = (ScoreStatus.PLAYED, ScoreStatus.PASSED_OUT)
COMPARED_STATUSES = (*PLAYED_STATUSES, ScoreStatus.ASSIGNED)


class Hidden(StrEnum):
    """The reason why a table is not shown the order of a board's dummies."""

    UNKNOWN = "unknown"
    FOULED = "fouled"
    OTHER_BOARD = "other_board"
    ELSEWHERE = "elsewhere"
    NOT_NOW = "not_now"


def answers_of(rows: Iterable[TableBoard]) -> dict[int, list[OrderCheck]]:
    """Map each table_board id to the table's answers about that board, oldest first."""
    answers = defaultdict(list)
    checks = OrderCheck.objects.filter(table_board__in=list(rows)).exclude(answer=OrderAnswer.SHOWN)
    for check in checks.order_by("pk"):
        answers[check.table_board_id].append(check)
    return answers


def not_in_order(rows: Iterable[TableBoard]) -> dict[int, list[OrderCheck]]:
    """Return the reports of dummies out of order: all that were put right, and each row's newest fouling."""
    reports = {}
    for pk, checks in answers_of(rows).items():
        newest = next((check for check in reversed(checks) if check.answer in FOULING_ANSWERS), None)
        bad = [check for check in checks if check.answer == OrderAnswer.PUT_RIGHT or check is newest]
        if bad:
            reports[pk] = bad
    return reports


def foulings(session: Session) -> list[OrderCheck]:
    """Return each row's newest report of a fouled board in the order of first reports, unless a director saw it."""
    rows = OrderCheck.objects.filter(answer__in=FOULING_ANSWERS, table_board__round__section__session=session)
    at = ("table_board__board", "table_board__table__section", "table_board__round__section")
    reports = rows.select_related(*at).defer(*(f"table_board__board__{seat}" for seat in SEATS))
    newest = {check.table_board_id: check for check in reports.order_by("pk")}
    return [check for check in newest.values() if not check.undone_at and not check.seen_at]


def fouled_group(row: TableBoard) -> str:
    """Return the group in which a score of this row is compared, or "" if the board was not fouled.

    It counts as fouled if it was fouled during play at this table, or at an earlier one and not restored there. On a
    screen, the deal is always intact.
    """
    if row.live:
        return ""
    at = row.round
    reports = OrderCheck.objects.filter(
        answer__in=FOULING_ANSWERS,
        undone_at__isnull=True,
        table_board__board=row.board_id,
        table_board__round__section=at.section_id,
    )
    so_far = reports.filter(Q(table_board=row) | Q(table_board__round__number__lt=at.number))
    newest = {check.table_board_id: check for check in so_far.order_by("table_board__round__number", "pk")}
    for check in reversed(newest.values()):
        if check.answer in (FOULS_OWN if check.table_board_id == row.pk else FOULS_LATER):
            return check.group
    return ""


def rows_from(row: TableBoard) -> list[TableBoard]:
    """Return this row and the rows in later rounds that use the same physical cards."""
    rows = TableBoard.objects.filter(board=row.board_id, round__section=row.round.section_id, live=False)
    later = rows.filter(Q(pk=row.pk) | Q(round__number__gt=row.round.number))
    return list(later.exclude(state=TableBoardState.VOID).select_related("round__section", "table", "board"))


def why_hidden(row: TableBoard, moment: str, ticket: SeatTicket) -> Hidden | None:
    """Return why the order of this board's dummies is not shown to this row's seat, or None if it is shown (SOLO-4).

    It is shown before the first call and after the result, as in SOLO-30. Before the play, a table is shown one board
    at a time, and a board that has begun blocks the others until its score is agreed.
    """
    section = row.round.section
    if not section.session.order_check or section.pairs or row.live or row.state == TableBoardState.VOID:
        return Hidden.NOT_NOW
    if any(check.moment == moment for check in answers_of([row])[row.pk]):
        return Hidden.NOT_NOW
    if not row.board.ordered or row.board.is_lost:
        return Hidden.UNKNOWN
    if fouled_group(row):
        return Hidden.FOULED
    return _not_before(row) if moment == OrderCheckMoment.BEFORE else _not_after(row, ticket)


def _not_before(row: TableBoard) -> Hidden | None:
    section = row.round.section
    running = section.session.status == SessionStatus.RUNNING
    if not running or row.round.number != section.round_number or row.state != TableBoardState.WAITING:
        return Hidden.NOT_NOW
    if hasattr(row, "pending_score"):
        return Hidden.NOT_NOW
    if TableBoard.objects.filter(table=row.table_id, state=TableBoardState.LIVE).exists():
        return Hidden.OTHER_BOARD
    waiting = TableBoard.objects.filter(round=row.round_id, state=TableBoardState.WAITING).exclude(pk=row.pk)
    checked, typed = Q(order_checks__isnull=False), Q(pending_score__isnull=False)
    # A score that only one side has typed can be dropped again: it ends no board.
    if waiting.filter(checked | typed, table=row.table_id).exists():
        return Hidden.OTHER_BOARD
    lies_elsewhere = waiting.filter(checked & ~typed, board=row.board_id).exists()
    return Hidden.ELSEWHERE if lies_elsewhere else None


def _not_after(row: TableBoard, ticket: SeatTicket) -> Hidden | None:
    """Return None if the board was played (for the table's own device, in this round), else Hidden.NOT_NOW."""
    last = row.score_entries.order_by("pk").last()
    if last is None or last.status not in PLAYED_STATUSES or row.state != TableBoardState.FINISHED:
        return Hidden.NOT_NOW
    moved = row.round.number != row.round.section.round_number
    return Hidden.NOT_NOW if moved and ticket.seat.kind == SeatKind.TABLE else None
