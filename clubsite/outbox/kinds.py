"""The kinds of letters. The app that writes a kind makes it in its module `letters`."""

from collections.abc import Callable
from dataclasses import dataclass

from django.core.mail import EmailMessage

from clubsite.outbox.models import Letter


@dataclass(frozen=True, slots=True)
class LetterKind:
    """A kind of letter, known by its `code` once it is made.

    `write` makes the mail from the row as it is now, or None if the letter has become pointless. `refused` is called if
    the mail server says that there is no such address.
    """

    code: str
    write: Callable[[Letter], EmailMessage | None]
    refused: Callable[[Letter], None] = lambda letter: None

    def __post_init__(self) -> None:
        _kinds[self.code] = self


_kinds: dict[str, LetterKind] = {}


def kind_of(letter: Letter) -> LetterKind:
    """Return the kind of a letter. Raise KeyError if no app makes it any more."""
    return _kinds[letter.kind]
