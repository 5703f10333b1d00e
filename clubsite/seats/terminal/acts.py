"""What is done at a terminal."""

from collections.abc import Callable, Mapping
from typing import Any

from clubsite.duplicate.models import TableBoard
from clubsite.play.models import CallReason
from clubsite.play.services import room_call
from clubsite.scores.models import PendingScore
from clubsite.scores.services.entries import ScoreRefused
from clubsite.scores.services.pending_scores import (
    pending_score_confirm,
    pending_score_drop,
    pending_score_refuse,
    pending_score_type,
)
from clubsite.scores.services.refused_leads import lead_refused
from clubsite.seats.terminal.questions import score_of
from clubsite.seats.terminal.state import Terminal, has_device, line_of, side_of


def _line(terminal: Terminal, data: Mapping[str, str]) -> tuple[TableBoard, str]:
    """The line that is meant and this seat's side of it: of this round, or, of a page that was shown before the round
    moved on, the one that it names. Raises ScoreRefused."""
    number, named = data.get("board", ""), data.get("row", "")
    here = next((b.row for b in terminal.boards if str(b.number) == number), None)
    if here is not None and named in ("", str(here.pk)):
        return here, terminal.side
    pending = PendingScore.objects.filter(key=_key(data)).first() if _key(data) else None
    row = line_of(terminal, str(pending.table_board_id) if pending else named)
    if row is None:
        raise ScoreRefused({"board": "That board is not played at this table in this round."})
    return row, side_of(terminal.ticket, row)


def _key(data: Mapping[str, str]) -> str:
    """The key of the pending score that was shown; empty if it cannot be a key."""
    key = data.get("key", "")
    return key if key.isalnum() else ""


def _answering(terminal: Terminal, data: Mapping[str, str]) -> tuple[TableBoard, str]:
    """The line, and who answers: this side, or the other one with this device in its hands (where it has none)."""
    row, side = _line(terminal, data)
    other, player = (row.ew_id, "N") if side == "NS" else (row.ns_id, "S")
    if data.get("hand") and not has_device(other, row.table_id, player):
        return row, "EW" if side == "NS" else "NS"
    return row, side


def type_score(terminal: Terminal, data: Mapping[str, str]) -> None:
    """Raises ScoreRefused."""
    row, side = _line(terminal, data)
    try:
        pending_score_type(table_board=row, side=side, ticket=terminal.ticket, **score_of(data))
    except ScoreRefused as no:
        if "lead" in no.problems:
            lead_refused(table_board=row, actor=terminal.me)
        raise


def confirm(terminal: Terminal, data: Mapping[str, str]) -> None:
    """Raises ScoreRefused."""
    row, side = _answering(terminal, data)
    pending_score_confirm(table_board=row, key=_key(data), side=side, ticket=terminal.ticket)


def refuse(terminal: Terminal, data: Mapping[str, str]) -> None:
    """Raises ScoreRefused."""
    row, side = _answering(terminal, data)
    pending_score_refuse(table_board=row, key=_key(data), side=side)


def drop(terminal: Terminal, data: Mapping[str, str]) -> None:
    row, side = _line(terminal, data)
    pending_score_drop(table_board=row, key=_key(data), side=side)


def call(terminal: Terminal, data: Mapping[str, str]) -> None:
    """The director is wanted, for a score if there is one that was refused."""
    if terminal.room_seat is not None:
        disputed = (
            terminal.pending is not None
            and terminal.pending.pending is not None
            and terminal.pending.pending.disputed
        )
        reason = CallReason.SCORE if disputed else CallReason.PLAIN
        room_call(room_seat=terminal.room_seat, on=True, reason=reason)


def call_off(terminal: Terminal, data: Mapping[str, str]) -> None:
    if terminal.room_seat is not None:
        room_call(room_seat=terminal.room_seat, on=False)


def session_of(terminal: Terminal) -> Any:
    return terminal.section.session if terminal.section else None


ACTS: dict[str, Callable[[Terminal, Mapping[str, str]], None]] = {
    "type": type_score,
    "confirm": confirm,
    "refuse": refuse,
    "drop": drop,
    "call": call,
    "call-off": call_off,
}
