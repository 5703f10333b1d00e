"""The errors raised for anything that cannot be scored."""


class ScoreError(ValueError):
    """Raised for an impossible contract, score or line. The message is a sentence for the director."""


class SettingError(ScoreError):
    """Raised for a wrong setting. `field` names the setting, and `sentence` says what is wrong with it."""

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__(f"{field}: {sentence}")
        self.field, self.sentence = field, sentence


MOST_FAULTS = 100
"""The number of faults of a file that are worth reading. A reader stops after one more."""


class FileError(ValueError):
    """Raised for a file with faults. Each of the `sentences` describes one fault and says where it is."""

    def __init__(self, sentences: list[str]) -> None:
        super().__init__("\n".join(sentences))
        self.sentences = sentences
