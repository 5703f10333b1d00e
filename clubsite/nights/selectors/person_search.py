"""The search for a club person by text: part of a name, a member's number, or a whole label."""

from collections.abc import Sequence

from clubsite.clubs.models import Person
from clubsite.clubs.selectors import people_of
from clubsite.core.names import answers_to, clean_name, fold
from clubsite.core.refused import Refused
from clubsite.nights.models import Session
from clubsite.nights.selectors.contestants import people_entered

MAX_MATCHES = 5


class NotFound(Refused):
    """Raised if the text matches nobody, or if it matches several people."""

    def __init__(self, sentence: str, *, guest: bool = False, maybe: tuple[str, ...] = ()) -> None:
        super().__init__(sentence, "person")
        self.guest, self.maybe = guest, maybe


def label_of(person: Person, keys: Sequence[str]) -> str:
    """Return a person's label for a button or a list. It includes the number if somebody else has the same name key."""
    if keys.count(person.name_key) < 2:
        return person.name
    return f"{person.name} ({person.number or ('guest' if person.guest else f'no number, {person.pk}')})"


def suggestions(session: Session) -> list[str]:
    """Return labels for everyone in the club who is not playing yet."""
    taken = people_entered(session)
    people = list(people_of(session.club))
    keys = [person.name_key for person in people]
    return [label_of(person, keys) for person in people if person.pk not in taken]


def find_person(session: Session, typed: str) -> Person:
    """Return the one club person whom `typed` identifies: by a whole label, a number, a whole name, or part of a name.

    Accents and capitals matter only between people whose names are otherwise the same. Raise NotFound if nobody
    matches, or if several people match.
    """
    people = list(people_of(session.club))
    keys = [person.name_key for person in people]
    text, key = clean_name(typed).casefold(), fold(typed)
    exact = (
        [p for p in people if text in (label_of(p, keys).casefold(), p.number.casefold())]
        or [p for p in people if p.name.casefold() == text]
        or [p for p in people if key == p.name_key]
    )
    part = exact or [p for p in people if answers_to(p.name_key, key)]
    if len(part) == 1:
        return part[0]
    if part:
        found = tuple(label_of(p, keys) for p in part[:MAX_MATCHES])
        raise NotFound(f"{len(part)} people answer to “{typed}”. Which one?", maybe=found, guest=not exact)
    raise NotFound(f"Nobody in the club is called “{typed}”.", guest=True)
