"""Queries for score entries, published or not, for scoring and for the director's pages."""

from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet

from clubsite.nights.models import TableBoard
from clubsite.scores.models import ScoreEntry, ScoreStatus
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
    """Return a score that the audit log holds in columns, in words, or "" for None."""
    if not columns:
        return ""
    return score_words(BoardResult(**columns | {"status": Status(columns["status"])}), with_lead=with_lead)
