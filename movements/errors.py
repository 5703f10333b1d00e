"""The error raised for movements that cannot exist."""


class MovementError(ValueError):
    """Raised if no movement exists for these numbers. The message is a sentence that tells the director why."""
