"""The error for movements that cannot exist."""


class MovementError(ValueError):
    """No such movement exists for these numbers. The message is a sentence for the director that says why."""
