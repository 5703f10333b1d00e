"""Storing score entries, each with a scoring request in its transaction, and audit log lines about scores."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.clubs.audit_actions import AuditAction, Facts
from clubsite.core import jobs
from clubsite.core.refused import Refused
from clubsite.nights.models import Board, Section, TableBoard, TableBoardState
from clubsite.nights.selectors.contestants import names_of
from clubsite.nights.services.opening import OpenedFor, board_opened, hands_close
from clubsite.nights.services.session_audit import session_audit_add
from clubsite.nights.services.tables import table_board_settled
from clubsite.play.models import Play, Room, SeatTicket
from clubsite.play.services import room_invalidate, room_locked
from clubsite.scores.models import CorrectionReason, PendingScore, ScoreEntry, ScoreSource, ScoreStatus, ScoringRequest
from clubsite.scores.selectors.entries import COMPARED_STATUSES, fouled_group, tells
from clubsite.scores.selectors.hidden_cards import boards_hidden_from
from scoring.lines import Status
from scoring.result import BoardResult

SCORING_JOB = "rankings.score_session"


def scoring_request(session_id: int, *, board_id: int | None = None) -> None:
    """Store a scoring request for a board, or for the whole session, and enqueue the job after the commit."""
    ScoringRequest.objects.create(session_id=session_id, board_id=board_id)
    jobs.enqueue(SCORING_JOB, session_id, once=True)


def side_name(row: TableBoard, side: str) -> str:
    """Return the name(s) on a side, "NS" or "EW", of this row."""
    contestant = row.ns_id if side == "NS" else row.ew_id
    return names_of([contestant])[contestant]


def pending_score_noted(
    pending: PendingScore, action: AuditAction, *, user: User | None = None, actor: str = ""
) -> None:
    """Add an entry to the audit log with the pending score's content. Runs in the caller's transaction."""
    rows = TableBoard.objects.select_related("board", "table__section", "round__section__session__club")
    row = rows.get(pk=pending.table_board_id)
    typed = {"typed": pending.result.columns(), "typed_by": side_name(row, pending.side)}
    at = (pending.at or timezone.now()).isoformat()
    line_noted(row, action, user=user, actor=actor, **typed, typed_at=at)


def line_noted(
    row: TableBoard, action: AuditAction, *, user: User | None = None, actor: str = "", **detail: Any
) -> None:
    """Add an entry about this row of a board to the audit log, leaving out empty details."""
    facts = row.places | {name: value for name, value in detail.items() if value}
    session_audit_add(row.round.section.session, action, "", row.board_id, user=user, actor=actor, **facts)


def act_without_line_noted(
    *, section: Section, board: Board, round_number: int, action: AuditAction, actor: str, **detail: Any
) -> None:
    """Record what a table sent about a board that it does not play in the current movement."""
    facts = {"board": board.number, "round": round_number, **detail}
    session_audit_add(section.session, action, "", board.pk, actor=actor, **facts)


def pending_score_left(row: TableBoard, action: AuditAction) -> None:
    """Record the waiting score, if any, of a board that is being closed or given to other players."""
    pending = PendingScore.objects.filter(table_board=row).first()
    if pending is not None:
        pending_score_noted(pending, action, actor=side_name(pending.table_board, pending.side))


SCORE_CHANGED = "That score has changed since it was shown. Look at it once more."


def score_from_play(play: Play) -> ScoreEntry | None:
    """Store a finished play's score in its transaction. Return None outside a session or without an outcome."""
    row = TableBoard.objects.select_related("board", "round__section__session").filter(play=play).first()
    if row is None or play.outcome is None:
        return None
    row.play = play
    return _append(row, ScoreSource.LIVE, BoardResult.of_play(play.outcome, row.board.vulnerability))


def score_settled(table_board: TableBoard) -> ScoreEntry | None:
    """Score a board that ended unplayed, unless it has a score. A typed score now waits for the director."""
    if table_board.score_entries.exists():
        return None
    pending_score_left(table_board, AuditAction.PENDING_SCORE_NOT_AGREED)
    return _append(table_board, ScoreSource.DIRECTOR, BoardResult(Status.NOT_PLAYED))


