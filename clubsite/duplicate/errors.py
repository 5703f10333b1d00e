"""The errors that the services of a session raise."""


class ConsentWanted(Exception):
    """The number on the screen of `opponent`, a name, is needed for an act. `words` follow "wants to".

    `fault` says what was wrong with the number that was typed, or is "".
    """

    def __init__(self, opponent: str, words: str, fault: str = "") -> None:
        super().__init__(fault)
        self.opponent, self.words, self.fault = opponent, words, fault
