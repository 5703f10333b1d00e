"""The only rule for how strangers see a person's name. The club and the person each set a limit, and the stricter
limit applies.

A member of the club sees names in full (`readers.visitor`).
"""

from typing import Any

from clubsite.clubs.models import Club, Person
from clubsite.clubs.name_choices import NamesFor, ShownAs

A_PLAYER = "A player"
FACTS = ("name", "shown_as", "nickname", "agreed", "forgotten_at")
"""The columns of Person that the rule uses, in the order in which `name_to_strangers` takes them."""


def name_to_strangers(
    club: Club, name: str, shown_as: str, nickname: str, agreed: bool | None, forgotten_at: Any
) -> str:
    """Return the name that strangers see for a person with these `FACTS`, or A_PLAYER for a hidden person."""
    if forgotten_at is not None:
        return name
    if shown_as == ShownAs.HIDDEN:
        return A_PLAYER
    if shown_as == ShownAs.NICKNAME and nickname:
        return nickname
    by_name = {
        NamesFor.NAMES: agreed is not False,
        NamesFor.AGREED: agreed is True,
        NamesFor.INITIALS: False,
    }
    return name if shown_as == ShownAs.CLUB and by_name[NamesFor(club.names_for)] else initials(name)


def person_to_strangers(person: Person, **others: Any) -> str:
    """Return the name that strangers see for this person, or would see if `others` replaced some `FACTS`."""
    return name_to_strangers(person.club, **{fact: getattr(person, fact) for fact in FACTS} | others)


def may_be_followed(called: str, forgotten_at: Any) -> bool:
    """True if someone who reads the name `called` can recognise the person from one session to the next.

    Hidden and forgotten people all look alike.
    """
    return forgotten_at is None and called != A_PLAYER


def initials(name: str) -> str:
    """Return "A. H." for "Ann Hill", "J.-L. P." for "Jean-Luc Picard", or A_PLAYER if there is no letter."""
    words = ["-".join(filter(None, map(_initial, word.split("-")))) for word in name.split()]
    return " ".join(filter(None, words)) or A_PLAYER


def _initial(part: str) -> str:
    letter = next((letter for letter in part if letter.isalnum()), "")
    return f"{letter.upper()}." if letter else ""
