"""What is raised when something cannot be scored."""


class ScoreError(ValueError):
    """A sentence for the director: what is impossible about a contract, a score or a line."""


class SettingError(ScoreError):
    """What is wrong with one setting: `field` names it, `sentence` says what."""

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__(f"{field}: {sentence}")
        self.field, self.sentence = field, sentence


MOST_FAULTS = 100
"""So many faults of a file are worth reading. A reader stops after one more."""


class FileError(ValueError):
    """Everything wrong with a file: `sentences`, each naming the place."""

    def __init__(self, sentences: list[str]) -> None:
        super().__init__("\n".join(sentences))
        self.sentences = sentences
