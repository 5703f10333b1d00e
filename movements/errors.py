"""The error for movements that cannot exist."""


class MovementError(ValueError):
    """A sentence for the director that says why this movement does not exist for these numbers."""
