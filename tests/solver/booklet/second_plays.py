"""The second reading of clauses about cards: logs are played again, and a turned deal is solved after each card."""

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from games.auction import Auction
from games.calls import STRAINS
from games.cards import CARD_BY_TEXT, CARD_TEXTS, SUITS, Card
from games.deals import Deal
from games.end_dummies import HAND_OF
from games.players import OPPONENT, PLAYERS
from games.registry import rules_for
from games.replay import replay
from games.seats import SEATS
from games.turned import OPPOSITE
from scoring.contracts import PASSED_OUT
from scoring.result import BoardResult
from solver import Engine, Position
from solver.by_eye import values_by_eye
from solver.tables import Table
from solver.verdicts.booklet import clauses as told
from solver.verdicts.booklet.field import GAME, BookletBoard, BookletLine, BookletLog
from solver.verdicts.booklet.play_clauses import TurnsAlike

RULES = rules_for(GAME)


@dataclass(frozen=True, slots=True)
class ReplayedCard:
    """A card with the position before it: `legal` cards, the player, and `position`, equal for equal positions."""

    seat: str
    player: str
    card: Card
    legal: tuple[Card, ...]
    position: Hashable


@dataclass(frozen=True, slots=True)
class ReplayedLine:
    """A play as the rules tell it. `bid` is the contract without doubles, or PASS; `tricks` are declarer's.

    `auction` is the auction before the first call.
    """

    line: BookletLine
    auction: Auction
    calls: tuple[tuple[str, str], ...]
    contract: str
    bid: str
    declarer: str
    tricks: int
    leader: str
    cards: tuple[ReplayedCard, ...]

    @property
    def call_texts(self) -> tuple[str, ...]:
        return tuple(call for _, call in self.calls)

    @property
    def made(self) -> bool:
        return self.tricks >= int(self.bid[0]) + 6

    def before(self, place: int) -> tuple[Card, ...]:
        return tuple(card.card for card in self.cards[:place])


def replayed(line: BookletLine) -> ReplayedLine:
    """Return the play of a recorded line. Acts that were taken back are left out by the rules themselves."""
    assert line.log is not None
    end = replay(RULES, line.log.setup, line.log.options, line.log.events)
    outcome = RULES.outcome(end) or {}
    tricks = (*end.done, end.trick) if end.trick else end.done
    played = [card for trick in tricks for card in trick.cards]
    start = RULES.start(line.log.setup, line.log.options)
    return ReplayedLine(
        line=line,
        auction=start.auction,
        calls=tuple(end.auction.entries()),
        contract=outcome["contract"],
        bid=outcome["contract"] if end.contract is None else f"{end.contract.level}{end.contract.strain}",
        declarer=outcome["declarer"] or "",
        tricks=outcome["tricks"] or 0,
        leader=str(tricks[0].leader) if tricks else "",
        cards=tuple(_cards(line.log, list(end.auction.entries()), played)),
    )


def _cards(log: BookletLog, calls: list[tuple[str, str]], played: list[Card]) -> Iterator[ReplayedCard]:
    """Yield the cards that players chose. A last trick that the rules play by themselves is not among them."""
    state: Any = RULES.start(log.setup, log.options)
    for player, call in calls:
        state = RULES.apply(state, player, f"c:{call}")
    for card in played:
        turn = RULES.turn(state)
        if turn not in PLAYERS:
            return
        legal = tuple(CARD_TEXTS[act] for act in RULES.legal(state, turn) if act in CARD_TEXTS)
        yield ReplayedCard(str(state.trick.to_play), turn, card, legal, _position(state))
        state = RULES.apply(state, turn, f"p:{card.text}")


def _position(state: Any) -> Hashable:
    return frozenset(card for hand in state.hands for card in hand), state.trick, state.won


ALL_TRICKS = 13
TURNED_SUIT = dict(zip(SUITS, SUITS[1:] + SUITS[:1], strict=True)) | {"N": "N"}
TURNED_CARD = {card: CARD_BY_TEXT[TURNED_SUIT[card.suit] + card.rank] for card in CARD_BY_TEXT.values()}
Played = tuple[Card, ...]


