"""Best play after a card: the line to the end, and the defence against a wrong card."""

from dataclasses import dataclass

from clubsite.daily.endings import Ending
from games.cards import Card
from games.seats import Seat
from solver import Engine, Position
from solver.strengths import best_card


@dataclass(frozen=True, slots=True)
class Refutation:
    """The refutation of a wrong card. `takes` are the tricks that South and East still take.

    `by`, `card` and `trick` name the first card that the defence could have got wrong. If the defence cannot go
    wrong, `by` and `card` are None and `trick` is 0.
    """

    takes: int
    by: Seat | None = None
    card: Card | None = None
    trick: int = 0


def best_line(at: Position, engine: Engine) -> list[Card]:
    """Return the cards of best play from here to the end, none of which costs a trick."""
    cards = []
    while at.now.left:
        cards.append(best_card(at, engine))
        at = at.after(cards[-1])
    return cards


def refutation(ending: Ending, wrong: Card, engine: Engine) -> Refutation:
    """Return the refutation, by best defence, of `wrong`, one of the cards that miss the goal."""
    at, takes = ending.at.after(wrong), ending.values[wrong]
    while at.now.left:
        card = best_card(at, engine)
        if at.now.player == "N" and max(engine.values(at).values()) >= ending.needs:
            trick = at.now.south + at.now.north + 1
            return Refutation(takes, at.now.trick.to_play, card, trick)
        at = at.after(card)
    return Refutation(takes)
