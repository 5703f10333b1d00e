"""The people named in a results file, compared with the session's. The director is asked about each difference."""

from collections.abc import Iterable
from dataclasses import dataclass

from clubsite.clubs.models import Person
from clubsite.clubs.selectors import people_of
from clubsite.core.names import fold
from clubsite.nights.models import Contestant, Session
from scoring.files.bws_writing import NAME_SHOWN
from scoring.files.model import FileContestant, FileSection


@dataclass(frozen=True, slots=True)
class NameRow:
    """A contestant whose name differs in the file. `member` means that the file names a person in the club."""

    label: str
    here: str
    there: str
    member: bool


def names_that_differ(session: Session, sections: Iterable[FileSection]) -> list[NameRow]:
    """Return the contestants whose names differ in the file.

    A member's number or name identifies that member, however the name is spelt and even if it is cut off.
    """
    contestants = _contestants(session)
    people = list(people_of(session.club))
    found: list[NameRow] = []
    for part in sections:
        for other in part.contestants:
            one = contestants.get(f"{part.name.upper()}{other.number}") or contestants.get(other.number)
            if one is None or one.robot:
                continue
            persons = [row.person for row in one.persons.all()]
            here = {person.pk for person in persons}
            who = [person for _, _, person in people_in_file(people, other)]
            if not who or all(person and person.pk in here for person in who):
                continue
            there = " & ".join(
                person.name if person else name or f"number {number}"
                for name, number, person in people_in_file(people, other)
            )
            named = " & ".join(person.name for person in persons)
            found.append(NameRow(one.label, named, there, all(who)))
    return found


def _contestants(session: Session) -> dict[str, Contestant]:
    rows = Contestant.objects.filter(section__session=session)
    return {row.label: row for row in rows.select_related("section").prefetch_related("persons__person")}


def people_in_file(people: list[Person], one: FileContestant) -> list[tuple[str, str, Person | None]]:
    """Return the name and number of each person of a contestant, with the one among `people` who is meant, or None."""
    return [(name, number, _member(people, name, number)) for name, number in _typed(one.names, one.ids)]


def _typed(names: tuple[str, ...], numbers: tuple[str, ...]) -> list[tuple[str, str]]:
    """Return each person's name and number, if the file has at least one of the two."""
    filled = [*numbers, *[""] * (len(names) - len(numbers))]
    return [(name, number) for name, number in zip(names, filled, strict=False) if name or number]


def _member(people: list[Person], name: str, number: str) -> Person | None:
    """Return the only club person with this number, else this name, else a name that begins with it; or None."""
    key = fold(name)
    for found in (
        [person for person in people if number and person.number.casefold() == number.casefold()],
        [person for person in people if name and person.name.casefold() == name.casefold()],
        [person for person in people if name and person.name_key == key],
        [person for person in people if len(name) == NAME_SHOWN and person.name_key.startswith(key)],
    ):
        if len(found) == 1:
            return found[0]
    return None
