"""Typed scores that a director has to look at: waiting for the other side, unlikely, or with an impossible lead."""

import datetime
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, F, Max, Q, QuerySet

from clubsite.accounts.models import User
from clubsite.nights.models import Board, SectionKind, Session, TableBoard, TableBoardState
from clubsite.nights.models.boards import SEATS
from clubsite.nights.selectors.contestants import names_of
from clubsite.play.models import SeatKind
from clubsite.scores.models import Asks, PendingScore, ScoreEntry, ScoreSource
from clubsite.scores.selectors.entries import latest_of, tells
from clubsite.scores.selectors.hidden_cards import boards_hidden_from
from games.wording import SEAT_NAMES, card_name, over_text
from scoring.result import BoardResult
from scoring.unlikely import unlikely_text

MAX_REFUSED_LEADS = 3
"""How many leads of a board are refused at one table before the director decides. Each refusal reveals something about
a card.
"""


def lead_fault(board: Board, result: BoardResult, four_handed: bool) -> str:
    """Return why this lead is impossible (SOLO-13), or "" if it is possible or if the hands are unknown or not open."""
    seat = result.leader(four_handed)
    leader = SEAT_NAMES.get(seat, "")
    hand = board.hands[seat] if result.lead and leader and board.opened_at else ""
    if not hand or result.lead in hand.split():
        return ""
    where = f"by {leader}, on declarer's left" if four_handed else "from the defender's hand"
    meant = f"Was it another card, or was {'somebody else' if four_handed else leader} declarer?"
    return f"The lead is made {where}, and {leader} did not hold that card. {meant}"


def rows_with_closed_leads(session: Session) -> list[tuple[TableBoard, datetime.datetime]]:
    """Return the rows without a score whose leads are no longer checked, each with the time of its last refusal."""
    counted = Q(refused_leads__cleared_at__isnull=True)
    rows = TableBoard.objects.filter(round__section__session=session, state=TableBoardState.WAITING)
    times, last = Count("refused_leads", filter=counted), Max("refused_leads__at", filter=counted)
    closed = (
        rows.annotate(times=times, closed_at=last)
        .filter(times__gte=MAX_REFUSED_LEADS)
        .select_related("board", "table__section", "round")
    )
    rows = closed.defer(*(f"board__{seat}" for seat in SEATS)).order_by("closed_at")
    return [(row, row.closed_at) for row in rows]


def unlikely_scores(session: Session, user: User) -> list[tuple[TableBoard, Any, str]]:
    """Return (row, entry's columns, reason) for unlikely typed scores in order, without boards still owed (SOLO-31)."""
    entries = ScoreEntry.objects.filter(table_board__round__section__session=session)
    here = entries.exclude(table_board__state=TableBoardState.VOID)
    if not here.filter(source=ScoreSource.TYPED).exists():
        return []
    lines, owed = _lines_that_count(here), boards_hidden_from(user, session)
    to_see = {line.pk for line in lines if line.source == ScoreSource.TYPED and line.board not in owed}
    boards = Board.objects.in_bulk({line.board for line in lines if line.pk in to_see and line.lead})
    reasons = {
        line.table_board_id: (line, " ".join(filter(None, (why, _about_lead(line, boards)))))
        for line, why in _reasons(lines)
        if line.pk in to_see and (why or line.lead)
    }
    reasons = {pk: each for pk, each in reasons.items() if each[1]}
    return [(row, *reasons[row.pk]) for row in _in_order(TableBoard.objects.filter(pk__in=reasons))]


def _lines_that_count(entries: QuerySet[ScoreEntry]) -> list[Any]:
    """Return each TableBoard's newest entry as plain columns, because a large field has tens of thousands of rows."""
    of_board = entries.annotate(
        board=F("table_board__board_id"),
        vul=F("table_board__board__vulnerability"),
        kind=F("table_board__round__section__kind"),
    )
    columns = ("status", "contract", "declarer", "tricks", "ns_score", "board", "vul", "kind", "lead")
    named = of_board.order_by("pk").values_list("pk", "table_board_id", "source", "at", *columns, named=True)
    return list({line.table_board_id: line for line in named}.values())


def _reasons(lines: Iterable[Any]) -> Iterable[tuple[Any, str]]:
    """Yield each row with the reason why it deserves a second look. Identical results are checked only once."""
    of_board: dict[int, list[int]] = defaultdict(list)
    for line in lines:
        if line.ns_score is not None:
            of_board[line.board].append(line.ns_score)
    alone = {board: _alone(scores) for board, scores in of_board.items()}
    known: dict[tuple[Any, ...], str] = {}
    for line in lines:
        # The others' scores only say something about a score if no other has its sign.
        others = tuple(alone.get(line.board, {}).get(line.ns_score, ()))
        columns = (line.status, line.contract, line.declarer, line.tricks, line.ns_score, line.vul, line.kind)
        key = (*columns, line.board if others else None)
        if key not in known:
            pairs = line.kind == SectionKind.FOUR_HANDED
            known[key] = unlikely_text(BoardResult.of_columns(line), line.vul, others, pairs)
        yield line, known[key]


def _about_lead(line: Any, boards: dict[int, Board]) -> str:
    if not line.lead:
        return ""
    fault = lead_fault(boards[line.board], BoardResult.of_columns(line), line.kind == SectionKind.FOUR_HANDED)
    return f"The lead was given as {card_name(line.lead)}. {fault}" if fault else ""


def _alone(scores: list[int]) -> dict[int, list[int]]:
    """Map each score that is the only score of its sign on a board to the other scores."""
    alone = {}
    for sign in (1, -1):
        same = [score for score in scores if score * sign > 0]
        if len(same) == 1:
            alone[same[0]] = [score for score in scores if score != same[0]]
    return alone


def rows_without_result(session: Session) -> list[TableBoard]:
    """Return the boards whose round or session ended without a score, and for which no score has been typed since."""
    rows = TableBoard.objects.filter(round__section__session=session, state=TableBoardState.UNPLAYED)
    return _in_order(rows.filter(pending_score__isnull=True))


def _in_order(rows: QuerySet[TableBoard]) -> list[TableBoard]:
    """Return the rows by table, round and board, without cards."""
    rows = rows.select_related("board", "table__section", "round").defer(*(f"board__{seat}" for seat in SEATS))
    return list(rows.order_by("table__section__name", "table__number", "round__number", "board__number"))


@dataclass(frozen=True, slots=True)
class WaitingScore:
    """A score waiting at `row`. `said` is the score, or None if the reader still has to play the board (SOLO-31).

    `typist` typed it, and `other` has not answered, has refused (`disputed`) or has `agreed`. `asks` says why only the
    director can decide. `counts` is the score that counts in the meantime, if the reader may see it.
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
    """Return the waiting scores as this director may see them, in order. `which` filters the TableBoards."""
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
