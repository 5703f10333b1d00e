"""The errors for what cannot be solved."""


class SolverError(ValueError):
    """Base of every error of this library. Its message is a sentence."""


class BadPosition(SolverError):
    """Hands or cards that are not a position of this game. `field` is the part at fault: `N`, `strain`, `played`."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


class OutOfNodes(SolverError):
    """The search has used up its nodes without an answer. The engine keeps its results for the next search."""

    def __init__(self) -> None:
        super().__init__("The search has looked at as many positions as it was to, and has no answer.")
