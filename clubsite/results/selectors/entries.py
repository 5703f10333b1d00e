"""What was entered, whether published or not: for scoring and for the director's pages."""

from collections.abc import Iterable

from django.db.models import QuerySet

from clubsite.duplicate.models import TableBoard
from clubsite.results.models import Publication, ScoreEntry


def latest_entries(table_board_ids: Iterable[int]) -> dict[int, ScoreEntry]:
    """table_board id -> the score that counts."""
    found = {}
    for entry in ScoreEntry.objects.filter(table_board_id__in=list(table_board_ids)).order_by("pk"):
        found[entry.table_board_id] = entry
    return found


def latest_of(rows: Iterable[TableBoard]) -> dict[int, ScoreEntry]:
    """table_board id -> the score that counts; a board without a score is not in it."""
    return latest_entries(row.pk for row in rows)


def history_of(row: TableBoard) -> QuerySet[ScoreEntry]:
    """Every score that was ever entered for a board at a table, newest first."""
    return row.score_entries.select_related("by_user").order_by("-pk")


def publication_of(session_id: int) -> Publication | None:
    """The newest version, published or withdrawn; None before the first."""
    return (
        Publication.objects.filter(session_id=session_id).select_related("by_user").order_by("version").last()
    )
