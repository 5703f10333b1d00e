"""What was entered, whether published or not: for scoring and for the director's pages."""

from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet

from clubsite.duplicate.models import Session, TableBoard
from clubsite.results.models import BoardScore, Frequency, Publication, ScoreEntry, ScoreStatus


def latest_entries(table_board_ids: Iterable[int]) -> dict[int, ScoreEntry]:
    """table_board id -> the score that counts."""
    found = {}
    for entry in ScoreEntry.objects.filter(table_board_id__in=list(table_board_ids)).order_by("pk"):
        found[entry.table_board_id] = entry
    return found


def latest_of(rows: Iterable[TableBoard]) -> dict[int, ScoreEntry]:
    """table_board id -> the score that counts; a board without a score is not in it."""
    return latest_entries(row.pk for row in rows)


def points_of(table_board_ids: Iterable[int]) -> dict[int, Frequency]:
    """table_board id -> its result and what it is worth; a board that was not scored yet is not in it."""
    scores = BoardScore.objects.filter(table_board__in=list(table_board_ids)).select_related("frequency")
    return {score.table_board_id: score.frequency for score in scores}


def late_boards(user: Any, session: Session) -> set[int]:
    """The boards of the session, by id, that this user has still to play late, also after its end (SOLO-31)."""
    mine = TableBoard.objects.filter(
        round__section__session=session, seats__void=False, seats__entry__persons__person__user=user
    )
    latest = latest_of(mine)
    return {row.board_id for row in mine if row.pk in latest and latest[row.pk].status == ScoreStatus.LATE}


def owes_late_board(user: Any, session: Session) -> bool:
    """Whether there is one."""
    return bool(late_boards(user, session))


def history_of(row: TableBoard) -> QuerySet[ScoreEntry]:
    """Every score that was ever entered for a board at a table, newest first."""
    return row.score_entries.select_related("by_user").order_by("-pk")


def publication_of(session_id: int) -> Publication | None:
    """The newest version, published or withdrawn, without what is in it; None before the first."""
    return Publication.objects.filter(session_id=session_id).defer("payload").order_by("version").last()
