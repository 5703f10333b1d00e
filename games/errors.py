"""The games' errors, each with a sentence for the person who caused it."""


class GameError(Exception):
    """Base class of all errors in this library."""


class IllegalAction(GameError):
    """Raised for an action that the rules refuse. The state has not changed.

    `reason` is a plain sentence for the player. `rule` is the paragraph to cite (`SOLO-17`) or "".
    """

    def __init__(self, reason: str, rule: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.rule = rule


class BadSetup(GameError):
    """Raised if a play cannot start because the setup or an option is wrong. The message says what is wrong."""


class BadDeal(BadSetup):
    """Raised for a deal that does not consist of 52 different cards in four hands of 13.

    `board` is the board's number or None, `field` is the part at fault (`hands.E`, `EastSequence`), and `message`
    is a sentence for people.
    """

    def __init__(self, board: int | None, field: str, message: str) -> None:
        where = f"Board {board}" if board is not None else "The board"
        super().__init__(f"{where}, {field}: {message}")
        self.board = board
        self.field = field
        self.message = message


class BadLog(GameError):
    """Raised for a recorded event that cannot have happened. `seq` is its number, and `reason` is a sentence."""

    def __init__(self, seq: int, reason: str) -> None:
        super().__init__(f"Event {seq}: {reason}")
        self.seq = seq
        self.reason = reason
