"""One board of an event and its whole field, as plain values. A page of the booklet is made from them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from games.deals import Deal
from games.errors import GameError
from games.registry import rules_for
from games.replay import Event, replay
from scoring.lines import Status
from scoring.result import BoardResult

AS_PLAYED = (Status.PLAYED, Status.PASSED_OUT)
GAME = "solo"


@dataclass(frozen=True, slots=True)
class BookletLog:
    """The log of a play on screens, in the form that `games.replay` takes."""

    setup: Mapping[str, Any]
    options: Mapping[str, str]
    events: Sequence[Event]


@dataclass(frozen=True, slots=True)
class BookletLine:
    """The result of one table. `south` and `north` are the names that strangers may read, or "".

    `percent_south` and `percent_north` are each player's share of the event's top, or None if the line does not count.
    """

    key: str
    club: str
    result: BoardResult
    percent_south: Fraction | None = None
    percent_north: Fraction | None = None
    log: BookletLog | None = None
    south: str = ""
    north: str = ""

    def name(self, player: str) -> str:
        """Return the name of player S or N that strangers may read, or ""."""
        return self.south if player == "S" else self.north


@dataclass(frozen=True, slots=True)
class BookletBoard:
    """A board of the event with the lines of all heats. `options` are the game's options in the event.

    Raise ValueError if two lines have one key.
    """

    number: int
    dealer: str
    vulnerability: str
    deal: Deal
    lines: Sequence[BookletLine]
    options: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if len({line.key for line in self.lines}) < len(self.lines):
            raise ValueError(f"Board {self.number} has two lines with one key")

    @property
    def compared(self) -> list[BookletLine]:
        """The lines that sentences speak about: contracts as played, compared with the whole field."""
        played = [line for line in self.lines if line.result.status in AS_PLAYED and not line.result.group]
        return [line for line in played if line.result.contract]

    @property
    def recorded(self) -> list[BookletLine]:
        """The compared lines whose log is complete and led to the result that counts."""
        return [line for line in self.compared if _tells_of_the_result(self, line)]


def _tells_of_the_result(board: BookletBoard, line: BookletLine) -> bool:
    """True if the log is of this board and ends in the line's result. A ruling may have changed the result since."""
    log, rules = line.log, rules_for(GAME)
    if log is None or not _is_of(board, log):
        return False
    try:
        outcome = rules.outcome(replay(rules, log.setup, log.options, log.events))
    except GameError:
        return False
    if outcome is None:
        return False
    found = line.result.contract, line.result.declarer or None, line.result.tricks
    return (outcome["contract"], outcome["declarer"], outcome["tricks"]) == found


def _is_of(board: BookletBoard, log: BookletLog) -> bool:
    """True if the log's setup has this board's cards, sequences, dealer and vulnerability."""
    try:
        deal = Deal.from_setup(log.setup)
    except GameError:
        return False
    same_hands = {*deal.north} == {*board.deal.north} and {*deal.south} == {*board.deal.south}
    same_dummies = (deal.east, deal.west) == (board.deal.east, board.deal.west)
    same_head = (log.setup.get("dealer"), log.setup.get("vul")) == (board.dealer, board.vulnerability)
    return same_hands and same_dummies and same_head
