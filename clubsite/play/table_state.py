"""Everything around a room's play for one seat: the `table` part of a view message.

`seats/table_state.py` makes this part for a session and `home/table_state.py` for a match at home. It reveals
nothing about the cards except the result of a finished play. `as_json` uses the keys in docs/protocol.md.
"""

from dataclasses import asdict, dataclass, field
from enum import StrEnum

Json = dict[str, object]
NO_SESSION: Json = {"home": True, "club": "", "session": "", "entry": None}


class Stage(StrEnum):
    """The stage of a seat's table, called `state` in messages."""

    NOT_STARTED = "not_started"
    WAITING = "waiting"  # at home: nobody is opposite yet
    READY = "ready"
    PLAYING = "playing"
    RESULT = "result"
    ROUND_DONE = "round_done"
    SIT_OUT = "sit_out"
    PAUSED = "paused"
    FINISHED = "finished"


class NextKind(StrEnum):
    """The kinds of next step that a seat can have."""

    BOARD = "board"
    ROUND = "round"
    SIT_OUT = "sit_out"
    DRAW = "draw"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class Opponent:
    """The opponent. `connected` is True if their page is currently open or if they are a robot."""

    name: str
    seat: str
    connected: bool
    robot: bool


@dataclass(frozen=True, slots=True)
class BoardHeader:
    """The board on display, or the next one. At home, the dealer may be "" and the vulnerability None."""

    number: int | None
    dealer: str | None
    vul: str | None


@dataclass(frozen=True, slots=True)
class ShownResult:
    """The result that both players are asked to accept. `corrected` means that a director changed the result.

    `came_to` says how the contract turned out, or is "". `text` is the whole result as a sentence. At home, `text`
    and `score_text` have placeholders in place of the players' names (`games.wording`).
    """

    board: int
    contract: str | None
    declarer: str | None
    tricks: int | None
    ns_score: int | None
    came_to: str
    text: str
    score_text: str
    claimed: bool = False
    corrected: bool = False


@dataclass(frozen=True, slots=True)
class Next:
    """The next step for a seat. `board` is set for the kind BOARD; `round` for ROUND, SIT_OUT and DRAW; and `table`
    and `seat` for ROUND.
    """

    kind: NextKind
    board: int | None = None
    round: int | None = None
    table: int | str | None = None
    seat: str | None = None

    def as_json(self) -> Json:
        match self.kind:
            case NextKind.BOARD:
                return {"board": self.board}
            case NextKind.ROUND:
                return {"round": self.round, "table": self.table, "seat": self.seat}
            case NextKind.SIT_OUT:
                return {"round": self.round, "sit_out": True}
            case NextKind.DRAW:
                return {"round": self.round, "draw": True}
        return {"finished": True}


@dataclass(frozen=True, slots=True)
class TableState:
    """Everything around the play as seen by the player `seat`: "S" or "N", or None for someone without a seat.

    `checked` is a message with placeholders about the last claim that the computer checked here, "" once play has
    resumed, or None if claims are not checked. `misclick` is the number of seconds in which a misclick can still be
    taken back, or 0. `robot_at_once` means that the opponent is a robot that does not wait for misclicks, so an act
    that passes the turn to the robot is final. `called_by` is the player who may take back the call for the director.
    `around` has what a club's session or a match at home adds (docs/protocol.md).
    """

    stage: Stage
    name: str = ""
    seat: str | None = None
    opponent: Opponent | None = None
    board: BoardHeader | None = None
    ready: tuple[str, ...] = ()
    result: ShownResult | None = None
    next: Next | None = None
    called: bool = False
    called_by: str | None = None
    disputed: bool = False
    checked: str | None = None
    misclick: float = 0.0
    robot_at_once: bool = False
    around: Json = field(default_factory=lambda: NO_SESSION)

    def as_json(self) -> Json:
        return {
            "state": self.stage.value,
            "name": self.name,
            "ready": list(self.ready),
            **self.around,
            **(self._at_table() if self.seat else {}),
        }

    def _at_table(self) -> Json:
        board = self.board
        return {
            "seat": self.seat,
            "opponent": asdict(self.opponent) if self.opponent else None,
            "board": board.number if board else None,
            "dealer": board.dealer if board else None,
            "vul": board.vul if board else None,
            "result": asdict(self.result) if self.result else None,
            "next": self.next.as_json() if self.next else None,
            "called": self.called,
            "called_by": self.called_by,
            "disputed": self.disputed,
            "checked": self.checked,
            "misclick": self.misclick,
            "robot_at_once": self.robot_at_once,
        }
