"""What is raised when a movement cannot exist."""


class MovementError(ValueError):
    """A sentence for the director: why this movement does not exist for these numbers."""
