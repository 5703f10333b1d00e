"""The people in a club whom a typed name may mean. Only a director decides who somebody is."""

from clubsite.clubs.models import Club, Person
from clubsite.clubs.selectors import people_of
from clubsite.core.names import fold

MOST_ALIKE = 3


class Matching:
    """A club's people, read once."""

    def __init__(self, club: Club) -> None:
        self.people = list(people_of(club))

    def exact(self, name: str) -> list[Person]:
        """Return the people who have this name on the director's pages, ignoring accents."""
        return [person for person in self.people if person.name_key == fold(name)]

    def alike(self, name: str) -> list[Person]:
        """Return the people with exactly this name, or else a few with the same last name, or the same first name if
        only that was typed.
        """
        if found := self.exact(name):
            return found
        words = fold(name).split()
        return [person for person in self.people if _alike(words, person.name_key.split())][:MOST_ALIKE]


def _alike(typed: list[str], name: list[str]) -> bool:
    if len(typed) == 1:
        return typed[0] in (name[0], name[-1])
    return typed[-1] == name[-1] or typed[-1] == name[0]
