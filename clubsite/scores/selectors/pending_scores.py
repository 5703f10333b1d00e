"""Scores that one side of a table has typed and that do not count yet, for the director."""

import datetime
from dataclasses import dataclass
from typing import Any

from clubsite.accounts.models import User
from clubsite.duplicate.models import Session, TableBoard, TableBoardState
from clubsite.duplicate.models.boards import SEATS
from clubsite.duplicate.selectors.contestants import names_of
from clubsite.scores.models import PendingScore
from clubsite.scores.selectors.entries import boards_owed_by
from games.wording import over_text


@dataclass(frozen=True, slots=True)
class Waiting:
    """A typed score that waits at `row`. `said` is what it says, None to whoever has still to play the board (SOLO-31).

    `typist` typed it, `other` has not answered or, `disputed`, did not agree.
    """

    key: str
    row: TableBoard
    typist: str
    other: str
    disputed: bool
    at: datetime.datetime
    said: PendingScore | None

    @property
    def acceptable(self) -> bool:
        """Whether whoever looks can make it count."""
        return self.said is not None or not self.disputed

    @property
    def over(self) -> str:
        """Tricks against the contract, `=` or `+1`; empty where nothing was played, or nothing may be told."""
        over = self.said.result.over if self.said else None
        return "" if over is None else over_text(over)


def scores_waiting(session: Session, user: User, **which: Any) -> list[Waiting]:
    """What waits, as this director may see it, by table, round and board. `which` filters TableBoards."""
    filters = {f"table_board__{name}": value for name, value in which.items()}
    pending_scores = list(
        _waiting(session)
        .filter(**filters)
        .select_related("table_board__board", "table_board__table__section", "table_board__round__section")
        .defer(*(f"table_board__board__{seat}" for seat in SEATS))
    )
    if not pending_scores:
        return []
    owed = boards_owed_by(user, session)
    rows = [pending.table_board for pending in pending_scores]
    names = names_of([pk for row in rows for pk in (row.ns_id, row.ew_id)])
    return [_as_seen(pending, names, pending.table_board.board_id in owed) for pending in pending_scores]


def _waiting(session: Session) -> Any:
    rows = PendingScore.objects.filter(table_board__round__section__session=session)
    return rows.exclude(table_board__state=TableBoardState.VOID).order_by(
        "table_board__table__section__name",
        "table_board__table__number",
        "table_board__round__number",
        "table_board__board__number",
    )


def _as_seen(pending: PendingScore, names: dict[int, str], owed: bool) -> Waiting:
    row = pending.table_board
    sides = {"NS": names[row.ns_id], "EW": names[row.ew_id]}
    other = sides["EW" if pending.side == "NS" else "NS"]
    return Waiting(
        pending.key,
        row,
        sides[pending.side],
        other,
        pending.disputed,
        pending.at,
        None if owed else pending,
    )
