"""The director calls at a table, as sentences: who calls, from which seat, and why."""

from collections.abc import Iterable
from dataclasses import dataclass

from clubsite.nights.selectors.contestants import names_of
from clubsite.play.calls import Call
from clubsite.play.models import CallReason
from games.wording import contestant_sides


@dataclass(frozen=True, slots=True)
class CallTold:
    """A director call in the words that the director reads, such as "South, Bo, calls"."""

    call: Call
    words: str

    @property
    def key(self) -> str:
        return self.call.key


def calls_told(calls: Iterable[tuple[Call, bool]]) -> list[CallTold]:
    """Return these calls as sentences, in order. The flag with each call says whether pairs play at its table.

    All names are looked up with a single query.
    """
    rows = list(calls)
    names = names_of([call.by for call, _ in rows]) if rows else {}
    return [
        CallTold(call, call_words(call.reason, call.player, call.board, names.get(call.by, ""), pairs))
        for call, pairs in rows
    ]


def call_words(reason: str, player: str, board: int | None, name: str, pairs: bool) -> str:
    """Return a call as a sentence. `name` is "" for a call of a table's own device."""
    side = contestant_sides(pairs)[player == "N"]
    own, who = not name, f"{side}, {name}," if name else "The table’s device"
    match reason:
        case CallReason.SEAT:
            seat = "to be the table’s own" if own else f"for the seat of {name} ({side})"
            return f"Another device asks {seat}"
        case CallReason.RESULT:
            of_board = f" of board {board}" if board else ""
            return f"{who} does not agree on the result{of_board}"
        case CallReason.SCORE:
            return f"{who} calls: the two sides do not agree on a score"
        case CallReason.LEAD:
            return f"{who} calls: leads of a board were refused"
    return f"{who} calls"