def score_carry(*, old: TableBoard, new: TableBoard, user: User, facts: Facts) -> ScoreEntry | None:
    """Copy the score of `old`, if any, to `new`, whose contestants really played the board. Return the copy or None."""
    last = old.score_entries.order_by("pk").last()
    if last is None:
        return None
    return _append(new, ScoreSource.DIRECTOR, last.result, by_user=user, facts=facts)


def score_enter(
    *,
    table_board: TableBoard,
    result: BoardResult,
    user: User | None,
    why: str = "",
    reason: str = CorrectionReason.OTHER,
    source: str = ScoreSource.DIRECTOR,
    ticket: SeatTicket | None = None,
    facts: Facts | None = None,
) -> ScoreEntry:
    """Make `result` the score that counts. The caller has checked that the user may do this.

    Members can read `why` or the `facts` (`audit_why`), and everyone the code `reason`. A live play is voided. Raise
    Refused if the board was taken from that table.
    """
    with transaction.atomic():
        row = score_row_locked(table_board)
        pending = PendingScore.objects.filter(table_board=row).first()
        if pending is not None:
            pending_score_noted(pending, AuditAction.PENDING_SCORE_OVERTAKEN, user=user)
            pending.delete()
        return score_store(row, result, user=user, why=why, reason=reason, source=source, ticket=ticket, facts=facts)


def score_row_locked(table_board: TableBoard) -> TableBoard:
    """Lock the table's room, so that no last card or repair comes in between, then the row for scoring."""
    Room.objects.select_for_update().get(pk=table_board.table.room_id)
    rows = TableBoard.objects.select_for_update(of=("self",), no_key=True).defer("board__sealed")
    at = ("board", "play", "table", "round__section__session__club")
    return rows.select_related(*at).get(pk=table_board.pk)


def score_store(
    row: TableBoard,
    result: BoardResult,
    *,
    user: User | None,
    why: str = "",
    reason: str = CorrectionReason.OTHER,
    source: str = ScoreSource.DIRECTOR,
    ticket: SeatTicket | None = None,
    actor: str = "",
    facts: Facts | None = None,
) -> ScoreEntry:
    """Store a score for a row that the caller locked with `score_row_locked` and that has no typed score waiting."""
    if row.state == TableBoardState.VOID:
        raise Refused({"status": "This board was taken from that table and is not scored there."})
    table_board_settled(table_board=row)
    before = row.score_entries.order_by("pk").last()
    fresh = before is None or not tells(before) or ticket is not None
    if fresh and not result.group and result.status in COMPARED_STATUSES:  # its dummies may have been fouled (SOLO-5c)
        result = replace(result, group=fouled_group(row))
    by = {"by_user": user, "by_ticket": ticket, "why": why.replace("\0", " ").strip()[:200], "facts": facts or {}}
    entry = _append(row, source, result, **by)
    action, changes = AuditAction.SCORE_ENTERED, dict[str, Any](after=result.columns())
    if before is not None:
        action = AuditAction.SCORE_CORRECTED
        changes |= {"before": before.result.columns(), "reason": CorrectionReason(reason).value}
    line_noted(row, action, user=user, actor=actor, why=entry.why, **changes, **facts or {})
    if row.board.hands_open and row.board.typings:
        transaction.on_commit(lambda: hands_close(board_id=row.board_id), robust=True)
    return entry


def score_regroup(
    *,
    table_board: TableBoard,
    of: str,
    group: str,
    ticket: SeatTicket | None = None,
    user: User | None = None,
    facts: Facts,
) -> None:
    """Enter the current score again in another `group` if it is in group `of`. The caller has locked the room."""
    last = table_board.score_entries.order_by("pk").last()
    if last is None or last.status not in COMPARED_STATUSES or last.group != of or of == group:
        return
    by = {"by_user": user or last.by_user, "by_ticket": last.by_ticket or ticket, "facts": facts}
    _append(table_board, last.source, replace(last.result, group=group), **by)
    room_invalidate(room_id=table_board.table.room_id)


