"""Endings with one right card: South plays from hand and needs k of n tricks, which only this card achieves.

Pure functions: the same seed, shape and kind of engine give the same ending. All chance is in `games.shuffle`.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from games.calls import STRAINS
from games.cards import FULL_DECK, Card
from games.seats import SEATS, Seat, clockwise
from games.shuffle import shuffled
from solver import Engine, OutOfNodes, Position

SOUTH = SEATS.index(Seat.S)
FULL_DEAL_TRICKS = 13
FEWEST_CHOICES = 3
PLACES = (0, 0, 1, 2, 3)  # cards on the table before South's: on lead twice as often as at each other place


@dataclass(frozen=True, slots=True)
class Ending:
    """One ending. It is South's turn to play from hand in the position `at`. `values` are the tricks that South and
    East take in the whole ending after each legal card. Only the card `answer` takes `needs` of the `tricks`.
    """

    at: Position
    values: dict[Card, int]

    @property
    def needs(self) -> int:
        return max(self.values.values())

    @property
    def tricks(self) -> int:
        return len(self.at.hands[SOUTH])

    @property
    def answer(self) -> Card:
        return max(self.values, key=lambda card: self.values[card])


def endings(seed: str, tricks: int, engine: Engine, *, deals: int, nodes: int | None = None) -> Iterator[Ending]:
    """Yield the endings with `tricks` cards per hand among `deals` deals from this seed. Abandon a search of more than
    `nodes` nodes.
    """
    for number in range(deals):
        at = position_from_seed(seed, tricks, number)
        if len(at.now.legal) < FEWEST_CHOICES:
            continue
        try:
            values = engine.values(at, nodes=nodes)
        except OutOfNodes:
            continue
        if is_unique(values) and not is_obvious(at, values):
            yield Ending(at, values)


def position_from_seed(seed: str, tricks: int, number: int) -> Position:
    """Return a position of `tricks` cards per hand with South to play, on lead or in the middle of the first trick."""
    label = f"ending {tricks} {number}"
    deck = shuffled(FULL_DECK, seed, label)[: 4 * tricks]
    hands = [deck[place * tricks : (place + 1) * tricks] for place in range(len(SEATS))]
    strain = shuffled(STRAINS, seed, f"{label} strain")[0]
    before = 0 if tricks == FULL_DEAL_TRICKS else shuffled(PLACES, seed, f"{label} place")[0]
    leader = clockwise(Seat.S)[-before % len(SEATS)]
    at = Position.of(hands, strain, leader)
    for turn in range(before):
        at = at.after(shuffled(at.now.legal, seed, f"{label} card {turn}")[0])
    return at


def is_unique(values: dict[Card, int]) -> bool:
    """True if exactly one card takes the most tricks, and takes at least one."""
    best = max(values.values())
    return best > 0 and list(values.values()).count(best) == 1


def is_obvious(at: Position, values: dict[Card, int]) -> bool:
    """True if the right card is the highest left in its suit, or the only card that beats the trick so far."""
    answer = max(values, key=lambda card: values[card])
    left = [card for hand in at.now.hands for card in hand] + list(at.now.trick.cards)
    if all(card.strength <= answer.strength for card in left if card.suit == answer.suit):
        return True
    if not at.now.trick.cards:
        return False
    takers = [card for card in values if at.now.trick.with_card(card).winner(at.strain) == Seat.S]
    return takers == [answer]
