"""The possible layouts of the cards at 500 for two: the cards that the view shows, with guesses for the others.

A player who remembered every card would know more. This robot knows only what is on its screen now.
"""

from dataclasses import dataclass

from games.cards import Card
from games.end_dummies import HAND_OF, Cards
from games.five_hundred import PACK
from games.players import OPPONENT
from games.robot_views import Chance, View, card_named, cards_named, drawn
from games.seats import SEATS, Seat

GUESSED_WORLDS = 8  # number of guesses at the opponent's hidden hand


@dataclass(frozen=True, slots=True)
class World:
    """The four hands, N E S W, and the unseen cards that are in none of the hands, such as a hidden kitty."""

    hands: dict[Seat, Cards]
    aside: Cards


def worlds(view: View, chance: Chance) -> list[World]:
    """Return the possible layouts: just one if the viewer sees everything that matters, else several guesses."""
    shown = {seat: cards_named(view["hands"][seat]["cards"]) for seat in SEATS}
    hidden = HAND_OF[OPPONENT[view["me"]]]
    size = view["hands"][hidden]["count"]
    seen = _seen(view, shown)
    unseen = [card.text for card in PACK if card not in seen]
    if len(shown[hidden]) == size:
        return [World(shown, cards_named(unseen))]
    layouts = []
    for _ in range(1 if len(unseen) == size else GUESSED_WORLDS):
        theirs, rest = drawn(unseen, size, chance)
        layouts.append(World({**shown, hidden: theirs}, rest))
    return layouts


def _seen(view: View, shown: dict[Seat, Cards]) -> set[Card]:
    tricks = [*(view["history"] or ()), *(trick for trick in (view["last_trick"], view["trick"]) if trick)]
    gone = {card_named(play["card"]) for trick in tricks for play in trick["cards"]}
    more = view["more"]
    return gone.union(*shown.values(), cards_named(more["kitty"]), cards_named(more["discards"]))
