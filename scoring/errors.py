"""What is raised when something cannot be scored."""


class ScoreError(ValueError):
    """A sentence for the director: what is impossible about a contract, a score or a line."""


class FileError(ValueError):
    """Everything wrong with a file: `sentences`, each naming the place."""

    def __init__(self, sentences: list[str]) -> None:
        super().__init__("\n".join(sentences))
        self.sentences = sentences
