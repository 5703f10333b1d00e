"""A point in the play of a deal, or of an ending with fewer cards: the input of the engines."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from games.calls import STRAINS
from games.cards import SUITS, Card
from games.end_dummies import DUMMIES, OWNER, Cards, may_play
from games.seats import SEATS, Seat
from games.tricks import Trick
from games.wording import seat_name
from solver.errors import BadPosition

MAX_TRICKS = 13


@dataclass(frozen=True, slots=True)
class Now:
    """The state of a play: the cards left in hands N E S W, and the tricks won.

    `south` is the number of tricks won by South and East, and `north` the number won by North and West. `trick` is
    the trick on the table, which has no cards when the play is finished.
    """

    hands: tuple[Cards, ...]
    trick: Trick
    south: int = 0
    north: int = 0

    @property
    def left(self) -> int:
        """The number of tricks not yet complete."""
        return len(self.hands[self.trick.leader.place]) + bool(self.trick.cards)

    @property
    def player(self) -> str:
        """The player who plays the next card, `S` or `N`."""
        return OWNER[self.trick.to_play]

    @property
    def legal(self) -> Cards:
        """The cards that the hand or dummy whose turn it is may play (SOLO-15 to SOLO-17)."""
        seat, led = self.trick.to_play, self.trick.led
        return may_play(self.hands[seat.place], seat in DUMMIES, lambda card: card.suit == led)

    def after(self, card: Card, strain: str) -> "Now":
        """Return the state after this card, which must be legal."""
        place = self.trick.to_play.place
        hands = tuple(
            tuple(c for c in hand if c != card) if at == place else hand for at, hand in enumerate(self.hands)
        )
        trick = self.trick.with_card(card)
        if not trick.complete:
            return replace(self, hands=hands, trick=trick)
        winner = trick.winner(strain)
        south = OWNER[winner] == "S"
        return Now(hands, Trick(winner), self.south + south, self.north + (not south))


@dataclass(frozen=True, slots=True)
class Position:
    """A position: hands N E S W before the first lead, with the dummies in sequence, and the cards played since.

    A position also has the strain (`C D H S` or `N`) and the leader. The hands are of equal length, 1 to 13 cards.
    Positions of one play share `hands`, so that an engine keeps its results. Create positions with `of` and `after`,
    which check them. `now` is the state after the cards played.
    """

    hands: tuple[Cards, Cards, Cards, Cards]
    strain: str
    leader: Seat
    played: Cards
    now: Now

    @classmethod
    def of(cls, hands: Sequence[Cards], strain: str, leader: str, played: Iterable[Card] = ()) -> "Position":
        """Return the position after the cards played. Raise BadPosition naming the faulty part."""
        north, east, south, west = checked_hands(hands)
        if strain not in STRAINS:
            raise BadPosition("strain", f"{strain!r} is no strain: C, D, H, S or N.")
        if leader not in SEATS:
            raise BadPosition("leader", f"{leader!r} is no seat: N, E, S or W.")
        seat = Seat(leader)
        position = cls((north, east, south, west), strain, seat, (), Now((north, east, south, west), Trick(seat)))
        for card in played:
            position = position.after(card)
        return position

    def after(self, card: Card) -> "Position":
        """Return the position after this card. Raise BadPosition if the card is not legal."""
        if card not in self.now.legal:
            seat = seat_name(self.now.trick.to_play)
            raise BadPosition("played", f"Card {len(self.played) + 1}: {seat} may not play {card.name} now.")
        return replace(self, played=(*self.played, card), now=self.now.after(card, self.strain))


def checked_hands(hands: Sequence[Cards]) -> tuple[Cards, Cards, Cards, Cards]:
    """Return four hands of equal length, 1 to 13 cards, with no card occurring twice.

    Raise BadPosition naming the faulty hand otherwise.
    """
    if len(hands) != len(SEATS):
        raise BadPosition("hands", f"Four hands N, E, S and W are needed, not {len(hands)}.")
    held: Counter[Card] = Counter()
    for seat, hand in zip(SEATS, hands, strict=True):
        name = seat_name(seat)
        if not 1 <= len(hand) <= MAX_TRICKS:
            raise BadPosition(seat, f"{name} has {len(hand)} cards: 1 to {MAX_TRICKS} are needed.")
        if len(hand) != len(hands[0]):
            raise BadPosition(seat, f"{name} has {len(hand)} cards and North {len(hands[0])}: all need as many.")
        for card in hand:
            held[card] += 1
            if card.suit not in SUITS:
                raise BadPosition(seat, f"{name} has {card.name}, which is no card of this game.")
            if held[card] > 1:
                raise BadPosition(seat, f"{name} has {card.name}, which is there twice.")
    north, east, south, west = (tuple(hand) for hand in hands)
    return north, east, south, west
