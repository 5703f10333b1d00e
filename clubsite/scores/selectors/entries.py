"""Queries for score entries, published or not, for scoring and for the director's pages."""

from collections.abc import Iterable

from django.db.models import QuerySet

from clubsite.nights.models import TableBoard
from clubsite.scores.models import ScoreEntry, ScoreStatus


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
