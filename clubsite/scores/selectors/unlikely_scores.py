"""Typed scores that count and are worth a second look, as a director may see them."""

from collections import defaultdict
from dataclasses import dataclass

from clubsite.accounts.models import User
from clubsite.duplicate.models import Session, TableBoard, TableBoardState
from clubsite.duplicate.models.boards import SEATS
from clubsite.scores.models import ScoreEntry, ScoreSource
from clubsite.scores.selectors.entries import boards_owed_by, latest_of
from scoring.unlikely import unlikely_text


@dataclass(frozen=True, slots=True)
class Unlikely:
    """The score that counts at `row`, and why it is worth a look."""

    row: TableBoard
    entry: ScoreEntry
    why: str


def unlikely_scores(session: Session, user: User) -> list[Unlikely]:
    """Those typed at a table that no director has entered or found right since, but of boards that this director has
    still to play (SOLO-31). By table, round and board."""
    here = TableBoard.objects.filter(round__section__session=session).exclude(state=TableBoardState.VOID)
    if not ScoreEntry.objects.filter(source=ScoreSource.TYPED, table_board__in=here).exists():
        return []
    rows = {
        row.pk: row
        for row in here.select_related("board", "table__section", "round__section")
        .defer(*(f"board__{seat}" for seat in SEATS))
        .order_by("table__section__name", "table__number", "round__number", "board__number")
    }
    latest, owed = latest_of(rows.values()), boards_owed_by(user, session)
    points: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for pk, entry in latest.items():
        if entry.ns_score is not None:
            points[rows[pk].board_id].append((pk, entry.ns_score))
    found = []
    for pk, row in rows.items():
        typed = latest.get(pk)
        if typed is None or typed.source != ScoreSource.TYPED or row.board_id in owed:
            continue
        others = [score for other, score in points[row.board_id] if other != pk]
        if why := unlikely_text(typed.result, row.board.vulnerability, others, row.round.section.pairs):
            found.append(Unlikely(row, typed, why))
    return found


def rows_without_result(session: Session) -> list[TableBoard]:
    """Boards that a round or the night ended without a score, until a director types what became of them."""
    rows = TableBoard.objects.filter(round__section__session=session, state=TableBoardState.UNPLAYED)
    return list(
        rows.filter(pending_score__isnull=True)
        .select_related("board", "table__section", "round")
        .defer(*(f"board__{seat}" for seat in SEATS))
        .order_by("table__section__name", "table__number", "round__number", "board__number")
    )
