"""The only rule for how strangers see a person's name. The club and the person each set a limit, and the stricter
limit applies.

A member of the club sees names in full (`readers.visitor`).
"""

import re
from typing import Any

from clubsite.clubs.models import Club, NamesFor, Person, ShownAs
from clubsite.clubs.selectors import people_of
from clubsite.core.names import fold

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
    by_name = {NamesFor.NAMES: agreed is not False, NamesFor.AGREED: agreed is True, NamesFor.INITIALS: False}
    return name if shown_as == ShownAs.CLUB and by_name[NamesFor(club.names_for)] else initials(name)


def person_to_strangers(person: Person, **others: Any) -> str:
    """Return the name that strangers see for this person, or would see if `others` replaced some `FACTS`."""
    return name_to_strangers(person.club, **{fact: getattr(person, fact) for fact in FACTS} | others)


def may_be_followed(called: str, forgotten_at: Any) -> bool:
    """True if readers of `called` can recognise the person another night. Hidden and forgotten people look alike."""
    return forgotten_at is None and called != A_PLAYER


def initials(name: str) -> str:
    """Return "A. H." for "Ann Hill", "J.-L. P." for "Jean-Luc Picard", or A_PLAYER if there is no letter."""
    words = ["-".join(filter(None, map(_initial, word.split("-")))) for word in name.split()]
    return " ".join(filter(None, words)) or A_PLAYER


def _initial(part: str) -> str:
    letter = next((letter for letter in part if letter.isalnum()), "")
    return f"{letter.upper()}." if letter else ""


POSSESSIVE = re.compile(r"['’]s\b")
WORD = re.compile(r"[^\W_]+")
SEATS, PARTICLES = "north south east west", "the and de da di du la le van von der den of ter"
NO_NAMES = frozenset(f"{SEATS} {PARTICLES}".split())
"""Words that are no names by themselves."""
NAME_MEANT = "Only members read these words: to keep the name, send them again."


def hidden_people_in(club: Club, text: str) -> list[tuple[Person, str]]:
    """Return the people of the club who are hidden from strangers and whose names occur in `text`, each with the words
    that were found.

    Only whole words count; accents and capitals do not matter.
    """
    if not text.strip():
        return []
    by_key = {fold(word): word for word in WORD.findall(POSSESSIVE.sub("", text))}
    people = []
    for person in people_of(club):
        words = [word for word in WORD.findall(person.name_key) if word in by_key and word not in NO_NAMES]
        whole = person.name if person.name.casefold() in text.casefold() else ""
        if (words or whole) and person_to_strangers(person) != person.name:
            people.append((person, whole or by_key[words[-1]]))
    return people


def names_fault(club: Club, text: str) -> str:
    """Return a sentence about a hidden name that occurs in `text`, or ""."""
    people = hidden_people_in(club, text)
    if not people:
        return ""
    person, word = people[0]
    about = person.name if word == person.name else f"“{word}” is a name of {person.name}, who"
    return (
        f"{about} is not shown by name to people outside the club. Say it without the name, as “South” or “number 4”."
    )


def names_warning(club: Club, text: str, warned: str) -> str:
    """Return the sentence from `names_fault` with advice on how to keep the name anyway, or "".

    Also return "" if `warned`, the text for which the warning was shown, equals this text: the director meant to
    keep the name.
    """
    fault = names_fault(club, text)
    return f"{fault} {NAME_MEANT}" if fault and warned.strip() != text.strip() else ""
