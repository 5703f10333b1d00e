"""What was entered, whether published or not: for scoring and for the director's pages."""

from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet

from clubsite.accounts.models import User
from clubsite.accounts.requests import Visitor
from clubsite.duplicate.models import Board, Session, TableBoard
from clubsite.duplicate.selectors.boards import boards_owed, same_deals
from clubsite.scores.models import ScoreEntry, ScoreStatus


def latest_entries(table_board_ids: Iterable[int]) -> dict[int, ScoreEntry]:
    """table_board id -> the score that counts."""
    found = {}
    for entry in ScoreEntry.objects.filter(table_board_id__in=list(table_board_ids)).order_by("pk"):
        found[entry.table_board_id] = entry
    return found


def latest_of(rows: Iterable[TableBoard]) -> dict[int, ScoreEntry]:
    """table_board id -> the score that counts; a board without a score is not in it."""
    return latest_entries(row.pk for row in rows)


def late_boards(user: User, session: Session) -> set[int]:
    """The boards of the session, by id, that this user has still to play late, also after its end (SOLO-31).

    Here or, as the same deal, in another session."""
    boards = Board.objects.filter(board_set__session=session)
    elsewhere = boards.filter(fingerprint__in=_late(user, same_deals(boards))).exclude(fingerprint="")
    own = boards.filter(pk__in=_late(user, boards, "board_id"))
    return {*own.values_list("pk", flat=True), *elsewhere.values_list("pk", flat=True)}


def _late(user: User, boards: QuerySet[Board], what: str = "board__fingerprint") -> set[Any]:
    mine = TableBoard.objects.filter(
        board__in=boards, seats__void=False, seats__contestant__persons__person__user=user
    )
    of_row = dict(mine.order_by().values_list("pk", what))
    return {of_row[pk] for pk, entry in latest_entries(of_row).items() if entry.status == ScoreStatus.LATE}


def boards_owed_by(user: Visitor | None, session: Session) -> set[int]:
    """The boards of the session, by id, that this user has still to play, in their round or late (SOLO-31): they see
    neither a card of them nor how others have fared."""
    if user is None or not user.is_authenticated:
        return set()
    return boards_owed(user, session) | late_boards(user, session)


def tells(entry: ScoreEntry) -> bool:
    """Whether a score says how somebody has fared: "not played" and "late play" do not."""
    return entry.status not in (ScoreStatus.NOT_PLAYED, ScoreStatus.LATE)


def latest_seen_by(
    user: User, session: Session, rows: Iterable[TableBoard]
) -> tuple[dict[int, ScoreEntry], set[int]]:
    """(table_board id -> the score that counts, as this director may see it; the ids of those that are covered).

    Covered is the score of a board that they have still to play (SOLO-31).
    """
    found, owed = list(rows), boards_owed_by(user, session)
    latest = latest_of(found)
    covered = {row.pk for row in found if row.board_id in owed and row.pk in latest and tells(latest[row.pk])}
    return {pk: entry for pk, entry in latest.items() if pk not in covered}, covered


def owes_late_board(user: User, session: Session) -> bool:
    """Whether there is one."""
    return bool(late_boards(user, session))


def history_of(row: TableBoard) -> QuerySet[ScoreEntry]:
    """Every score that was ever entered for a board at a table, newest first."""
    return row.score_entries.select_related("by_user").order_by("-pk")