def _append(row: TableBoard, source: str, result: BoardResult, **by: Any) -> ScoreEntry:
    if row.board.opened_at is None and result.status in COMPARED_STATUSES:
        opener = {"user": by["by_user"]} if by.get("by_user") else {"actor": f"table {row.table.label}"}
        board_opened(session=row.round.section.session, board=row.board, why=OpenedFor.SCORE, **opener)
    entry = ScoreEntry.objects.create(table_board=row, source=source, **result.columns(), **by)
    scoring_request(row.round.section.session_id, board_id=row.board_id)
    return entry


def score_found_right(*, table_board: TableBoard, seen: int, user: User) -> ScoreEntry:
    """Enter the current score again for the director. Raise Refused unless it is `seen` and not hidden (SOLO-31)."""
    with transaction.atomic():
        room_locked(table_board.table.room_id)
        last = table_board.score_entries.order_by("pk").last()
        session = table_board.round.section.session
        if last is None or last.pk != seen or table_board.board_id in boards_hidden_from(user, session):
            raise Refused({"seen": SCORE_CHANGED})
        line_noted(table_board, AuditAction.SCORE_FOUND_RIGHT, user=user, after=last.result.columns())
        room_invalidate(room_id=table_board.table.room_id)
        by: dict[str, Any] = {"source": ScoreSource.DIRECTOR, "by_user": user}
        return ScoreEntry.objects.create(table_board=table_board, **by, **last.result.columns())


REASON_MISSING = "There is a score already. Write why it is changed: it stays beside the old one."


class ScoresRefused(ValueError):
    """A refused batch. `problems` maps each faulty score's index (from 0) to {field: sentence}. No score was stored."""

    def __init__(self, problems: dict[int, dict[str, str]]) -> None:
        super().__init__("Nothing was stored.")
        self.problems = problems


class ScoreChanged(ValueError):
    """Raised if the current score is not the one that the program saw last. `str()` gives a sentence."""


@dataclass(frozen=True, slots=True)
class SentScore:
    """A score or refusal that a program sends for `row`. `revision` is the entry it saw, 0 for none, None if unsaid."""

    row: TableBoard
    result: BoardResult | Refused
    why: str = ""
    reason: str = CorrectionReason.OTHER
    revision: int | None = None


def scores_put(*, scores: Sequence[SentScore], user: User) -> int:
    """Make these scores count unless they already do. Return how many were stored. The caller has checked the
    permission.

    Raise ScoresRefused if any is refused, or ScoreChanged if the program has seen another score.
    """
    problems: dict[int, dict[str, str]] = {}
    entered = 0
    with transaction.atomic():
        rooms = Room.objects.filter(table__table_boards__in=[score.row.pk for score in scores])
        list(Room.objects.select_for_update().filter(pk__in=rooms.values("pk")).order_by("pk"))
        for number, score in enumerate(scores):
            try:
                entered += _put(score, user)
            except Refused as no:
                problems[number] = no.problems
        if problems:
            raise ScoresRefused(problems)
    return entered


def _put(score: SentScore, user: User) -> int:
    row, result = score.row, score.result
    before = row.score_entries.order_by("pk").last()
    if score.revision is not None and score.revision != (before.pk if before else 0):
        raise ScoreChanged(
            f"Board {row.board.number} at table {row.table.label} has another score than the one that you have seen."
        )
    if isinstance(result, Refused):  # after the revision: an old one is reported first
        raise result
    silent = before is not None and before.status != ScoreStatus.NOT_PLAYED and not score.why.strip()
    others = silent and before is not None and before.by_user_id != user.pk
    if others and row.board_id in boards_hidden_from(user, row.round.section.session):
        raise Refused({"why": REASON_MISSING})  # also for the same score: it would reveal which one it is (SOLO-31)
    if before is not None and result == (before.result if result.lead else replace(before.result, lead="")):
        return 0
    if silent:
        raise Refused({"why": REASON_MISSING})
    score_enter(table_board=row, result=result, user=user, why=score.why, reason=score.reason)
    return 1
