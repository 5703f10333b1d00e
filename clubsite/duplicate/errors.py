"""What the services of a night raise."""


class Refused(Exception):
    """What the director asked cannot be done; `str()` is a sentence that says what to do, `field` where."""

    def __init__(self, sentence: str, field: str = "") -> None:
        super().__init__(sentence)
        self.field = field


class ConsentWanted(Exception):
    """The number on the screen of `opponent`, a name, is needed for an act. `words` follow "wants to".

    `fault` says what was wrong with the number that was typed, "" for none.
    """

    def __init__(self, opponent: str, words: str, fault: str = "") -> None:
        super().__init__(fault)
        self.opponent, self.words, self.fault = opponent, words, fault
