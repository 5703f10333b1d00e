"""The last tricks of a game of Crow's method, played out exactly, all cards being known."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from games.cards import Card
from games.crow import DUMMIES, OWNER, Cards, may_play
from games.seats import Seat

Hands = tuple[Cards, ...]  # N E S W
Known = dict[tuple[Hands, Any], int]


@dataclass(frozen=True, slots=True)
class Tricks:
    """A game's way with tricks: which cards follow to one, who wins it, and the next, led by that hand."""

    follows: Callable[[Any], Callable[[Card], bool]]
    winner: Callable[[Any], Seat]
    next: Callable[[Any, Seat], Any]


def tricks_won(
    player: str, wants: str, hands: Hands, trick: Any, ways: Tricks, known: Known | None = None
) -> int:
    """Tricks that `player` takes from here on, the unfinished one included.

    `wants` (he or the other) plays for as many of them as can be, his opponent for as few. `trick` is the one on the
    table; only a few may be left, or it takes for ever. `known` keeps what was found of one deal, player and wish for
    the next question.
    """
    return _won(player, wants, hands, trick, ways, {} if known is None else known)


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
