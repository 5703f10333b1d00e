"""Scores that one side of a table has typed but that do not count yet, for the director."""

import datetime
from dataclasses import dataclass
from typing import Any

from clubsite.accounts.models import User
from clubsite.nights.models import Session, TableBoard, TableBoardState
from clubsite.nights.models.boards import SEATS
from clubsite.nights.selectors.contestants import names_of
from clubsite.play.models import SeatKind
from clubsite.scores.models import Asks, PendingScore, ScoreEntry
from clubsite.scores.selectors.entries import latest_of, tells
from clubsite.scores.selectors.hidden_cards import boards_hidden_from
from games.wording import over_text


@dataclass(frozen=True, slots=True)
class WaitingScore:
    """A score waiting at `row`. `said` is the score, or None if the reader still has to play the board (SOLO-31).

    `typist` is the name of the person who typed the score. `other` is the other side, which has not answered, has
    refused (`disputed`) or has `agreed`. `asks` is a sentence saying why only the director can decide. `counts` is
    the score that counts in the meantime, as far as the reader may see it.
    """

    key: str
    row: TableBoard
    typist: str
    other: str
    disputed: bool
    at: datetime.datetime
    said: PendingScore | None
    agreed: bool = False
    asks: str = ""
    counts: ScoreEntry | None = None
    uncontested: bool = False
    """True if both sides agreed to it and it waits only because its round was over."""

    @property
    def acceptable(self) -> bool:
        """True if this director may accept the score."""
        return self.said is not None or not self.disputed

    @property
    def over(self) -> str:
        """The tricks relative to the contract (`=`, `+1`), or "" if the board was not played or must stay hidden."""
        over = self.said.result.over if self.said else None
        return "" if over is None else over_text(over)


def scores_waiting(session: Session, user: User, **which: Any) -> list[WaitingScore]:
    """Return the waiting scores as this director may see them, sorted by table, round and board. `which` filters the
    TableBoards.
    """
    filters = {f"table_board__{name}": value for name, value in which.items()}
    rows = PendingScore.objects.filter(table_board__round__section__session=session, **filters)
    rows = rows.exclude(table_board__state=TableBoardState.VOID)
    at = ("board", "table__section", "round__section")
    rows = rows.select_related("by_ticket__seat", *(f"table_board__{name}" for name in at))
    order = ("table__section__name", "table__number", "round__number", "board__number")
    rows = rows.defer(*(f"table_board__board__{seat}" for seat in SEATS))
    pending_scores = list(rows.order_by(*(f"table_board__{name}" for name in order)))
    if not pending_scores:
        return []
    owed = boards_hidden_from(user, session)
    lines = [pending.table_board for pending in pending_scores]
    typists = {pending.pk: _typist(pending) for pending in pending_scores}
    names = names_of([*(pk for row in lines for pk in (row.ns_id, row.ew_id)), *typists.values()])
    asking = latest_of(pending.table_board for pending in pending_scores if pending.asks)
    return [
        _as_seen(pending, names, typists[pending.pk], asking, pending.table_board.board_id in owed)
        for pending in pending_scores
    ]


def _typist(pending: PendingScore) -> int:
    """Return the id of the contestant who typed the score, going by the device if someone else now has the seat."""
    row, ticket = pending.table_board, pending.by_ticket
    if pending.asks == Asks.OTHER_PLAYERS and ticket is not None and ticket.seat.kind == SeatKind.CONTESTANT:
        return ticket.seat_id
    return row.ns_id if pending.side == "NS" else row.ew_id


def _as_seen(
    pending: PendingScore, names: dict[int, str], typist: int, asking: dict[int, ScoreEntry], owed: bool
) -> WaitingScore:
    row = pending.table_board
    counts = asking.get(row.pk)
    elsewhere = typist not in (row.ns_id, row.ew_id)
    other = names[row.ew_id if pending.side == "NS" else row.ns_id]
    return WaitingScore(
        pending.key,
        row,
        names[typist],
        "The opponent" if elsewhere else other,
        pending.disputed,
        pending.at,
        None if owed else pending,
        pending.agreed,
        pending.get_asks_display() if pending.asks else "",
        counts if counts is not None and not owed and tells(counts) else None,
        pending.uncontested,
    )
