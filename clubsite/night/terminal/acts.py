"""What is done at a terminal."""

from collections.abc import Callable, Mapping
from typing import Any

from clubsite.clubs.services import audit_add
from clubsite.duplicate.models import TableBoard
from clubsite.night.terminal.questions import score_of
from clubsite.night.terminal.scene import Terminal
from clubsite.play.services import PLAIN_CALL, room_call
from clubsite.results.services import ScoreRefused, slip_confirm, slip_drop, slip_refuse, slip_type

DIFFER = "The two sides do not agree on a score"


def _row(terminal: Terminal, data: Mapping[str, str]) -> TableBoard:
    number = data.get("board", "")
    found = next((board.row for board in terminal.boards if str(board.number) == number), None)
    if found is None:
        raise ScoreRefused({"board": "That board is not played at this table in this round."})
    return found


def _key(data: Mapping[str, str]) -> str:
    """The slip that was shown; what cannot be a key is none."""
    key = data.get("key", "")
    return key if key.isalnum() else ""


def _side(terminal: Terminal, data: Mapping[str, str]) -> str:
    """Who answers: this side, or the other one with this device in its hands (where it has none of its own)."""
    if data.get("hand") and not terminal.other_device:
        return "EW" if terminal.side == "NS" else "NS"
    return terminal.side


def type_score(terminal: Terminal, data: Mapping[str, str]) -> None:
    """Raises ScoreRefused."""
    row = _row(terminal, data)
    try:
        slip_type(table_board=row, side=terminal.side, claim=terminal.claim, **score_of(data))
    except ScoreRefused as no:
        if "lead" in no.problems:
            lead_refused(terminal, row)
        raise


def lead_refused(terminal: Terminal, row: TableBoard) -> None:
    """Put into the trail that a lead was refused, not which: the sentence tells of a card in a hand, and whoever tries
    card after card is seen to."""
    section = row.round.section
    audit_add(
        club=section.session.club,
        verb="was refused a lead",
        subject=f"table {row.table.label}, board {row.board.number}",
        session_ref=section.session.public_id,
        actor=terminal.me,
    )


def confirm(terminal: Terminal, data: Mapping[str, str]) -> None:
    """Raises ScoreRefused."""
    row, side = _row(terminal, data), _side(terminal, data)
    slip_confirm(table_board=row, key=_key(data), side=side, claim=terminal.claim)


def refuse(terminal: Terminal, data: Mapping[str, str]) -> None:
    """Raises ScoreRefused."""
    slip_refuse(table_board=_row(terminal, data), key=_key(data), side=_side(terminal, data))


def drop(terminal: Terminal, data: Mapping[str, str]) -> None:
    slip_drop(table_board=_row(terminal, data), key=_key(data), side=terminal.side)


def call(terminal: Terminal, data: Mapping[str, str]) -> None:
    """The director is wanted, for a score if there is one that was refused."""
    if terminal.place is not None:
        disputed = (
            terminal.slip is not None and terminal.slip.slip is not None and terminal.slip.slip.disputed
        )
        room_call(place=terminal.place, on=True, reason=DIFFER if disputed else PLAIN_CALL)


def call_off(terminal: Terminal, data: Mapping[str, str]) -> None:
    if terminal.place is not None:
        room_call(place=terminal.place, on=False)


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
