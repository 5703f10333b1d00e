"""A trick of four cards, clockwise from its leader, and a trick whose order the game decides.

Neither kind of trick checks that players follow suit, because the games do that.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from games.cards import Card
from games.seats import Seat, clockwise


def winning_place(cards: Sequence[Card], trump: str) -> int:
    """Return the place (0 is the leader) of the winning card: the highest trump, or else the highest of the suit led.

    `trump` is a suit or "N" for no trump. `cards` must not be empty.
    """
    best = 0
    for place in range(1, len(cards)):
        card, holder = cards[place], cards[best]
        if card.suit == holder.suit:
            if card.strength > holder.strength:
                best = place
        elif card.suit == trump:
            best = place
    return best


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick of four cards. `cards` is in the order in which they were played, beginning with the leader's card."""

    leader: Seat
    cards: tuple[Card, ...] = ()

    @property
    def led(self) -> str | None:
        """The suit led, or None if no card has been led."""
        return self.cards[0].suit if self.cards else None

    @property
    def complete(self) -> bool:
        return len(self.cards) == 4

    @property
    def to_play(self) -> Seat:
        """The hand that plays the next card. The value is meaningless once the trick is complete."""
        return clockwise(self.leader)[len(self.cards) % 4]

    def plays(self) -> list[tuple[Seat, Card]]:
        """Return (seat, card) pairs in the order in which the cards were played."""
        return list(zip(clockwise(self.leader), self.cards, strict=False))

    def with_card(self, card: Card) -> "Trick":
        return Trick(self.leader, (*self.cards, card))

    def winner(self, trump: str) -> Seat:
        """Return the seat whose card is winning so far. Raise ValueError if no card has been led."""
        if not self.cards:
            raise ValueError("no card has been led")
        return clockwise(self.leader)[winning_place(self.cards, trump)]


@dataclass(frozen=True, slots=True)
class OrderedTrick:
    """A trick between hands with any names. `order` is the order in which the hands play: `("S", "dummy", "N")`."""

    order: tuple[str, ...]
    cards: tuple[Card, ...] = ()

    @property
    def leader(self) -> str:
        return self.order[0]

    @property
    def led(self) -> str | None:
        """The suit led, or None if no card has been led."""
        return self.cards[0].suit if self.cards else None

    @property
    def complete(self) -> bool:
        return len(self.cards) == len(self.order)

    @property
    def to_play(self) -> str:
        """The hand that plays the next card. The value is meaningless once the trick is complete."""
        return self.order[len(self.cards) % len(self.order)]

    def plays(self) -> list[tuple[str, Card]]:
        """Return (hand, card) pairs in the order in which the cards were played."""
        return list(zip(self.order, self.cards, strict=False))

    def with_card(self, card: Card) -> "OrderedTrick":
        return OrderedTrick(self.order, (*self.cards, card))

    def winner(self, trump: str) -> str:
        """Return the hand whose card is winning so far. Raise ValueError if no card has been led."""
        if not self.cards:
            raise ValueError("no card has been led")
        return self.order[winning_place(self.cards, trump)]
