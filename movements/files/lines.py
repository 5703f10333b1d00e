"""The numbered lines of a string, split into words."""

import re
from dataclasses import dataclass

from movements import fields
from movements.errors import MovementError

_SEPARATORS = re.compile(r"[\s,;:|/()\[\]]+")
_HALF_CUT = re.compile(r"(?<=\w)\s*[-–]\s*(?=\w)")


@dataclass(frozen=True, slots=True)
class PlanFileLine:
    """One line without its comment. `words` is the line split at spaces and punctuation; `text` is the whole line."""

    number: int
    text: str

    @property
    def words(self) -> list[str]:
        return [word for word in _SEPARATORS.split(self.text) if word]

    @property
    def pieces(self) -> list[str]:
        """The line's words, with "3-4" split into two."""
        return [word for word in _SEPARATORS.split(_HALF_CUT.sub(" ", self.text)) if word]

    def refused(self, reason: str) -> MovementError:
        """Return an error that names this line and gives the reason."""
        return fields.refused(f"line {self.number}: {reason}")


def lines_of(text: str) -> list[PlanFileLine]:
    """Return the lines that are not empty. Comments begin with `#`."""
    lines = (PlanFileLine(number, raw.split("#")[0].strip()) for number, raw in enumerate(text.splitlines(), start=1))
    return [line for line in lines if line.text]


def number_in(line: PlanFileLine, word: str, what: str) -> int:
    """Return a whole number from 0 to 500. For anything else, raise MovementError naming this line."""
    if not word.isdecimal() or not word.isascii():
        raise line.refused(f"{what} must be a number, not {word[:20]!r}")
    if len(word) > 4 or int(word) > fields.MAX_NUMBER:
        raise line.refused(f"{what} must be from 0 to {fields.MAX_NUMBER}, not {word[:20]}")
    return int(word)


def set_in(line: PlanFileLine, word: str) -> int:
    """Return a board set, written as a number or a letter (A is 1, Z is 26 and a is 27).

    For anything else, raise MovementError naming this line.
    """
    if len(word) == 1 and word.isascii() and word.isalpha():
        return ord(word) - ord("A") + 1 if word.isupper() else ord(word) - ord("a") + 27
    return number_in(line, word, "a board set (a number or a letter)")
