"""What the services of a night raise."""


class Refused(Exception):
    """What the director asked cannot be done; `str()` is a sentence that says what to do, `field` where."""

    def __init__(self, sentence: str, field: str = "") -> None:
        super().__init__(sentence)
        self.field = field
