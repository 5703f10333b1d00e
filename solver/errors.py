"""What is raised when something cannot be solved."""


class SolverError(ValueError):
    """Base of every error of this library; a sentence."""


class BadPosition(SolverError):
    """These hands or cards are no position of this game. `field` is the part at fault: `N`, `strain`, `played`."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


class OutOfNodes(SolverError):
    """The search was to look at no more positions and has no answer. What it proved is kept for the next question."""

    def __init__(self) -> None:
        super().__init__("The search has looked at as many positions as it was to, and has no answer.")
