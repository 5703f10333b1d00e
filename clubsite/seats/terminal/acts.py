"""What is done at a terminal."""

from collections.abc import Callable
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
from clubsite.seats.terminal.forms import LineForm, TerminalScoreForm
from clubsite.seats.terminal.state import Terminal, has_device, line_of, side_of


def _line(terminal: Terminal, form: LineForm) -> tuple[TableBoard, str]:
    """The line that is meant and this seat's side of it: of this round, or, of a page that was shown before the round
    moved on, the one that it names. Raises ScoreRefused."""
    said = form.sent
    number, named = said["board"], said["row"]
    here = next((b.row for b in terminal.boards if str(b.number) == number), None)
    if here is not None and named in ("", str(here.pk)):
        return here, terminal.side
    pending = PendingScore.objects.filter(key=said["key"]).first() if said["key"] else None
    row = line_of(terminal, str(pending.table_board_id) if pending else named)
    if row is None:
        raise ScoreRefused({"board": "That board is not played at this table in this round."})
    return row, side_of(terminal.ticket, row)


def _answering(terminal: Terminal, form: LineForm) -> tuple[TableBoard, str]:
    """The line, and who answers: this side, or the other one with this device in its hands (where it has none)."""
    row, side = _line(terminal, form)
    other, player = (row.ew_id, "N") if side == "NS" else (row.ns_id, "S")
    if form.sent["hand"] and not has_device(other, row.table_id, player):
        return row, "EW" if side == "NS" else "NS"
    return row, side


def type_score(terminal: Terminal, form: LineForm) -> None:
    """Raises ScoreRefused."""
    row, side = _line(terminal, form)
    score = TerminalScoreForm(form.data, table_board=row)
    if not score.is_valid():
        if "lead" in score.problems:
            lead_refused(table_board=row, actor=terminal.me)
        raise ScoreRefused(score.problems)
    pending_score_type(table_board=row, side=side, ticket=terminal.ticket, **score.written())


def confirm(terminal: Terminal, form: LineForm) -> None:
    """Raises ScoreRefused."""
    row, side = _answering(terminal, form)
    pending_score_confirm(table_board=row, key=form.sent["key"], side=side, ticket=terminal.ticket)


def refuse(terminal: Terminal, form: LineForm) -> None:
    """Raises ScoreRefused."""
    row, side = _answering(terminal, form)
    pending_score_refuse(table_board=row, key=form.sent["key"], side=side)


def drop(terminal: Terminal, form: LineForm) -> None:
    row, side = _line(terminal, form)
    pending_score_drop(table_board=row, key=form.sent["key"], side=side)


def call(terminal: Terminal, form: LineForm) -> None:
    """The director is wanted, for a score if there is one that was refused."""
    if terminal.room_seat is not None:
        disputed = (
            terminal.pending is not None
            and terminal.pending.pending is not None
            and terminal.pending.pending.disputed
        )
        reason = CallReason.SCORE if disputed else CallReason.PLAIN
        room_call(room_seat=terminal.room_seat, on=True, reason=reason)


def call_off(terminal: Terminal, form: LineForm) -> None:
    if terminal.room_seat is not None:
        room_call(room_seat=terminal.room_seat, on=False)


def session_of(terminal: Terminal) -> Any:
    return terminal.section.session if terminal.section else None


ACTS: dict[str, Callable[[Terminal, LineForm], None]] = {
    "type": type_score,
    "confirm": confirm,
    "refuse": refuse,
    "drop": drop,
    "call": call,
    "call-off": call_off,
}
