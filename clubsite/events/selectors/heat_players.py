"""The players of a heat as its director reads them: their strata, and after a results file their names.

Players without a stratum count in the event's highest.
"""

from typing import Any

from clubsite.duplicate.models import Contestant
from clubsite.events.models import EventEntrant, EventPerson, Heat
from clubsite.events.selectors.event_facts import event_settings
from games.wording import counted


def strata_words(heat: Heat) -> str:
    """Return how a heat's players are spread over the event's strata, or "" if the event has none, such as "2 of 6
    players are in a lower stratum (B, C). The others count in A, the highest."
    """
    strata = event_settings(heat.event).strata
    if not strata:
        return ""
    rows: Any = heat.entrants.filter(robot=False)
    if heat.session_id is not None and not heat.results_file:
        rows = Contestant.objects.filter(section__session=heat.session_id, robot="")
    given, (highest, *below) = list(rows.values_list("stratum", flat=True)), strata
    players, lower = counted(len(given), "player"), sum(one in below for one in given)
    if not given:
        return f"{', '.join(strata)}. Nobody plays yet."
    if not lower:
        return f"All {players} count in {highest}, the highest."
    are = "is" if lower == 1 else "are"
    return (
        f"{lower} of {players} {are} in a lower stratum ({', '.join(below)}). "
        f"The others count in {highest}, the highest."
    )


def names_of_file(heat: Heat) -> dict[EventEntrant, tuple[str, ...]]:
    """Return the names of each entrant of a heat whose results came from a file, for the club's directors; {} for any
    other heat.
    """
    if not heat.results_file:
        return {}
    people: dict[int, list[str]] = {}
    for one in EventPerson.objects.filter(entrant__heat=heat).select_related("person").order_by("pk"):
        people.setdefault(one.entrant_id, []).append(one.person.name if one.person is not None else one.name)
    return {one: tuple(filter(None, people.get(one.pk, []))) for one in heat.entrants.order_by("pk")}
