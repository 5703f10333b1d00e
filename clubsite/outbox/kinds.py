"""The kinds of letters. The app that writes a kind registers it."""

from collections.abc import Callable
from dataclasses import dataclass

from django.core.mail import EmailMessage

from clubsite.outbox.models import Letter


@dataclass(frozen=True, slots=True)
class LetterKind:
    """A kind of letter. `write` makes the mail from the row as it is now, or None if the letter has become pointless.

    `refused` is called if the mail server says that there is no such address.
    """

    code: str
    write: Callable[[Letter], EmailMessage | None]
    refused: Callable[[Letter], None] = lambda letter: None


_kinds: dict[str, LetterKind] = {}


def register(*kinds: LetterKind) -> None:
    """Add kinds of letters. Call it once, from the `ready()` of the app that writes them."""
    _kinds.update((kind.code, kind) for kind in kinds)


def kind_of(letter: Letter) -> LetterKind:
    """Return the kind of a letter. Raise KeyError if no app registers it any more."""
    return _kinds[letter.kind]
