"""The kinds of letters. The app that writes a kind defines it in its `letters` module."""

from collections.abc import Callable
from dataclasses import dataclass

from django.core.mail import EmailMessage

from clubsite.outbox.models import Letter


@dataclass(frozen=True, slots=True)
class LetterKind:
    """A kind of letter, registered under its `code` when the instance is created.

    `write` makes the mail from the current state of the letter's row, or returns None if the letter has become
    pointless. `refused` is called if the mail server says that the address does not exist.
    """

    code: str
    write: Callable[[Letter], EmailMessage | None]
    refused: Callable[[Letter], None] = lambda letter: None

    def __post_init__(self) -> None:
        _kinds[self.code] = self


_kinds: dict[str, LetterKind] = {}


def kind_of(letter: Letter) -> LetterKind:
    """Return the letter's kind. Raise KeyError if no app defines that kind any more."""
    return _kinds[letter.kind]