class TurnedSolver:
    """The values of one deal, each asked for once, from an engine that has seen nothing of the first reading."""

    def __init__(self, deal: Deal, engine: Engine) -> None:
        hands = {OPPOSITE[str(seat)]: tuple(TURNED_CARD[card] for card in hand) for seat, hand in deal.hands().items()}
        self._hands = [hands[seat][::-1] for seat in SEATS]
        self._engine = engine
        self._positions: dict[tuple[str, str, Played], Position] = {}
        self._values: dict[tuple[str, str, Played], int] = {}

    def south(self, strain: str, leader: str, played: Played = ()) -> int:
        """Return the tricks that South and East take in the whole play. Raise BadPosition if a card is not legal."""
        key = strain, leader, played
        if key not in self._values:
            self._values[key] = ALL_TRICKS - self._engine.value(self._position(*key))
        return self._values[key]

    def table(self) -> Table:
        return {strain: {who: self._declarers(strain, who) for who in PLAYERS} for strain in STRAINS}

    def _declarers(self, strain: str, declarer: str) -> int:
        south = self.south(strain, HAND_OF[OPPONENT[declarer]])
        return south if declarer == "S" else ALL_TRICKS - south

    def _position(self, strain: str, leader: str, played: Played) -> Position:
        key = strain, leader, played
        if key not in self._positions:
            if played:
                position = self._position(strain, leader, played[:-1]).after(TURNED_CARD[played[-1]])
            else:
                position = Position.of(self._hands, TURNED_SUIT[strain], OPPOSITE[leader])
            self._positions[key] = position
        return self._positions[key]


BOOK = 6
TOLD_CARDS = 40  # of the first ten tricks


class Saved(NamedTuple):
    """A card that only one or two cards could replace, and what it saved. `place` counts the cards before it."""

    play: ReplayedLine
    place: int
    holding: int
    of: int
    points: int

    @property
    def card(self) -> ReplayedCard:
        return self.play.cards[self.place]

    @property
    def merit(self) -> Fraction:
        return self.points * Fraction(self.of - self.holding, self.of)


