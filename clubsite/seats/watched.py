"""A table that everyone may watch, as spectators may see it (SOLO-31).

A board is shown once it is PLAYED OUT: it is over at this table, and no one in any field can still play it.
Other boards are described only in words. A board is shown act by act, with the director's delay. If the board
was played out only after that delay, it is shown from the time when it was played out.
"""

import datetime
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.db.models import Max
from django.http import Http404

from clubsite.analysis.selectors.verdicts import VerdictState, commentary
from clubsite.nights.models import SessionStatus, Table, TableBoard, TableBoardState, WatchDelay
from clubsite.nights.selectors.sessions import session_by_id
from clubsite.play.models import Play, PlayStatus
from clubsite.readers.visitor import ClubVisitor, Visitor, names_shown
from clubsite.secrecy.facts import What
from clubsite.visibility.selectors import RESULTS_READER, SPECTATOR, seen_by
from games.players import DIRECTOR
from games.registry import rules_for
from games.replay import replay

Json = dict[str, Any]


class Seen(StrEnum):
    """The part of a board that spectators may see."""

    HIDDEN = "hidden"  # it is being played, or somebody may still meet it
    SOON = "soon"  # its first act is shown in a moment
    RUNNING = "running"
    WHOLE = "whole"


@dataclass(frozen=True, slots=True)
class WatchedBoard:
    """A board at the table, described in words. The first `shown` acts of its log may be seen."""

    row: TableBoard
    seen: Seen
    words: str
    shown: int = 0

    def as_json(self) -> Json:
        return {"board": self.row.board.number, "seen": self.seen.value, "words": self.words}


@dataclass(frozen=True, slots=True)
class Watch:
    """The table as spectators may see it now. `play_id` is the play whose costs still have to be computed, or None.

    `play` is the visible part of one board in the form that `static/js/replay/record.js` reads, with the solver's
    comments, or None.
    """

    boards: list[WatchedBoard]
    play: Json | None
    play_id: int | None

    def as_json(self) -> Json:
        return {"boards": [board.as_json() for board in self.boards], "play": self.play}


def delay_words(table: Table) -> str:
    """Return a sentence stating a table's delay."""
    if table.watch == WatchDelay.CLOSED:
        return "A board is shown when the results are published."
    return f"At least {table.watch} minutes behind. A board is shown when it is over and nobody has still to play it."


def table_watched(session_id: str) -> Table:
    """Return the table of this session that spectators may watch. Raise Http404 if there is no such table."""
    session = session_by_id(session_id)
    tables = Table.objects.select_related("section")
    table = tables.filter(section__session=session, watch__isnull=False).first()
    if table is None or session.status == SessionStatus.DRAFT:
        raise Http404("No table to be watched")
    table.section.session = session
    return table


def watch_of(
    table: Table, now: datetime.datetime, number: int | None = None, visitor: ClubVisitor | None = None
) -> Watch:
    """Return the table at this moment, with the board `number`, else the board in play, else the last board shown.

    Without a `visitor`, return a stranger's view. Raise MembersOnly if the visitor may not read the club's results.
    """
    visitor = (visitor or Visitor.as_public().at(table.section.session.club)).require_access()
    rows = _rows_of(table)
    reader = RESULTS_READER if table.watch == WatchDelay.CLOSED else SPECTATOR
    open_to_all = seen_by(reader, [row.board for row in rows], What.REPLAY)
    boards = [_board(row, open_to_all, table.watch or 0, now) for row in rows]
    seen = [board for board in boards if board.shown]
    running = [board for board in seen if board.seen == Seen.RUNNING]
    wanted = next((board for board in seen if board.row.board.number == number), None)
    chosen = wanted or next(reversed(running or seen), None)
    play = _play(chosen, visitor) if chosen is not None else None
    waits = play is not None and play["verdicts"] is not None and play["verdicts"]["state"] == VerdictState.COMING
    return Watch(boards, play, chosen.row.play_id if chosen is not None and waits else None)


def _rows_of(table: Table) -> list[TableBoard]:
    """Return the table's boards from the rounds so far, in the order of play."""
    rows = TableBoard.objects.filter(table=table).exclude(state=TableBoardState.VOID)
    lines = rows.select_related("board__board_set__session", "play", "round").order_by("round__number", "board__number")
    return list(lines)


