"""The simplest way to play endings, straight from the rules and without the solver: no bounds, no equal cards."""

from games.cards import Card

Hand = tuple[tuple[str, int], ...]  # (suit, rank), a dummy's cards in order; seats NESW are 0 to 3
Hands = tuple[Hand, Hand, Hand, Hand]
Memo = dict[tuple[Hands, int], int]
SOUTHS = (1, 2)  # East and South (SOLO-2)
DUMMIES = (1, 3)


def brute(hands: tuple[tuple[Card, ...], ...], strain: str, leader: int, memo: Memo) -> int:
    """Return the tricks that South and East take together if `leader` leads. Use one `memo` per deal and strain."""
    north, east, south, west = (tuple((card.suit, card.strength) for card in hand) for hand in hands)
    return _lead((north, east, south, west), strain, leader, memo)


def legal(hand: Hand, is_dummy: bool, led: str | None) -> Hand:
    """Return the legal cards: SOLO-15 for a hand, SOLO-16 and SOLO-17 for a dummy."""
    choice = (hand[0], hand[-1]) if is_dummy and len(hand) > 1 else hand
    return tuple(card for card in choice if card[0] == led) or choice


def _lead(hands: Hands, strain: str, leader: int, memo: Memo) -> int:
    if not hands[0]:
        return 0
    key = hands, leader
    if key not in memo:
        memo[key] = _play(hands, strain, leader, (), memo)
    return memo[key]


def _play(hands: Hands, strain: str, leader: int, trick: Hand, memo: Memo) -> int:
    if len(trick) == 4:
        winner = (leader + _winning_place(trick, strain)) % 4
        return (winner in SOUTHS) + _lead(hands, strain, winner, memo)
    seat = (leader + len(trick)) % 4
    hand = hands[seat]
    tricks = []
    for card in legal(hand, seat in DUMMIES, trick[0][0] if trick else None):
        at = hand.index(card)
        then = (*hands[:seat], hand[:at] + hand[at + 1 :], *hands[seat + 1 :])
        tricks.append(_play(then, strain, leader, (*trick, card), memo))
    return max(tricks) if seat in SOUTHS else min(tricks)


def _winning_place(trick: Hand, strain: str) -> int:
    """Return the place in the trick of the winning card (SOLO-18)."""
    trumps = [card for card in trick if card[0] == strain]
    return trick.index(max(trumps or [card for card in trick if card[0] == trick[0][0]]))
