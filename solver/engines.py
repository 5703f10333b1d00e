"""The interface of the engines, and the choice of one."""

from typing import Protocol

from games.cards import Card
from solver.compiled import Compiled, why_not_compiled
from solver.position import Position
from solver.reference import ReferenceEngine


class Engine(Protocol):
    """Exact values, for one thread at a time. An engine remembers its results for the last deal and strain.

    Values are tricks of South and East together in the whole play, those already won included. `guess` is a likely
    value: it saves time and does not change the result. `nodes` is the number of positions that the search may look
    at, None for no limit; beyond it OutOfNodes is raised. Engines use no random numbers and no clock.
    """

    name: str

    def value(self, at: Position, guess: int | None = None, nodes: int | None = None) -> int:
        """Return the value of a position under best play by both."""
        ...

    def values(self, at: Position, guess: int | None = None, nodes: int | None = None) -> dict[Card, int]:
        """Return the value after each legal card, in the order of the hand, or {} for a finished play."""
        ...

    @property
    def nodes(self) -> int:
        """The number of positions looked at since the deal or strain last changed."""
        ...


def engine(reference: bool = False) -> Engine:
    """Return a new engine: compiled if it was built, else (or if asked for) the one in Python."""
    return ReferenceEngine() if reference or why_not_compiled() else Compiled()


def backend() -> str:
    """Return one line for a log that says which engine this process has and why."""
    reason = why_not_compiled()
    if reason:
        return f"solver, slow: Python only, as {reason}"
    return f"solver: compiled, {Compiled().name}"