def _board(row: TableBoard, open_to_all: set[int], delay: int, now: datetime.datetime) -> WatchedBoard:
    play = row.play
    if row.state == TableBoardState.WAITING:
        return WatchedBoard(row, Seen.HIDDEN, "to come")
    if row.state == TableBoardState.LIVE:
        return WatchedBoard(row, Seen.HIDDEN, "is being played: shown when it is over, if nobody has still to play it")
    if row.state == TableBoardState.UNPLAYED:
        return WatchedBoard(row, Seen.HIDDEN, "was not played")
    if play is None or play.status != PlayStatus.OVER:
        return WatchedBoard(row, Seen.HIDDEN, "has no record of its play")
    if row.board_id not in open_to_all:
        return WatchedBoard(row, Seen.HIDDEN, "played: shown when nobody has still to play it")
    times = _times(play)
    if not times:
        return WatchedBoard(row, Seen.HIDDEN, "its record is no longer kept")
    behind = _behind(row, play, delay)
    shown = sum(at + behind <= now for at in times) if delay else len(times)
    if shown == len(times):
        return WatchedBoard(row, Seen.WHOLE, "step through it", shown)
    if shown:
        return WatchedBoard(row, Seen.RUNNING, "is shown now", shown)
    minutes = -(-(times[0] + behind - now).total_seconds() // 60)
    return WatchedBoard(row, Seen.SOON, f"is shown in {int(minutes)} min")


def _times(play: Play) -> list[datetime.datetime]:
    return list(play.events.filter(seq__lte=play.seq).order_by("seq").values_list("at", flat=True))


def _behind(row: TableBoard, play: Play, delay: int) -> datetime.timedelta:
    """Return the delay before an act is shown: `delay`, or longer if the board had not yet been played out by then."""
    over = TableBoard.objects.filter(board=row.board_id).exclude(state=TableBoardState.VOID)
    last = over.aggregate(last=Max("finished_at"))["last"] or play.ended_at or play.opened_at
    return max(datetime.timedelta(minutes=delay), last - play.opened_at)


def _play(board: WatchedBoard, visitor: ClubVisitor) -> Json:
    """Return the part of the board's play that may be seen."""
    play = board.row.play
    assert play is not None
    names = names_shown([pk for pk in (board.row.ns_id, board.row.ew_id) if pk], visitor)
    called = {"S": names[board.row.ns_id], "N": names[board.row.ew_id]}
    log = play.events.filter(seq__lte=play.seq).order_by("seq").values_list("seq", "actor", "action")
    events: list[Json] = [{"seq": seq, "actor": actor, "a": action} for seq, actor, action in log[: board.shown]]
    rules = rules_for(play.game)
    view = rules.view(replay(rules, play.setup, play.options, events), DIRECTOR)
    claims = [event for event in events if event["a"].startswith("claim:")]
    claimed = bool(view["outcome"] and view["outcome"]["claimed"] and claims)
    seqs = [event["seq"] for event in events]
    return {
        "board": board.row.board.number,
        "dealer": view["dealer"],
        "hands": view["dealt"],
        "names": called,
        "auction": view["auction"],
        "tricks": view["history"] or [],
        "outcome": view["outcome"],
        "claim": {"by": claims[-1]["actor"], "takes": int(claims[-1]["a"][6:])} if claimed else None,
        "seqs": seqs,
        "verdicts": _as_far(commentary(play, called), set(seqs), whole=board.seen == Seen.WHOLE),
    }


def _as_far(verdicts: Json | None, shown: set[int], *, whole: bool) -> Json | None:
    """Return the solver's comments on the visible acts. Include the play's summary once the whole play is shown."""
    if verdicts is None or whole or verdicts["state"] != VerdictState.READY:
        return verdicts
    return {
        "state": VerdictState.READY,
        "heading": "",
        "list": [comment for comment in verdicts["list"] if comment["seq"] in shown],
        "start": verdicts["start"],
        "moments": {seq: moment for seq, moment in verdicts["moments"].items() if int(seq) in shown},
        "order": {kind: [seq for seq in seqs if seq in shown] for kind, seqs in verdicts["order"].items()},
    }
