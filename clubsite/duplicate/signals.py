"""Signals of a session to the apps above.

`board_settled(table_board)`: sent in the transaction that ends a round or a session in which the board was not played.
`boards_made(board_set)`: in the transaction that stores a set.
`board_dealt(board)`: in the transaction that stores or changes the cards of a board dealt at the table.
`board_moved(old, new, user, why)`: in the transaction that gives a row to other players: `old` is void now, `new` is
theirs.
`board_instead(old, new, user)`: in the transaction that changes a row to another board: `old` is void now.
`board_met_before(table_board, again)`: in the transaction that opens a round, for a row that nobody can play because
the sides `again` ("NS", "EW" or both) have played its board.
`lines_changed(session_id)`: in the transaction that opens a round, or changes the plan of one in play.
`start_taken_back(session)`: in the transaction that makes a started session a draft again, before its rows are deleted;
a receiver with typed data refuses it with `Refused`.
`round_wanted(section_id)`: in the transaction that closes a round whose successor is drawn from the standings.
`players_changed(session)`: in the transaction that changes who plays, or has played, as a contestant of a session that
was started; the session is locked.
`options_chosen(session)`: in the transaction that changes the options of its game.
`session_changed(session_id, ended)`: after commit, for everything that the director's page shows; `ended`: the session
is over. Only `session_tell` sends it.
"""

from typing import Any

from django.db import transaction
from django.dispatch import Signal

board_settled = Signal()
boards_made = Signal()
board_dealt = Signal()
board_moved = Signal()
board_instead = Signal()
board_met_before = Signal()
lines_changed = Signal()
start_taken_back = Signal()
round_wanted = Signal()
players_changed = Signal()
options_chosen = Signal()
session_changed = Signal()


def session_tell(sender: Any, session_id: str, *, ended: bool = False) -> None:
    """Send `session_changed` once the outermost transaction has committed, or at once if there is none.

    A failing receiver is only logged: the data is stored, and the next change or the sweep sends the rest.
    """
    told = {"sender": sender, "session_id": session_id, "ended": ended}
    transaction.on_commit(lambda: session_changed.send(**told), robust=True)
