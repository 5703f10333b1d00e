"""Typed scores that count but deserve a second look, as a director may see them."""

import datetime
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import F, QuerySet

from clubsite.accounts.models import User
from clubsite.nights.models import Board, SectionKind, Session, TableBoard, TableBoardState
from clubsite.nights.models.boards import SEATS
from clubsite.scores.models import ScoreEntry, ScoreSource
from clubsite.scores.selectors.hidden_cards import boards_hidden_from
from clubsite.scores.selectors.leads import lead_fault
from games.wording import card_name
from scoring.result import BoardResult
from scoring.unlikely import unlikely_text


@dataclass(frozen=True, slots=True)
class Unlikely:
    """The score that counts for `row`, with the time when it was entered and the reason for a second look."""

    row: TableBoard
    entry_id: int
    at: datetime.datetime
    why: str


def unlikely_scores(session: Session, user: User) -> list[Unlikely]:
    """Return unlikely scores that were typed at a table, sorted by table, round and board.

    Leave out scores that a director has since entered or confirmed, and boards that this director still has to play
    (SOLO-31). A lead may turn out to be impossible later, when the board's cards are typed.
    """
    here = ScoreEntry.objects.filter(table_board__round__section__session=session).exclude(
        table_board__state=TableBoardState.VOID
    )
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
    reasons = {pk: one for pk, one in reasons.items() if one[1]}
    rows = (
        TableBoard.objects.select_related("board", "table__section", "round")
        .defer(*(f"board__{seat}" for seat in SEATS))
        .in_bulk(list(reasons))
    )
    found = [Unlikely(rows[pk], line.pk, line.at, why) for pk, (line, why) in reasons.items()]
    return sorted(found, key=lambda one: _place(one.row))


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
    found = {}
    for sign in (1, -1):
        same = [score for score in scores if score * sign > 0]
        if len(same) == 1:
            found[same[0]] = [score for score in scores if score != same[0]]
    return found


def _place(row: TableBoard) -> tuple[str, int, int, int]:
    return row.table.section.name, row.table.number, row.round.number, row.board.number


def rows_without_result(session: Session) -> list[TableBoard]:
    """Return the boards whose round or session ended without a score, and for which no score has been typed since."""
    rows = TableBoard.objects.filter(round__section__session=session, state=TableBoardState.UNPLAYED)
    return list(
        rows.filter(pending_score__isnull=True)
        .select_related("board", "table__section", "round")
        .defer(*(f"board__{seat}" for seat in SEATS))
        .order_by("table__section__name", "table__number", "round__number", "board__number")
    )
