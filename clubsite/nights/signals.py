"""Signals from a session to higher-level apps. All but the last are sent within the transaction concerned.

`board_settled(table_board)` is sent when a round or session ends without the board having been played.
`boards_made(board_set)` is sent when a set is stored.
`boards_opened(boards)` is sent when sealed boards are opened: their cards are in the clear from now on.
`board_dealt(board)` is sent when the cards of a board dealt at the table are stored or changed.
`board_moved(old, new, user, facts)` is sent when a row goes to other players: `old` is now void, `new` is theirs.
`board_instead(old, new, user)` is sent when a row is changed to another board: `old` is now void.
`board_met_before(table_board, again)` is sent when a round opens, for a row that nobody can play because the
sides `again` ("NS", "EW" or both) have already played its board.
`lines_changed(session_id)` is sent when a round opens, or when the plan of a session in play changes.
`start_taken_back(session)` is sent when a started session becomes a draft again, before its rows are deleted; a
receiver with typed data refuses this with `Refused`.
`round_wanted(section_id)` is sent when a round closes and the next one is to be drawn from the standings.
`players_changed(session)` is sent when there is a change in who plays, or has played, as a contestant in a
session that has started; the session is locked.
`session_starting(session)` is sent before a draft starts, with the session locked; a receiver refuses the start with
`Refused`.
`start_asked(session)` is sent before the transaction that starts a draft, so that a receiver can fetch what the
start needs.
`options_chosen(session)` is sent when the options of the session's game change.
`session_changed(session_id, ended)` is sent after commit, for every change to what the director's page shows;
`ended` means that the session is over. Only `session_tell` sends it.
"""

from typing import Any

from django.db import transaction
from django.dispatch import Signal

board_settled = Signal()
boards_made = Signal()
boards_opened = Signal()
board_dealt = Signal()
board_moved = Signal()
board_instead = Signal()
board_met_before = Signal()
lines_changed = Signal()
start_taken_back = Signal()
round_wanted = Signal()
players_changed = Signal()
session_starting = Signal()
start_asked = Signal()
options_chosen = Signal()
session_changed = Signal()


def session_tell(sender: Any, session_id: str, *, ended: bool = False) -> None:
    """Send `session_changed` after the commit. A receiver's failure is only logged: the sweep makes up for it."""
    facts = {"sender": sender, "session_id": session_id, "ended": ended}
    transaction.on_commit(lambda: session_changed.send(**facts), robust=True)
