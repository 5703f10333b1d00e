"""What is raised when something cannot be scored."""


class ScoreError(ValueError):
    """A sentence for the director: what is impossible about a contract, a score or a line."""
