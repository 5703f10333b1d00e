"""Exact play of 500 at no trump with a joker, whose leader names a suit (FH-22), and at misère (FH-31).

All other play of 500 is bridge with a longer trump suit (`games.five_hundred.as_bridge_card`). The search is in Python
and has a budget.

>>> from games.cards import card_of
>>> hands = tuple(tuple(card_of(c) for c in text.split()) for text in ("JK S4", "SA SK", "SQ H4", "HA HK"))
>>> ending = NoTrumpEnding(hands, FiveHundredTrick(Seat.N, "N"))
>>> takes(ending, "N", 1, 1000), takes(ending, "N", 2, 1000)
(True, False)
"""

from collections.abc import Iterator
from dataclasses import dataclass

from games.cards import JOKER, SUITS, Card
from games.end_dummies import DUMMIES, HAND_OF, OWNER, Cards, may_play
from games.five_hundred import FiveHundredTrick
from games.players import OPPONENT
from games.seats import Seat
from solver.errors import OutOfNodes

Hands = tuple[Cards, ...]  # N E S W
Missed = frozenset[tuple[Seat, str]]


@dataclass(frozen=True, slots=True)
class NoTrumpEnding:
    """The cards left, with the dummies in sequence, and the trick on the table.

    `missed` has the suits to which a player's hand has failed to follow. With a joker, the player may name such a suit
    only if no other suit is left (FH-22).
    """

    hands: Hands
    trick: FiveHundredTrick
    missed: Missed = frozenset()


def takes(ending: NoTrumpEnding, player: str, tricks: int, nodes: int) -> bool:
    """True if this player takes at least `tricks` more tricks, with best play by both and all cards known.

    The unfinished trick counts. Raise OutOfNodes if the search examines more than `nodes` cards.
    """
    return _NoTrumpSearch(player, player, nodes).reaches(ending, tricks)


def must_take_one(ending: NoTrumpEnding, contractor: str, nodes: int) -> bool:
    """True if the defender can make a misère's contractor win a trick (FH-32). Raise OutOfNodes as `takes` does."""
    return _NoTrumpSearch(contractor, OPPONENT[contractor], nodes).reaches(ending, 1)


class _NoTrumpSearch:
    """A search for the tricks of `player`, of which `wants` tries to get many to that player."""

    def __init__(self, player: str, wants: str, nodes: int) -> None:
        self.player, self.wants, self.nodes = player, wants, nodes
        self.known: dict[tuple[Hands, Seat, Missed], tuple[int, int]] = {}

    def reaches(self, at: NoTrumpEnding, need: int) -> bool:
        """True if the player takes at least `need` tricks."""
        trick = at.trick
        if trick.complete:
            winner = trick.winner()
            need -= OWNER[winner] == self.player
            at = NoTrumpEnding(at.hands, trick.led_by(winner), at.missed)
        if at.trick.cards:
            return self._with_a_card(at, need)
        left = len(at.hands[HAND_OF[self.player].place])
        if need <= 0 or need > left:
            return need <= 0
        key = (at.hands, at.trick.leader, at.missed)
        least, most = self.known.get(key, (0, left))
        if least < need <= most:
            answer = self._with_a_card(at, need)
            self.known[key] = (need, most) if answer else (least, need - 1)
            return answer
        return need <= least

    def _with_a_card(self, at: NoTrumpEnding, need: int) -> bool:
        self.nodes -= 1
        if self.nodes < 0:
            raise OutOfNodes
        seat = at.trick.to_play
        mine = OWNER[seat] == self.wants
        return any(self.reaches(after, need) == mine for after in _after(at, seat)) == mine


def _after(at: NoTrumpEnding, seat: Seat) -> Iterator[NoTrumpEnding]:
    """Yield the position after each different card that this hand may play, and each suit that it may name."""
    hand, trick, missed = at.hands[seat.place], at.trick, at.missed
    for card in _different(at, may_play(hand, seat in DUMMIES, trick.follows), seat):
        left = tuple(held for held in hand if held != card)
        hands = (*at.hands[: seat.place], left, *at.hands[seat.place + 1 :])
        if trick.cards and seat not in DUMMIES and not trick.follows(card) and JOKER in left:
            missed = at.missed | {(seat, str(trick.led))}
        for suit in _names(at, seat) if card == JOKER and not trick.cards else ("",):
            yield NoTrumpEnding(hands, trick.with_card(card, suit), missed)


def _names(at: NoTrumpEnding, seat: Seat) -> tuple[str, ...]:
    return tuple(suit for suit in SUITS if (seat, suit) not in at.missed) or tuple(SUITS)


def _different(at: NoTrumpEnding, cards: Cards, seat: Seat) -> list[Card]:
    """Return one card of each run of a hand's equals, highest first. A dummy's two ENDS are never equal."""
    ordered = sorted(dict.fromkeys(cards), key=lambda card: -card.strength)
    if seat in DUMMIES:
        return ordered
    others = [card for hand in at.hands for card in hand if card not in cards] + list(at.trick.cards)
    picks = list[Card]()
    for card in ordered:
        above = next((pick for pick in reversed(picks) if pick.suit == card.suit), None)
        if above is None or any(o.suit == card.suit and card.strength < o.strength < above.strength for o in others):
            picks.append(card)
        elif above is not None:
            picks[picks.index(above)] = card
    return picks
