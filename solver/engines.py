"""The engines' interface, and the choice of an engine."""

from typing import Protocol

from games.cards import Card
from solver.compiled import Compiled, why_not_compiled
from solver.position import Position
from solver.reference import ReferenceEngine


class Engine(Protocol):
    """An engine for exact values, for one thread at a time. It remembers its results for the last deal and strain.

    Values are the tricks that South and East take together in the whole play, including the tricks already won.
    `guess` is a likely value that saves time but never changes the result. `nodes` is how many positions the search
    may examine (None: no limit); if it needs more, OutOfNodes is raised. Engines use no random numbers and no clock.
    """

    name: str

    def value(self, at: Position, guess: int | None = None, nodes: int | None = None) -> int:
        """Return the value of a position with best play by both players."""
        ...

    def values(self, at: Position, guess: int | None = None, nodes: int | None = None) -> dict[Card, int]:
        """Return the value after each legal card, in the order of the hand, or {} for a finished play."""
        ...

    @property
    def nodes(self) -> int:
        """The number of positions examined since the deal or strain last changed."""
        ...


def engine(reference: bool = False) -> Engine:
    """Return a new engine: the compiled engine if it was built and `reference` is False, else the Python engine."""
    return ReferenceEngine() if reference or why_not_compiled() else Compiled()


def backend() -> str:
    """Return a log line that says which engine this process uses and why."""
    reason = why_not_compiled()
    if reason:
        return f"solver, slow: Python only, as {reason}"
    return f"solver: compiled, {Compiled().name}"
