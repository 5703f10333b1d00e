"""A board as the solver sees it, with every call and card of its recorded plays."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from clubsite.analysis.judge import standing
from clubsite.analysis.services.solving import scorer
from clubsite.booklet.field import BookletBoard, BookletLine
from games.calls import CALL_TEXTS
from games.cards import CARD_TEXTS
from scoring.contracts import PASSED_OUT
from solver import Engine, Position
from solver.analysis import CallVerdict, CardVerdict, analyse_auction, analyse_play, points_of
from solver.auction import BOOK, SolvedAuction, Stand, opening
from solver.tables import Table, leader_against, ten_values

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
        """Return declarer's tricks, if South and East take `south`."""
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
    """True if declarer made the contract, which was not passed out."""
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
        found = {place: self._judged(lines[place]) for place in order}
        return [found[place] for place in range(len(lines))]

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
    found = [start]
    for verdict in verdicts[:-1]:
        found.append(found[-1].after(verdict.card))
    return tuple(found[: len(verdicts)])
