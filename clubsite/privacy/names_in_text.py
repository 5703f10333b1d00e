"""Checking whether free text that directors write for the record contains names that are hidden from strangers."""

import re

from clubsite.clubs.models import Club, Person
from clubsite.clubs.selectors import people_of
from clubsite.core.names import fold
from clubsite.privacy.names import person_to_strangers

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
    said = {fold(word): word for word in WORD.findall(POSSESSIVE.sub("", text))}
    found = []
    for person in people_of(club):
        words = [word for word in WORD.findall(person.name_key) if word in said and word not in NO_NAMES]
        whole = person.name if person.name.casefold() in text.casefold() else ""
        if (words or whole) and person_to_strangers(person) != person.name:
            found.append((person, whole or said[words[-1]]))
    return found


def names_fault(club: Club, text: str) -> str:
    """Return a sentence about a hidden name that occurs in `text`, or ""."""
    found = hidden_people_in(club, text)
    if not found:
        return ""
    person, word = found[0]
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
