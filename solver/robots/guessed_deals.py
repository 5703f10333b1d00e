"""Possible deals, from a seat's point of view, in a game with one dummy. They are drawn at random.

Only the views that the seat was shown are read. A player remembers every card that was shown. So the opponent may hold
all other cards, except cards in a suit to which the opponent's hand has failed to follow. A hand that was drafted or
improved by draws holds an honour more often than a small card, and a declarer's hand holds trumps.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Protocol, TypeVar

from games.cards import FULL_DECK, Card
from games.end_dummies import HAND_OF, Cards
from games.players import OPPONENT
from games.seats import SEATS
from games.three_hands import DUMMY
from solver import Position
from solver.robots.seen_play import View, ending, named, positions, tricks_so_far
from solver.three_hands import ThreeHandEnding

HONOURS = "AKQJT"
HONOUR_WEIGHT = 1.5  # how much likelier an honour is than a small card, in a hand that was chosen
TRUMP_WEIGHT = 2.0  # the same of a trump, in the hand of the declarer
KEPT_TRUMP, KEPT_SCALE = 8, 8  # how sure it is that a contractor at 500 has kept high cards and trumps
T = TypeVar("T")


class RandomNumbers(Protocol):
    """The part of `random.Random` that a robot needs, seeded by a secret, so that it replays a deal identically."""

    def random(self) -> float: ...

    def gauss(self, mu: float = ..., sigma: float = ...) -> float: ...

    def choices(self, population: Sequence[T], weights: Sequence[float] | None = ...) -> list[T]: ...

    def sample(self, population: Sequence[T], k: int) -> list[T]: ...


Seeded = Callable[[str], RandomNumbers]


def guessed_endings(
    views: Sequence[View], options: Mapping[str, str], chance: RandomNumbers
) -> Iterator[ThreeHandEnding]:
    """Yield endings that agree with everything that the seat was shown, without end."""
    now = views[-1]
    other = OPPONENT[now["me"]]
    shown, may_hold, may_hide = named(now["hands"][other]["cards"]), _may_hold(views, other), _never_shown(views)
    trump = now["contract"]["strain"] if now["contract"]["declarer"] == other else ""
    while True:
        hand = shown or _drawn(may_hold, now["hands"][other]["count"], trump, chance)
        guess = ending(now, options, _secret(now, [card for card in may_hide if card not in hand], chance))
        if guess is None:
            return
        yield replace(guess, hands={**guess.hands, other: hand})


def guessed_positions(views: Sequence[View], chance: RandomNumbers, most: int) -> list[Position]:
    """Return at most `most` positions of 500 that agree with everything that the seat was shown.

    A contractor is assumed to have discarded poor cards rather than good ones.
    """
    guesses = positions(views)
    strain = views[-1]["contract"]["strain"]
    theirs = SEATS.index(HAND_OF[OPPONENT[views[-1]["me"]]])

    def key(at: Position) -> float:
        held = sum(card.strength + (KEPT_TRUMP if card.suit == strain else 0) for card in at.hands[theirs])
        return held / KEPT_SCALE + float(chance.gauss(0, 1))

    return sorted(guesses, key=key, reverse=True)[:most]


def _may_hold(views: Sequence[View], other: str) -> list[Card]:
    """Return the cards that the opponent may hold. There are more of them than the opponent has left."""
    seen, void = _seen(views), _void(views, other)
    pool = [card for card in FULL_DECK if card not in seen]
    may = [card for card in pool if card.suit not in void]
    return may if len(may) >= views[-1]["hands"][other]["count"] else pool


def _never_shown(views: Sequence[View]) -> list[Card]:
    """Return the cards that were in no hand and no trick that the seat has seen."""
    shown = {card for trick in tricks_so_far(views) for card in named([made["card"] for made in trick["cards"]])}
    shown.update(card for view in views for held in view["hands"].values() for card in named(held["cards"]))
    return [card for card in FULL_DECK if card not in shown]


def _secret(now: View, pool: Sequence[Card], chance: RandomNumbers) -> Card | None:
    """Return a card for the hidden secret card, likely a strong one, or None if the seat knows it or there is none."""
    hidden = now["more"].get("secret")
    if not hidden or not hidden["hidden"] or hidden["card"]:
        return None
    strain = now["contract"]["strain"]
    return chance.choices(pool, [card.strength**2 * (TRUMP_WEIGHT if card.suit == strain else 1) for card in pool])[0]


def _drawn(pool: Sequence[Card], count: int, trump: str, chance: RandomNumbers) -> Cards:
    """Return `count` cards drawn from the pool by their weights."""

    def key(card: Card) -> float:
        weight = (HONOUR_WEIGHT if card.rank in HONOURS else 1.0) * (TRUMP_WEIGHT if card.suit == trump else 1.0)
        return float(chance.random() ** (1 / weight))

    return tuple(sorted(pool, key=key)[-count:]) if count else ()


def _seen(views: Sequence[View]) -> set[Card]:
    """Return the cards that the opponent cannot hold, because the seat has seen them elsewhere.

    A hand that was given up for umbrage may come back card by card, so it does not count.
    """
    me = views[-1]["me"]
    seen = {card for trick in tricks_so_far(views) for card in named([made["card"] for made in trick["cards"]])}
    for view in views:
        if view["phase"] != "umbrage":
            seen.update(*(named(view["hands"][name]["cards"]) for name in (me, DUMMY)))
        draft = view["more"].get("draft")
        if draft:
            seen.update(named([card for card in (draft["first"], draft["second"]) if card]))
    return seen


def _void(views: Sequence[View], other: str) -> set[str]:
    """Return the suits to which the opponent's hand has failed to follow."""
    return {
        trick["cards"][0]["card"][0]
        for trick in tricks_so_far(views)
        for made in trick["cards"][1:]
        if made["seat"] == other and made["card"][0] != trick["cards"][0]["card"][0]
    }
