"""Who of the club may be meant by a name that somebody typed. Nobody is taken for somebody without a director."""

from clubsite.clubs.models import Club, Person
from clubsite.clubs.selectors import people_of
from clubsite.core.names import fold

MOST_ALIKE = 3


class Matching:
    """The club's people, read once."""

    def __init__(self, club: Club) -> None:
        self.people = list(people_of(club))

    def exact(self, name: str) -> list[Person]:
        """Those of this name, as directors read it, without regard to accents."""
        return [person for person in self.people if person.name_key == fold(name)]

    def alike(self, name: str) -> list[Person]:
        """Those of exactly this name, else a few of the same last name, or whose first name was typed alone."""
        if found := self.exact(name):
            return found
        words = fold(name).split()
        return [person for person in self.people if _alike(words, person.name_key.split())][:MOST_ALIKE]


def _alike(typed: list[str], name: list[str]) -> bool:
    if len(typed) == 1:
        return typed[0] in (name[0], name[-1])
    return typed[-1] == name[-1] or typed[-1] == name[0]