class SecondPlays:
    """Checks of clauses about cards. `SecondReading` finds what they ask about, when a clause needs it."""

    board: BookletBoard
    lines: list[BookletLine]
    replays: list[ReplayedLine]
    solver: TurnedSolver
    table: Table

    def plays_checks(self) -> dict[type, Callable[[Any], bool]]:
        return {
            told.TurningCard: self._turning,
            told.HoldingCards: self._holding,
            told.BestLine: self._best_line,
            told.BestPlay: self._best_play,
        }

    def _play(self, key: str) -> ReplayedLine:
        return {play.line.key: play for play in self.replays}[key]

    def _declarers(self, play: ReplayedLine, cards: tuple[Card, ...]) -> int:
        south = self.solver.south(play.bid[1], play.leader, cards)
        return south if play.declarer == "S" else ALL_TRICKS - south

    def _makes(self, play: ReplayedLine, cards: tuple[Card, ...]) -> bool:
        return self._declarers(play, cards) >= int(play.bid[0]) + BOOK

    # Where tables lost a contract

    def _turning(self, clause: told.TurningCard) -> bool:
        makes = self.table[clause.bid[1]][clause.declarer] >= int(clause.bid[0]) + BOOK
        wrong = [line for line in self.lines if self._went_wrong(line, clause)]
        plays = [play for play in self.replays if play.line in wrong]
        turns = {play.line.key: place for play in plays if (place := self._turned_at(play, clause.made)) is not None}
        named = [(self._play(key), place) for key, place in clause.turns]
        cards = [play.cards[place] for play, place in named]
        return (
            makes != clause.made
            and (clause.turned, clause.recorded, clause.wrong) == (len(turns), len(plays), len(wrong))
            and all(turns[key] == place for key, place in clause.turns)
            and {card.seat for card in cards} == {clause.seat}
            and _by_frequency(card.card.text for card in cards) == list(clause.cards)
            and self._alike(clause, turns)
        )

    def _went_wrong(self, line: BookletLine, clause: told.TurningCard) -> bool:
        if line.result.contract in (PASSED_OUT, ""):
            return False
        same = (line.result.contract.rstrip("X"), line.result.declarer) == (clause.bid, clause.declarer)
        return same and ((line.result.tricks or 0) >= int(clause.bid[0]) + BOOK) == clause.made

    def _turned_at(self, play: ReplayedLine, made: bool) -> int | None:
        """Return the place of the last card that changed the contract's fate to `made`, or None if a claim did."""
        if self._makes(play, play.before(len(play.cards))) != made:
            return None
        for place in reversed(range(len(play.cards))):
            if self._makes(play, play.before(place)) != made:
                return place
        return None

    def _alike(self, clause: told.TurningCard, turns: dict[str, int]) -> bool:
        """True if the places named are all that are alike in the way that the clause says, and no others are more."""
        positions: dict[Hashable, set[str]] = {}
        same_cards: dict[Hashable, set[str]] = {}
        for key, place in turns.items():
            card = self._play(key).cards[place]
            positions.setdefault(card.position, set()).add(key)
            same_cards.setdefault((card.seat, card.card), set()).add(key)
        named = {key for key, _ in clause.turns}
        if clause.alike is TurnsAlike.FIRST:
            earliest = clause.turns[0][1] == min(turns.values())
            return len(turns) == len(same_cards) > 1 and earliest and len(named) == 1
        if clause.alike is TurnsAlike.CARD:
            return len(named) > 1 and named in same_cards.values() and len(named) == max(map(len, same_cards.values()))
        several = len(named) > 1 or len(turns) == 1
        return several and named in positions.values() and len(named) == max(map(len, positions.values()))

    def _holding(self, clause: told.HoldingCards) -> bool:
        play, place = self._play(clause.place[0]), clause.place[1]
        if (play.bid, play.declarer) != (clause.bid, clause.declarer):
            return False
        legal, before = play.cards[place].legal, play.before(place)
        holding = {card.text for card in legal if self._makes(play, (*before, card)) != clause.made}
        return ({*clause.cards}, clause.of) == (holding, len(legal))

    def _best_line(self, clause: told.BestLine) -> bool:
        play, place = self._play(clause.place[0]), clause.place[1]
        if (play.bid, play.declarer) != (clause.bid, clause.declarer):
            return False
        if self._makes(play, play.before(place)) == clause.made:
            return False
        cards = play.before(place)
        holder = {card: str(seat) for seat, hand in self.board.deal.hands().items() for card in hand}
        for seat, text in clause.cards:
            before, cards = cards, (*cards, CARD_BY_TEXT[text])
            if holder[cards[-1]] != seat or self._declarers(play, cards) != self._declarers(play, before):
                return False
        return len(cards) > place

    # The best play

    def _best_play(self, clause: told.BestPlay) -> bool:
        play, place = self._play(clause.place[0]), clause.place[1]
        best, *others = self._best() or [None]
        if best is None or best.points < told.LEAST_TOLD or (best.play.line.key, best.place) != clause.place:
            return False
        card = best.card
        line = next(line for line in self.lines if line.key == clause.place[0])
        shown = {"S": line.south, "N": line.north}[card.player]
        return (
            (clause.club, clause.name) == (line.club, shown)
            and (clause.contract, clause.declarer) == (play.contract, play.declarer)
            and (clause.player, clause.seat, clause.card) == (card.player, card.seat, card.card.text)
            and (clause.holding, clause.of, clause.points) == (best.holding, best.of, best.points)
            and card is play.cards[place]
            and clause.alone == (not others)
        )

    def _best(self) -> list[Saved]:
        saved = [card for play in self.replays for card in self._saved(play)]
        for merit in sorted({card.merit for card in saved}, reverse=True):
            if best := [card for card in saved if card.merit == merit and not self._is_plain(card)]:
                return best
        return []

    def _saved(self, play: ReplayedLine) -> Iterator[Saved]:
        """Yield the cards that kept declarer's tricks where no more than two cards did. The last cards are valued
        first, which is faster.
        """
        tricks = {}
        for place in reversed(range(len(play.cards))):
            legal, before = play.cards[place].legal, play.before(place)
            tricks[place] = {card: self._declarers(play, (*before, card)) for card in legal}
        for place, card in enumerate(play.cards[:TOLD_CARDS]):
            by_card = tricks[place]
            best = (max if card.player == play.declarer else min)(by_card.values())
            holding = sum(value == best for value in by_card.values())
            if by_card[card.card] != best or len(by_card) < 3 or holding > 2 or holding == len(by_card):
                continue
            worth = self._points(play, best)
            points = min(abs(self._points(play, value) - worth) for value in by_card.values() if value != best)
            if points > 0:
                yield Saved(play, place, holding, len(by_card), points)

    def _points(self, play: ReplayedLine, tricks: int) -> int:
        result = BoardResult.of_contract(play.contract, play.declarer, tricks, self.board.vulnerability)
        return result.ns_score or 0

    def _is_plain(self, saved: Saved) -> bool:
        """True if the card looks best at a glance."""
        play, card = saved.play, saved.card
        leader = OPPONENT[play.declarer]
        at = Position.of(self.board.deal.all_hands, play.bid[1], leader, play.before(saved.place))
        values = values_by_eye(at)
        best = max(values.values()) if card.player == "S" else min(values.values())
        return values[card.card] == best


def _by_frequency(texts: Iterator[str]) -> list[str]:
    """Return the different texts, the most frequent first, and of equally frequent ones the first that came."""
    all_texts = list(texts)
    return sorted(dict.fromkeys(all_texts), key=lambda text: (-all_texts.count(text), all_texts.index(text)))
