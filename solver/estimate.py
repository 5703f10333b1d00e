"""Trick estimates from a look at the cards: the starting point of a search and the basis of a weaker player's bids."""

from games.cards import hcp
from games.end_dummies import DUMMY_OF, HAND_OF, OWNER, Cards
from games.seats import Seat
from solver.position import MAX_TRICKS, Position

# Least squares over random deals: tricks of the declarer by points and trumps of hand and dummy.
SUIT_BASE, SUIT_HAND, SUIT_DUMMY, TRUMP_IN_HAND, TRUMP_IN_DUMMY = -8.74, 0.389, 0.233, 1.387, 1.195
NO_TRUMP_BASE, NO_TRUMP_HAND, NO_TRUMP_DUMMY = -4.94, 0.63, 0.414

# A search begins this much above the declarer's expectation, as the defender, who leads, refutes sooner than
# the declarer proves.
EXTRA_TRICKS = 1


def expected_tricks(hands: tuple[Cards, ...], strain: str, declarer: str) -> int:
    """Return how many of the 13 tricks declarer (`S` or `N`) can expect. `hands` has the whole deal (N E S W)."""
    hand, dummy = hands[HAND_OF[declarer].place], hands[DUMMY_OF[declarer].place]
    if strain == "N":
        tricks = NO_TRUMP_BASE + NO_TRUMP_HAND * hcp(hand) + NO_TRUMP_DUMMY * hcp(dummy)
    else:
        trumps, dummy_trumps = (sum(card.suit == strain for card in cards) for cards in (hand, dummy))
        tricks = SUIT_BASE + SUIT_HAND * hcp(hand) + SUIT_DUMMY * hcp(dummy)
        tricks += TRUMP_IN_HAND * trumps + TRUMP_IN_DUMMY * dummy_trumps
    return min(MAX_TRICKS, max(0, round(tricks)))


def estimate(at: Position) -> int:
    """Estimate how many tricks South and East take in the whole play.

    Before the lead of a whole deal the estimate is based on the cards. Later, or in an ending, it is the number of
    tricks already won plus half of the tricks still to come.
    """
    if at.played or len(at.hands[0]) < MAX_TRICKS:
        return at.now.south + (at.now.left + 1) // 2
    if at.leader in (Seat.N, Seat.W):
        return expected_tricks(at.hands, at.strain, OWNER[Seat.S])
    return MAX_TRICKS - expected_tricks(at.hands, at.strain, OWNER[Seat.N])


def first_guess(at: Position) -> int:
    """Return the value at which a search begins: the estimate, moved slightly in declarer's favour before the lead."""
    if at.played or len(at.hands[0]) < MAX_TRICKS:
        return estimate(at)
    return estimate(at) + (EXTRA_TRICKS if at.leader in (Seat.N, Seat.W) else -EXTRA_TRICKS)
