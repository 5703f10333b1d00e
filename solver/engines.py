"""Which engine there is, and what every engine answers."""

from typing import Protocol

from games.cards import Card
from solver.compiled import Compiled, why_not_compiled
from solver.position import Position
from solver.reference import Reference


class Engine(Protocol):
    """Exact values, for one thread at a time. An engine remembers what it found in the last deal and strain.

    Values are tricks of South and East together in the whole play, those already won included. `guess` is such a
    number that is thought likely: it saves time and changes nothing. `nodes` is how many turns to play the search may
    look at, None for as many as it needs; beyond it OutOfNodes is raised. Chance and clocks are not known here.
    """

    name: str

    def value(self, at: Position, guess: int | None = None, nodes: int | None = None) -> int:
        """The value of a position under best play by both."""
        ...

    def values(self, at: Position, guess: int | None = None, nodes: int | None = None) -> dict[Card, int]:
        """The value after each legal card, in the order in which the hand is given; none of a play that is over."""
        ...

    @property
    def nodes(self) -> int:
        """Turns to play looked at since the deal or strain last changed."""
        ...


def engine(reference: bool = False) -> Engine:
    """A new engine: compiled if it was built, else (or if asked for) the one in Python."""
    return Reference() if reference or why_not_compiled() else Compiled()


def backend() -> str:
    """Which engine this process has and why, in one line for a log."""
    reason = why_not_compiled()
    if reason:
        return f"solver, slow: Python only, as {reason}"
    return f"solver: compiled, {Compiled().name}"
