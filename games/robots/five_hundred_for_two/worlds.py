"""The cards as they may lie (500 for two): what the view shows, and guesses where it does not.

Whoever remembers every card would know more; this robot knows what is on its screen now.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from games.cards import Card, card_of
from games.crow import HAND_OF, Cards
from games.five_hundred import PACK
from games.players import OPPONENT
from games.seats import SEATS, Seat

Chance = Callable[[Sequence[str]], str]
View = dict[str, Any]

GUESSES = 8  # hands of the opponent that are thought of where his is hidden


@dataclass(frozen=True, slots=True)
class World:
    """The four hands, N E S W, and the cards that are nowhere to be seen: among them the kitty while it is hidden."""

    hands: dict[Seat, Cards]
    aside: Cards


def card(text: str) -> Card:
    """The card of the text, which is one."""
    found = card_of(text)
    assert found is not None
    return found


def cards(texts: Iterable[str]) -> Cards:
    """The cards of the texts, which are cards."""
    return tuple(card(text) for text in texts)


def worlds(view: View, chance: Chance) -> list[World]:
    """How the cards may lie: one world if the viewer sees all that matters, else some guesses."""
    shown = {seat: cards(view["hands"][seat]["cards"] or ()) for seat in SEATS}
    hidden = HAND_OF[OPPONENT[view["me"]]]
    size = view["hands"][hidden]["count"]
    seen = _seen(view, shown)
    unseen = [one.text for one in PACK if one not in seen]
    if len(shown[hidden]) == size:
        return [World(shown, cards(unseen))]
    found = []
    for _ in range(1 if len(unseen) == size else GUESSES):
        rest = list(unseen)
        drawn = [rest.pop(rest.index(chance(rest))) for _ in range(size)]
        found.append(World({**shown, hidden: cards(drawn)}, cards(rest)))
    return found


def _seen(view: View, shown: dict[Seat, Cards]) -> set[Card]:
    tricks = [*(view["history"] or ()), *(trick for trick in (view["last_trick"], view["trick"]) if trick)]
    gone = {card(play["card"]) for trick in tricks for play in trick["cards"]}
    more = view["more"]
    return gone.union(*shown.values(), cards(more["kitty"] or ()), cards(more["discards"] or ()))
