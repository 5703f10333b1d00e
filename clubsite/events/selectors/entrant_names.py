"""The names of entrants whose heat was scored elsewhere: of people on the club's list, and of others in the file."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Any

from clubsite.clubs.models import Club
from clubsite.clubs.name_choices import ShownAs
from clubsite.events.models import EventPerson
from clubsite.members.visitor import ClubVisitor
from clubsite.privacy.names import A_PLAYER, FACTS, name_to_strangers

NOT_ON_LIST = (ShownAs.CLUB, "", None, None)
"""What is known, besides the name, about a person who is not on the club's list: they have not agreed to anything."""


def names_from_files(entrants: Mapping[int, ClubVisitor]) -> dict[int, str]:
    """Return a dict from entrant id to the names that a visitor may see. Makes one query.

    `entrants` has the visitor as seen by each entrant's club. An entrant without people is left out.
    """

    def called(entrant: int, facts: tuple[Any, ...]) -> str:
        visitor = entrants[entrant]
        return visitor.called(*facts) if visitor.may_read else A_PLAYER

    return _named(list(entrants), called)


def names_from_files_to_strangers(club: Club, entrants: list[int]) -> dict[int, str]:
    """Return a dict from the ids of a club's entrants to the names that strangers may read. Makes one query."""
    return _named(entrants, lambda _, facts: name_to_strangers(club, *facts))


def _named(entrants: list[int], called: Callable[[int, tuple[Any, ...]], str]) -> dict[int, str]:
    found: defaultdict[int, list[str]] = defaultdict(list)
    rows: Any = EventPerson.objects.filter(entrant__in=entrants).order_by("pk")
    for entrant, name, person, *facts in rows.values_list(
        "entrant", "name", "person", *(f"person__{fact}" for fact in FACTS)
    ):
        known = tuple(facts) if person is not None else (name, *NOT_ON_LIST)
        found[entrant].append(called(entrant, known) if known[0] else A_PLAYER)
    return {entrant: " & ".join(names) for entrant, names in found.items()}
