"""The recorded plays of a board for the second reading: each log is folded by the rules, and then played again."""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from typing import Any

from games.auction import Auction
from games.cards import CARD_TEXTS, Card
from games.players import PLAYERS
from games.registry import rules_for
from games.replay import replay
from solver.verdicts.booklet.field import GAME, BookletLine, BookletLog

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
        """Return the cards played before this place."""
        return tuple(one.card for one in self.cards[:place])


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
