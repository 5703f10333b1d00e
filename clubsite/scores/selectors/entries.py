"""Score entries, whether published or not, for scoring and for the director's pages."""

from collections.abc import Iterable

from django.db.models import QuerySet

from clubsite.duplicate.models import TableBoard
from clubsite.scores.models import ScoreEntry, ScoreStatus


def latest_entries(table_board_ids: Iterable[int]) -> dict[int, ScoreEntry]:
    """Return table_board id -> the score that counts."""
    found = {}
    for entry in ScoreEntry.objects.filter(table_board_id__in=list(table_board_ids)).order_by("pk"):
        found[entry.table_board_id] = entry
    return found


def latest_of(rows: Iterable[TableBoard]) -> dict[int, ScoreEntry]:
    """Return table_board id -> the score that counts, for these rows. A board without a score is left out."""
    return latest_entries(row.pk for row in rows)


def tells(entry: ScoreEntry) -> bool:
    """True if the score is a result. "Not played" and "late play" are not."""
    return entry.status not in (ScoreStatus.NOT_PLAYED, ScoreStatus.LATE)


def history_of(row: TableBoard) -> QuerySet[ScoreEntry]:
    """Return every score that was ever entered for a board at a table, newest first."""
    return row.score_entries.select_related("by_user").order_by("-pk")
