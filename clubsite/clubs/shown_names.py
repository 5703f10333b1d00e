"""The one rule of what a person is called to whoever reads.

Who is of the club reads names. A stranger reads what the club and the person allow, and of the two the less.
"""

from dataclasses import dataclass
from typing import Any

from django.core.exceptions import PermissionDenied

from clubsite.clubs.models import Club, Person
from clubsite.clubs.name_choices import NamesFor, ResultsFor, ShownAs

A_PLAYER = "A player"
FACTS = ("name", "shown_as", "nickname", "agreed", "forgotten_at")
"""The columns of Person that the rule looks at, in the order that `Reader.called` takes them."""


class MembersOnly(PermissionDenied):
    """Results of a club that shows them to its members only, for somebody who is none. `club`: whose they are."""

    def __init__(self, club: Club) -> None:
        super().__init__(f"{club.name} shows its results to its members only.")
        self.club = club


@dataclass(frozen=True, slots=True)
class Reader:
    """Somebody who reads results of a club. `inside`: they are of the club, or sat in the session that they read."""

    club: Club
    inside: bool = False

    @property
    def may_read(self) -> bool:
        """True if they may read the club's results at all."""
        return self.inside or self.club.results_for == ResultsFor.EVERYBODY

    def let_in(self) -> "Reader":
        """Themselves. Raises MembersOnly to whoever may not read the club's results."""
        if not self.may_read:
            raise MembersOnly(self.club)
        return self

    def called(self, name: str, shown_as: str, nickname: str, agreed: bool | None, forgotten_at: Any) -> str:
        """What a person with these `FACTS` is called to this reader; A_PLAYER for somebody who is not shown."""
        if self.inside or forgotten_at is not None:
            return name
        if shown_as == ShownAs.HIDDEN:
            return A_PLAYER
        if shown_as == ShownAs.NICKNAME and nickname:
            return nickname
        by_name = (
            shown_as == ShownAs.CLUB
            and {
                NamesFor.NAMES: agreed is not False,
                NamesFor.AGREED: agreed is True,
                NamesFor.INITIALS: False,
            }[NamesFor(self.club.names_for)]
        )
        return name if by_name else initials(name)

    def knows(self, called: str, forgotten_at: Any) -> bool:
        """True if the reader may follow the person of this shown name from one session to the next.

        Hidden and forgotten people cannot be told from one another.
        """
        return forgotten_at is None and called != A_PLAYER

    def called_person(self, person: Person) -> str:
        """The same of a person who has been read."""
        return self.called(*(getattr(person, fact) for fact in FACTS))


def stranger(club: Club) -> Reader:
    """Somebody of whom nothing is known."""
    return Reader(club)


def initials(name: str) -> str:
    """ "A. H." of "Ann Hill", "J.-L. P." of "Jean-Luc Picard"; A_PLAYER where there is no letter."""
    words = ["-".join(filter(None, map(_initial, word.split("-")))) for word in name.split()]
    return " ".join(filter(None, words)) or A_PLAYER


def _initial(part: str) -> str:
    letter = next((letter for letter in part if letter.isalnum()), "")
    return f"{letter.upper()}." if letter else ""
