"""The names of contestants in everything that leaves the room: pages, files, the API.

Players and directors of the session get `contestants.names_of`.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from clubsite.nights.selectors.contestants import rows_named
from clubsite.privacy.names import A_PLAYER, FACTS, may_be_followed
from clubsite.readers.visitor import ClubVisitor


def names_shown(contestants: Iterable[int], visitor: ClubVisitor) -> dict[int, str]:
    """Return a dict from contestant id to the name(s) that this visitor may see, in the form that `names_of` uses.
    Makes one query.

    All contestants must belong to the visitor's club.
    """
    facts = [f"persons__person__{fact}" for fact in FACTS]
    return rows_named(list(contestants), facts, lambda one: visitor.called(*one))


def names_and_people_shown(
    contestants: Iterable[int], visitor: ClubVisitor
) -> tuple[dict[int, str], dict[int, dict[int, str]]]:
    """Return the names, and for each contestant id a dict {person id: name} of people the visitor can tell apart."""
    facts = [*(f"persons__person__{fact}" for fact in FACTS), "persons__contestant", "persons__person"]
    people: dict[int, dict[int, str]] = defaultdict(dict)

    def called(one: Sequence[Any]) -> str:
        *known, contestant, person = one
        name = visitor.called(*known)
        if may_be_followed(name, known[-1]):
            people[contestant][person] = name
        return name

    return rows_named(list(contestants), facts, called), people


def names_in_field(contestants: Mapping[int, ClubVisitor]) -> dict[int, str]:
    """Return a dict from contestant id to name(s) for a field of several clubs. Makes one query.

    `contestants` has the visitor as seen by each contestant's club. People of a club whose results the visitor may not
    read are A_PLAYER.
    """

    def called(one: Sequence[Any]) -> str:
        *known, contestant = one
        visitor = contestants[contestant]
        return visitor.called(*known) if visitor.may_read else A_PLAYER

    facts = [*(f"persons__person__{fact}" for fact in FACTS), "persons__contestant"]
    return rows_named(list(contestants), facts, called)
