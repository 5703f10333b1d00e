"""The errors raised by this library."""


class SolverError(ValueError):
    """The base class of every error in this library. Its message is a sentence."""


class BadPosition(SolverError):
    """An error for hands or cards that form no position of this game. `field` is the faulty part: `N`, `strain` ..."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


class OutOfNodes(SolverError):
    """An error for a search that used up its nodes without an answer. The results are kept for the next search."""

    def __init__(self) -> None:
        super().__init__("The search has looked at as many positions as it was to, and has no answer.")
