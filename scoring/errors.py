"""The errors raised for anything that cannot be scored."""


class ScoreError(ValueError):
    """An impossible contract, score or line, as a sentence for the director."""


class SettingError(ScoreError):
    """A wrong setting. `field` names it, and `sentence` says what is wrong."""

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__(f"{field}: {sentence}")
        self.field, self.sentence = field, sentence


MOST_FAULTS = 100
"""The number of faults of a file that are worth reading. A reader stops after one more."""


class FileError(ValueError):
    """All the faults in a file. Each of the `sentences` says where its fault is."""

    def __init__(self, sentences: list[str]) -> None:
        super().__init__("\n".join(sentences))
        self.sentences = sentences
