"""The last tricks of a game that follows Crow's method, played out exactly when all cards are known."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from games.cards import Card
from games.end_dummies import DUMMIES, OWNER, Cards, may_play
from games.end_dummies_play import by_trump, following
from games.seats import SEATS, Seat
from games.tricks import Trick

Hands = tuple[Cards, ...]  # N E S W
Known = dict[tuple[Hands, Any], int]


@dataclass(frozen=True, slots=True)
class Tricks:
    """A game's rules for tricks: which cards follow suit, which card wins, and the next trick, led by the winner."""

    follows: Callable[[Any], Callable[[Card], bool]]
    winner: Callable[[Any], Seat]
    next: Callable[[Any, Seat], Any]


def by_suits(trumps: str) -> Tricks:
    """Return the rules for a game in which every card belongs to the suit printed on it. `trumps` may be "N"."""
    return Tricks(following, by_trump(trumps), lambda _, winner: Trick(winner))


def tricks_won(player: str, wants: str, hands: Hands, trick: Any, ways: Tricks, known: Known | None = None) -> int:
    """Return the number of tricks that `player` takes from here on, including the unfinished trick.

    The player `wants` tries to maximise the number of tricks that `player` takes, and the opponent of `wants` tries
    to minimise it. `trick` is the trick on the table. The search is too slow if more than a few tricks are left.
    `known` keeps results for later calls with the same deal, `player` and `wants`.
    """
    return _won(player, wants, hands, trick, ways, {} if known is None else known)


def sure_trumps(hands: Hands, trick: Trick, trumps: str, seat: Seat) -> int:
    """Return how many of this hand's trumps are sure to win a trick, because no trump in another hand beats them.

    A hand plays one card to each trick, so each of these trumps wins a separate trick. This does not hold for ENDS.
    """
    others = [held for other in SEATS if OWNER[other] != OWNER[seat] for held in hands[other.place]]
    others += [card for player, card in trick.plays() if OWNER[player] != OWNER[seat]]
    highest = max((card.strength for card in others if card.suit == trumps), default=0)
    return sum(card.suit == trumps and card.strength > highest for card in hands[seat.place])


def _won(player: str, wants: str, hands: Hands, trick: Any, ways: Tricks, known: Known) -> int:
    won = 0
    if trick.complete:
        winner = ways.winner(trick)
        won = int(OWNER[winner] == player)
        trick = ways.next(trick, winner)
    seat: Seat = trick.to_play
    hand = hands[seat.place]
    if not hand:
        return won
    key = hands, trick
    if key not in known:
        results = []
        for card in may_play(hand, seat in DUMMIES, ways.follows(trick)):
            left = tuple(held for held in hand if held != card)
            after = (*hands[: seat.place], left, *hands[seat.place + 1 :])
            results.append(_won(player, wants, after, trick.with_card(card), ways, known))
        known[key] = max(results) if OWNER[seat] == wants else min(results)
    return won + known[key]
