"""The choice of a card when hidden cards can only be guessed: its mean worth over many possible deals."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Protocol

from games.cards import Card
from games.end_dummies import Cards
from solver.compiled_three_hands import CompiledThreeHands, why_not_compiled_three_hands
from solver.engines import Engine
from solver.errors import OutOfNodes
from solver.position import MAX_TRICKS, Position
from solver.strengths import Errors, Strength
from solver.three_hands import PythonThreeHands, ThreeHandEnding

GUESSING_STRENGTHS = {
    "beginner": Strength(contract=7, card=5.5),
    "club": Strength(contract=1.5, card=1.2),
    "expert": Strength(contract=0, card=0),
}
"""The strengths in games with hidden cards. Nobody is perfect there, so the expert makes no errors in counting."""
Worth = Callable[[int], float]
"""The worth, in tricks, of taking so many tricks from here on."""


class ThreeHandEngine(Protocol):
    """A search of the endings of one deal, for one thread at a time. `slow` is True for the Python search."""

    slow: bool

    def begin(self, ending: ThreeHandEnding, player: str) -> None:
        """Clear all results. `player` wants tricks in the endings that are searched from now on."""
        ...

    def three_hand_values(self, ending: ThreeHandEnding, nodes: int | None = None) -> dict[Card, int]:
        """Return the player's tricks after each possible card. Raise OutOfNodes if it needs more than `nodes`."""
        ...

    @property
    def three_hand_nodes(self) -> int:
        """The number of cards examined since `begin`."""
        ...


def three_hand_engine() -> ThreeHandEngine:
    """Return a new engine: the compiled engine if it was built, or else the Python engine."""
    return PythonThreeHands() if why_not_compiled_three_hands() else CompiledThreeHands()


def three_hand_values(
    engine: ThreeHandEngine, endings: Iterable[ThreeHandEnding], player: str, nodes: int
) -> Iterator[dict[Card, int]]:
    """Yield this player's tricks after each card, ending by ending, until `nodes` are used up."""
    begun = False
    for ending in endings:
        if not begun:
            engine.begin(ending, player)
            begun = True
        try:
            yield engine.three_hand_values(ending, nodes - engine.three_hand_nodes)
        except OutOfNodes:
            return


def position_values(
    engine: Engine, positions: Iterable[Position], player: str, nodes: int
) -> Iterator[dict[Card, int]]:
    """Yield this player's tricks after each card, position by position, until `nodes` are used up."""
    for at in positions:
        try:
            values = engine.values(at, nodes=nodes)
        except OutOfNodes:
            return
        nodes -= engine.nodes
        tricks = len(at.hands[0])
        yield {card: value if player == "S" else tricks - value for card, value in values.items()}
        if nodes <= 0:
            return


def mean_worths(all_values: Iterable[Mapping[Card, int]], legal: Cards, worth: Worth) -> dict[Card, float]:
    """Return the mean worth of each legal card over the searched deals, or {} if there are none.

    A deal in which other cards may be chosen is left out.
    """
    sums, deals = dict.fromkeys(legal, 0.0), 0
    for values in all_values:
        if set(values) == set(legal):
            deals += 1
            for card, tricks in values.items():
                sums[card] += worth(tricks)
    return {card: total / deals for card, total in sums.items()} if deals else {}


def choose_guessing(
    worths: dict[Card, float], strain: str, left: int, strength: Strength, errors: Errors, position: str
) -> Card:
    """Return the card that a player of this strength believes to be best, by its mean worth plus an error.

    The error comes from `solver.strengths`. It shrinks with the `left` tricks, and is drawn once for a `position`.
    """
    wide = strength.card * (left - 1) / (MAX_TRICKS - 1)
    believed = {card: value + wide * errors(f"{position} {card.text}") for card, value in worths.items()}
    return max(sorted(believed, key=lambda card: (card.suit == strain, card.strength)), key=believed.__getitem__)
