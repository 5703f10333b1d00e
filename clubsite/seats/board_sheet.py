"""A board's sheet for a seat that has played it: the auction, other tables' results, and the value of its own result.

A seat sees a board once its own player has agreed to the result (SOLO-30), if the session shows travellers after
each board. It sees par and the cost of calls and cards once the board is closed.
"""

from collections.abc import Callable
from fractions import Fraction

from django.db.models import Q, QuerySet
from django.http import Http404
from django.urls import reverse

from clubsite.analysis.selectors.solutions import solutions_of
from clubsite.core.templatetags.bridge import imps, pct
from clubsite.nights.models import (
    OPEN_BOARD_STATES,
    Seating,
    Session,
    SessionStatus,
    TableBoard,
    TableBoardState,
)
from clubsite.nights.selectors.sessions import IN_CURRENT_ROUND
from clubsite.play.models import Play, PlayStatus, SeatKind, SeatTicket
from clubsite.play.selectors import view_of
from clubsite.play.table_state import Json
from clubsite.rankings.selectors.published import Published, published_or_404
from clubsite.rankings.selectors.travellers import BoardSoFar, board_so_far
from clubsite.rankings.shapes import TravellerLine
from clubsite.readers.visitor import Visitor
from clubsite.scores.models import ScoreEntry
from clubsite.scores.selectors.entries import latest_of, tells
from clubsite.secrecy.facts import What
from clubsite.secrecy.rule import WhyNot
from clubsite.visibility.selectors import RESULTS_READER, BoardReader, may_see, why_not
from games.wording import over_text, result_text, score_text, signed
from scoring.result import BoardResult
from scoring.ruling_text import status_words

AT_SEAT = BoardReader(agreed=True)
WITHHELD_WORDS = {
    WhyNot.AT_END: "How the others fared is shown with the results.",
    WhyNot.OWED_ELSEWHERE: "Others have still to play this deal: how it went elsewhere is shown when they have.",
}


def board_sheet(ticket: SeatTicket, number: int | None = None) -> Json | None:
    """Return the sheet for this board, by default the last board that the seat has played, or None if there is none.

    `words` says how complete the traveller is, or why there is none. `figure` is the player's own score, "62.50 %" or
    IMPs, or "" while there is nothing to compare. `replay` is the replay's address once a board played on the site is
    closed. `before` and `after` are the neighbouring boards. Raise Http404 for a board that the seat may not see.
    """
    contestant, rows = _rows_of(ticket)
    entries = latest_of(rows)
    shown = [row for row in rows if row.pk in entries and tells(entries[row.pk]) and _agreed(row, contestant)]
    at = next((n for n, row in enumerate(shown) if row.board.number == number), None) if number else len(shown) - 1
    if at is None:
        raise Http404("No board that you have played")
    if at < 0:
        return None
    beside = [shown[n].board.number if 0 <= n < len(shown) else None for n in (at - 1, at + 1)]
    return _sheet(shown[at], entries[shown[at].pk], contestant, *beside)


def _rows_of(ticket: SeatTicket) -> tuple[int, list[TableBoard]]:
    """Return the contestant in this seat and the contestant's finished boards, in the order of play.

    A seat that stays at its table as players come and go has only the current round's boards, because the next
    player may still have to play the earlier boards.
    """
    over = TableBoard.objects.exclude(state__in=[*OPEN_BOARD_STATES, TableBoardState.VOID])
    if ticket.seat.kind == SeatKind.CONTESTANT:
        return ticket.seat_id, _ordered(over, ticket.seat_id)
    here = Seating.objects.filter(IN_CURRENT_ROUND, table=ticket.seat_id)
    contestant = here.values_list("ns", flat=True).first() or 0
    return contestant, _ordered(over.filter(IN_CURRENT_ROUND, table=ticket.seat_id), contestant) if contestant else []


def _ordered(rows: QuerySet[TableBoard], contestant: int) -> list[TableBoard]:
    mine = rows.filter(Q(ns=contestant) | Q(ew=contestant))
    related = ("board", "table__room", "play", "round__section__session__club")
    return list(mine.select_related(*related).order_by("round__number", "board__number"))


def _agreed(row: TableBoard, contestant: int) -> bool:
    """True if this player has agreed to the result, or if the play is no longer on the table."""
    room = row.table.room
    return row.play_id is None or room.play_id != row.play_id or _player(row, contestant) in room.ready


def _player(row: TableBoard, contestant: int) -> str:
    return "S" if row.ns_id == contestant else "N"


