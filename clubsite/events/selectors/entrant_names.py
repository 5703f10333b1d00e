"""The names of entrants: of people on the club's list, of others in a results file, and as another server sent them."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from clubsite.clubs.models import Club
from clubsite.clubs.name_choices import ResultsFor, ShownAs
from clubsite.duplicate.selectors.contestants import rows_named
from clubsite.events.models import EventEntrant, EventPerson, Heat
from clubsite.members.visitor import ClubVisitor
from clubsite.privacy.names import A_PLAYER, FACTS, name_to_strangers

NOT_ON_LIST = (ShownAs.CLUB, "", None, None)
"""The facts, besides the name, of a person who is not on the club's list: they have not agreed to anything."""


def names_from_files(entrants: Mapping[int, ClubVisitor]) -> dict[int, str]:
    """Map the ids of entrants who have people to the names that a visitor, as seen by each one's club, may see."""
    return _named(
        list(entrants), lambda one, facts: entrants[one].called(*facts) if entrants[one].may_read else A_PLAYER
    )


def may_be_named(club: Club | None) -> bool:
    """True if strangers may read any names of a club's people."""
    return club is not None and club.results_for == ResultsFor.EVERYBODY


def names_to_strangers(heat: Heat, entrants: Sequence[EventEntrant]) -> dict[int, str]:
    """Map these entrants of a heat to the names that strangers may read, or "". Another server has sent its own."""
    club = heat.club
    if club is None or not may_be_named(club):
        return {one.pk: one.name if club is None else "" for one in entrants}
    contestants = {one.pk: one.contestant_id for one in entrants if one.contestant_id is not None}
    facts = [f"persons__person__{fact}" for fact in FACTS]
    named = rows_named(list(contestants.values()), facts, lambda one: name_to_strangers(club, *one))
    found = _named([one.pk for one in entrants], lambda _, known: name_to_strangers(club, *known))
    found |= {pk: named[contestant] for pk, contestant in contestants.items() if contestant in named}
    return {one.pk: found.get(one.pk, "")[:200] for one in entrants}


def _named(entrants: list[int], called: Callable[[int, tuple[Any, ...]], str]) -> dict[int, str]:
    found: defaultdict[int, list[str]] = defaultdict(list)
    rows: Any = EventPerson.objects.filter(entrant__in=entrants).order_by("pk")
    columns = ("entrant", "name", "person", *(f"person__{fact}" for fact in FACTS))
    for entrant, name, person, *facts in rows.values_list(*columns):
        known = tuple(facts) if person is not None else (name, *NOT_ON_LIST)
        found[entrant].append(called(entrant, known) if known[0] else A_PLAYER)
    return {entrant: " & ".join(names) for entrant, names in found.items()}
