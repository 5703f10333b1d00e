"""A proof for a player who does not know the opponent's hand: that no hand can keep a trick from this player."""

from games.cards import SUITS, Card
from games.end_dummies import Cards
from games.three_hands import DUMMY
from solver.three_hands import ThreeHandEnding


def sure_of_the_rest(ending: ThreeHandEnding, player: str, unseen: Cards, nodes: int) -> bool:
    """True if this player, who is on lead, takes all the tricks whatever the opponent holds.

    The opponent may answer each lead with any of the `unseen` cards and need not follow suit. This is more than the
    rules allow, so not every certain claim is proved. Return False if the search examines more than `nodes` leads. The
    opponent's hand in `ending` is not used.
    """
    secret = ending.secret
    mine = secret is None or secret.declarer == player
    if ending.played or ending.leader != player or ending.kept_lead is not None or not mine:
        return False
    dummy = ending.hands[DUMMY] + ((secret.card,) if secret else ())
    return _Sure(ending.strain, unseen, nodes).all_from(ending.hands[player], dummy, ending.order[0] == DUMMY)


class _Sure:
    """A proof that a player on lead takes all tricks against any hand among the unseen cards."""

    def __init__(self, strain: str, unseen: Cards, nodes: int) -> None:
        self.strain, self.nodes = strain, nodes
        self.highest = {suit: max([self._power(card, suit) for card in unseen], default=0) for suit in SUITS}
        self.failed: set[tuple[Cards, Cards, bool]] = set()

    def all_from(self, hand: Cards, dummy: Cards, from_dummy: bool) -> bool:
        """True if all tricks are sure with these cards. The dummy leads if `from_dummy`, or else the hand."""
        key = (hand, dummy, from_dummy)
        if not hand:
            return True
        self.nodes -= 1
        if key in self.failed or self.nodes < 0:
            return False
        leads, thirds = (dummy, hand) if from_dummy else (hand, dummy)
        for lead in leads:
            for third in tuple(card for card in thirds if card.suit == lead.suit) or thirds:
                powers = self._power(lead, lead.suit), self._power(third, lead.suit)
                by_third = powers[1] > powers[0]
                if max(powers) <= self.highest[lead.suit]:
                    continue  # an unseen card may beat the winner
                left = tuple(tuple(c for c in cards if c not in (lead, third)) for cards in (hand, dummy))
                if self.all_from(left[0], left[1], from_dummy != by_third):
                    return True
        self.failed.add(key)
        return False

    def _power(self, card: Card, led: str) -> int:
        return card.strength + 100 * (card.suit == self.strain) if card.suit in (led, self.strain) else 0
