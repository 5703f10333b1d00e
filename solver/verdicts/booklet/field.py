"""One board of an event: its whole field, and the solver's verdicts on every call and card of the recorded plays."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from games.calls import CALL_TEXTS
from games.cards import CARD_TEXTS
from games.deals import Deal
from games.errors import GameError
from games.registry import rules_for
from games.replay import Event, replay
from scoring.contracts import PASSED_OUT
from scoring.lines import Status
from scoring.result import BoardResult
from solver import Engine, Position
from solver.analysis import CallVerdict, CardVerdict, analyse_auction, analyse_play, points_of
from solver.auction import BOOK, SolvedAuction, Stand, opening
from solver.tables import Table, leader_against, ten_values
from solver.verdicts.judge import standing
from solver.verdicts.solution import scorer

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

    Raise ValueError if two lines have the same key.
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
        """The lines that the sentences are about: contracts as played, compared with the whole field."""
        played = [line for line in self.lines if line.result.status in AS_PLAYED and not line.result.group]
        return [line for line in played if line.result.contract]

    @property
    def recorded(self) -> list[BookletLine]:
        """The compared lines whose log is complete and led to the result that counts."""
        return [line for line in self.compared if _tells_of_the_result(self, line)]


def _tells_of_the_result(board: BookletBoard, line: BookletLine) -> bool:
    """True if the log is of this board and ends in the line's result. A later ruling may have changed the result."""
    log, rules = line.log, rules_for(GAME)
    if log is None or not _is_of(board, log):
        return False
    try:
        outcome = rules.outcome(replay(rules, log.setup, log.options, log.events))
    except GameError:
        return False
    if outcome is None:
        return False
    counted = line.result.contract, line.result.declarer or None, line.result.tricks
    return (outcome["contract"], outcome["declarer"], outcome["tricks"]) == counted


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


ALL_TRICKS = 13


@dataclass(frozen=True, slots=True)
class JudgedLine:
    """A recorded play. `calls` and `cards` are verdicts on every call and card; `positions` come before each card."""

    line: BookletLine
    calls: tuple[CallVerdict, ...]
    positions: tuple[Position, ...]
    cards: tuple[CardVerdict, ...]

    @property
    def call_texts(self) -> tuple[str, ...]:
        return tuple(verdict.call for verdict in self.calls)

    @property
    def bid(self) -> str:
        """The contract without doubles, or PASS."""
        return bid_of(self.line)

    def declarers(self, south: int) -> int:
        """Return declarer's tricks if South and East take `south` tricks."""
        return south if self.line.result.declarer == "S" else ALL_TRICKS - south

    @property
    def needs(self) -> int:
        return needed(self.bid)


def bid_of(line: BookletLine) -> str:
    """Return the line's contract without doubles, or PASS."""
    contract = line.result.contract
    return contract if contract == PASSED_OUT else contract.rstrip("X")


def needed(bid: str) -> int:
    """Return the number of tricks that a contract needs."""
    return int(bid[0]) + BOOK


def was_made(line: BookletLine) -> bool:
    """True if declarer made the contract. False if the board was passed out."""
    return (line.result.over or 0) >= 0


class SolvedBoard:
    """A board's ten values and auction, and verdicts on its recorded plays."""

    def __init__(self, board: BookletBoard, engine: Engine) -> None:
        self.board, self.engine = board, engine
        self.score = scorer(board.vulnerability)
        self.values: Table = ten_values(board.deal.all_hands, engine)
        self.auction = SolvedAuction(self.values, self.score, board.options.get("auction_end", "two_passes"))

    @property
    def start(self) -> Stand:
        return opening(self.board.dealer)

    @property
    def par(self) -> int:
        """The points to South with best calls and play."""
        return self.auction.worth(self.start).points

    @cached_property
    def judged(self) -> list[JudgedLine]:
        """The recorded lines, in the order of the field. Plays in one strain are judged together, which is faster."""
        lines = list(self.board.recorded)
        order = sorted(range(len(lines)), key=lambda place: (bid_of(lines[place])[1:], lines[place].result.declarer))
        verdicts = {place: self._judged(lines[place]) for place in order}
        return [verdicts[place] for place in range(len(lines))]

    def before_lead(self, bid: str, declarer: str) -> Position:
        """Return the position before the opening lead against this contract."""
        return Position.of(self.board.deal.all_hands, bid[1], leader_against(declarer))

    def _judged(self, line: BookletLine) -> JudgedLine:
        assert line.log is not None
        acts = [event["a"] for event in standing(line.log.events)]
        texts = [CALL_TEXTS[act] for act in acts if act in CALL_TEXTS]
        calls = tuple(analyse_auction(self.auction, self.board.dealer, texts))
        bid, declarer = bid_of(line), line.result.declarer
        if bid == PASSED_OUT:
            return JudgedLine(line, calls, (), ())
        start = self.before_lead(bid, declarer)
        cards = [CARD_TEXTS[act] for act in acts if act in CARD_TEXTS]
        worth = points_of(line.result.contract, declarer, self.score, ALL_TRICKS)
        verdicts = analyse_play(start, cards, self.engine, worth)
        return JudgedLine(line, calls, _positions(start, verdicts), tuple(verdicts))


def _positions(start: Position, verdicts: Sequence[CardVerdict]) -> tuple[Position, ...]:
    positions = [start]
    for verdict in verdicts[:-1]:
        positions.append(positions[-1].after(verdict.card))
    return tuple(positions[: len(verdicts)])
