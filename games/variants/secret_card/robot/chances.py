"""The chance that a trick counts for the viewer, judged from a single view.

Visible hands are assumed to play as well as possible. The opponent's hand is guessed: it may hold any unseen card, but
an honour is more likely than a small card, since the hand was drafted.
"""

from collections.abc import Iterator, Sequence
from math import prod

from games.cards import CARD_BY_TEXT, FULL_DECK, Card
from games.robot_views import View, cards_named
from games.tricks import winning_place

HONOURS = "AKQJT"
HONOUR_DRAFTED = 1.5  # how much likelier a drafted hand holds an honour than a small card
MAX_CHANCE = 0.95
NOTHING_KNOWN = 0.5

Played = tuple[Card, str]  # a card and the player for whom it counts


class SeenTrick:
    """The trick, and the hands that have not played to it yet, as a single view shows them."""

    def __init__(self, view: View) -> None:
        self.me: str = view["me"]
        self.trump: str = view["contract"]["strain"]
        secret = view["more"]["secret"]
        known = cards_of([secret["card"]]) if secret["hidden"] and secret["card"] else []
        self.secret = known[0] if known and view["contract"]["declarer"] == self.me else None
        self.mine = cards_of(view["hands"][self.me]["cards"])
        self.dummy = [card for card in cards_of(view["hands"]["D"]["cards"]) if card not in known]
        entries = view["trick"]["cards"]
        self.played: list[Played] = [(CARD_BY_TEXT[e["card"]], e.get("by", e["seat"])) for e in entries]
        self.order: list[tuple[str, str]] = [(e["hand"], e["by"]) for e in view["more"]["turn_order"]]
        self.theirs = self._guess(view, known)

    def _guess(self, view: View, known: list[Card]) -> dict[Card, float]:
        """Return the cards that the opponent may hold, each with its probability."""
        hand = next(held for name, held in view["hands"].items() if name not in (self.me, "D"))
        if hand["cards"] is not None:
            return dict.fromkeys(cards_of(hand["cards"]), 1.0)
        last = view["last_trick"]["cards"] if view["last_trick"] else []
        seen = {*known, *self.mine, *self.dummy, *(card for card, _ in self.played)}
        seen |= {CARD_BY_TEXT[entry["card"]] for entry in last}
        weight = {c: HONOUR_DRAFTED if c.rank in HONOURS else 1.0 for c in FULL_DECK if c not in seen}
        share = hand["count"] / sum(weight.values())
        return {card: min(MAX_CHANCE, share * heavy) for card, heavy in weight.items()}

    def with_card(self, card: Card) -> float:
        """Return the chance that the viewer wins the trick if this card is played now."""
        return self.chance([*self.played, (card, self.me)])

    def chance(self, played: Sequence[Played]) -> float:
        """Return the chance that the viewer wins the trick once these cards have been played to it."""
        cards = [card for card, _ in played]
        holder = played[winning_place(cards, self.trump)][1]
        if len(played) == len(self.order):
            return float(holder == self.me)
        hand, by = self._next(played)
        if hand in (self.me, "D"):
            return self._in_sight(played, hand, by)
        answers = self._guessed(cards) if holder == self.me else iter([(cards[0], 1.0)])
        return sum(likely * self.chance([*played, (card, by)]) for card, likely in answers)

    def _next(self, played: Sequence[Played]) -> tuple[str, str]:
        """Return the hand that plays next, and the player to whom the hand's card belongs.

        If a lead from the dummy was stopped, declarer has led instead.
        """
        by = played[0][1]
        if self.order[0][0] != "D" or self.order[0][1] == by:
            return self.order[len(played)]
        other = self.order[0][1]
        return [(other, other), (by, by)][len(played) - 1]

    def _in_sight(self, played: Sequence[Played], hand: str, by: str) -> float:
        """Return the viewer's chance of winning the trick if the next card comes from a visible hand.

        The card belongs to the player `by`, who plays the best card available.
        """
        gone, led = [card for card, _ in played], played[0][0].suit
        held = [card for card in (self.mine if hand == self.me else self.dummy) if card not in gone]
        following = [card for card in held if card.suit == led]
        results = [self.chance([*played, (card, by)]) for card in _extremes(following or held)]
        best = (max if by == self.me else min)(results, default=NOTHING_KNOWN)
        if hand == "D" and self.secret and (self.secret.suit == led or not following):
            return max(best, self.chance([*played, (self.secret, self.me)]))
        return best

    def _guessed(self, cards: list[Card]) -> Iterator[tuple[Card, float]]:
        """Yield the cards that the opponent may play from hand, each with its probability.

        The candidates are the lowest card that beats the trick so far, and a card that does not win. The card led
        represents all the cards that do not win.
        """
        led = cards[0].suit
        suit, trumps = ([card for card in self.theirs if card.suit == strain] for strain in (led, self.trump))
        left = 1.0
        for card in self._beating(cards, suit):
            yield card, left * self.theirs[card]
            left *= 1 - self.theirs[card]
        ruffs = self._beating(cards, trumps) if led != self.trump else []
        if ruffs:
            void = prod(1 - self.theirs[card] for card in suit)
            ruffed = min(left, void * (1 - prod(1 - self.theirs[card] for card in ruffs)))
            yield ruffs[0], ruffed
            left -= ruffed
        yield cards[0], left

    def _beating(self, cards: list[Card], others: list[Card]) -> list[Card]:
        """Return the cards of one suit that would now win the trick, lowest first."""
        better = [card for card in others if winning_place([*cards, card], self.trump) == len(cards)]
        return sorted(better, key=lambda card: card.strength)


def cards_of(texts: Sequence[str] | None) -> list[Card]:
    """Return the cards in a view's hand, or [] for a hidden hand."""
    return list(cards_named(texts))


def _extremes(cards: list[Card]) -> list[Card]:
    """Return the lowest and highest cards of each suit, which are enough to see how a hand can affect a trick."""
    extremes: list[Card] = []
    for suit in {card.suit: None for card in cards}:
        same = sorted((card for card in cards if card.suit == suit), key=lambda card: card.strength)
        extremes += same[:1] + same[1:][-1:]
    return extremes