def _sheet(row: TableBoard, entry: ScoreEntry, contestant: int, before: int | None, after: int | None) -> Json:
    session, player, result = row.round.section.session, _player(row, contestant), entry.result
    published = _published(session, row)
    withheld = None if published else why_not(AT_SEAT, row.board, What.TRAVELLER)
    so_far = None if withheld else board_so_far(row)
    own = next((line for line in so_far.lines if line.table_board == row.pk), None) if so_far else None
    return {
        "board": row.board.number,
        "seat": player,
        "text": _text(result),
        "contract": result.contract,
        "declarer": result.declarer,
        "came_to": over_text(result.over, "made") if result.over is not None else "",
        "score_text": "" if result.ns_score is None else score_text(result.ns_score),
        "auction": _auction(row.play, player),
        "words": WITHHELD_WORDS[withheld] if withheld else _words(so_far, session) if so_far else "",
        "figure": _figure(own, player, so_far) if own and so_far and len(so_far.lines) > 1 else "",
        "withheld": withheld,
        "lines": [_line(line, player, so_far, line is own) for line in so_far.lines] if so_far else [],
        "par": _par(published, row, player, result) if published else None,
        "replay": _replay(published, row) if published else "",
        "before": before,
        "after": after,
    }


def _published(session: Session, row: TableBoard) -> Published | None:
    """Return the session's published results if this board is closed, else None."""
    closed = may_see(RESULTS_READER, row.board, What.VERDICT)
    return published_or_404(session.public_id, Visitor.as_member()) if closed else None


def _auction(play: Play | None, player: str) -> list[Json]:
    """Return the calls as this seat sees them once the play is finished."""
    if play is None or play.status != PlayStatus.OVER or not play.events.exists():
        return []
    calls: list[Json] = view_of(play, player)["auction"]
    return calls


def _words(so_far: BoardSoFar, session: Session) -> str:
    played, ended = len(so_far.lines), session.status == SessionStatus.ENDED
    if played == 1:
        return "Nobody else has played this board." if ended else "You are the first to play this board."
    return f"{played} tables have played it{'' if ended else ' so far'}."


def _line(line: TravellerLine, player: str, so_far: BoardSoFar, you: bool) -> Json:
    """Return one table's line: `over` is the tricks over the contract, `figure` the score of the reader's side."""
    result = line.result
    assert result is not None
    return {
        "table": str(line.table),
        "south": line.south,
        "north": line.north,
        "contract": result.contract,
        "declarer": result.declarer,
        "over": "" if result.over is None else over_text(result.over),
        "text": "" if result.declarer else _text(result),
        "ns_score": result.ns_score,
        "figure": _figure(line, player, so_far) if len(so_far.lines) > 1 else "",
        "you": you,
    }


def _figure(line: TravellerLine, player: str, so_far: BoardSoFar) -> str:
    """Return the line's score for that player's side, with its unit, or "" if the line does not count."""
    worth = line.mp_of("ns" if player == "S" else "ew")
    if worth is None or line.points is None or not line.points.top:
        return ""
    figure: Callable[[Fraction], str] = imps if so_far.imps else pct
    unit = "IMPs" if so_far.imps else "%"
    return f"{figure(worth if so_far.imps else worth / line.points.top * 100)}\N{NO-BREAK SPACE}{unit}"


def _text(result: BoardResult) -> str:
    if result.contract:
        return result_text(result.contract, result.declarer, result.tricks)
    return status_words(result.status, result.ruling)


def _par(published: Published, row: TableBoard, player: str, result: BoardResult) -> Json | None:
    """Return a solved board's par contract, its score, and how the player did in comparison, or None if unsolved."""
    solution = solutions_of(published, [row.board_id]).get(row.board_id)
    if solution is None:
        return None
    against = ""
    if result.ns_score is not None:
        above = (result.ns_score - solution.points) * (1 if player == "S" else -1)
        against = f"You came out {signed(above)} against it." if above else "You came out exactly there."
    return {"contract": solution.contract_words, "score": score_text(solution.points), "against": against}


def _replay(published: Published, row: TableBoard) -> str:
    """Return the address of the board's replay, or "" if there is no replay to show."""
    if row.play is None or row.play.status != PlayStatus.OVER or not row.play.events.exists():
        return ""
    key = next((board.key for board in published.boards if board.id == row.board_id), "")
    names = {"public_id": published.session.public_id, "key": key, "table_board": row.pk}
    return reverse("results:replay", kwargs=names) if key else ""
