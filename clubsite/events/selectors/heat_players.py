"""The players of a heat as its director reads them: their strata, and after a results file their names.

Players without a stratum count in the event's highest.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from clubsite.duplicate.models import Contestant
from clubsite.events.models import EventEntrant, EventPerson, Heat
from clubsite.events.selectors.event_facts import event_settings
from games.wording import counted


@dataclass(frozen=True, slots=True)
class HeatStrata:
    """How many of a heat's players are in a stratum of the event below the highest."""

    strata: tuple[str, ...]
    players: int
    lower: int

    @property
    def words(self) -> str:
        """Such as "2 of 6 players are in a lower stratum (B, C). The others count in A, the highest."."""
        highest, *below = self.strata
        if not self.players:
            return f"{', '.join(self.strata)}. Nobody plays yet."
        if not self.lower:
            return f"All {counted(self.players, 'player')} count in {highest}, the highest."
        are = "is" if self.lower == 1 else "are"
        return (
            f"{self.lower} of {counted(self.players, 'player')} {are} in a lower stratum ({', '.join(below)}). "
            f"The others count in {highest}, the highest."
        )


@dataclass(frozen=True, slots=True)
class FilePlayer:
    """An entrant whose results came from a file, with the names for the club's directors."""

    entrant: EventEntrant
    names: tuple[str, ...]


def heat_strata(heat: Heat) -> HeatStrata | None:
    """Return how a heat's players are spread over the event's strata, or None if the event has none."""
    strata = event_settings(heat.event).strata
    if not strata:
        return None
    given: Iterable[str]
    if heat.session_id is not None and not heat.results_file:
        rows = Contestant.objects.filter(section__session=heat.session_id, robot="")
        given = list(rows.values_list("stratum", flat=True))
    else:
        given = list(heat.entrants.filter(robot=False).values_list("stratum", flat=True))
    return HeatStrata(strata, len(given), sum(one in strata[1:] for one in given))


def players_of_file(heat: Heat) -> list[FilePlayer]:
    """Return the entrants of a heat whose results came from a file, with their names; [] for any other heat."""
    if not heat.results_file:
        return []
    people: dict[int, list[str]] = {}
    for one in EventPerson.objects.filter(entrant__heat=heat).select_related("person").order_by("pk"):
        people.setdefault(one.entrant_id, []).append(one.person.name if one.person is not None else one.name)
    rows = heat.entrants.select_related("heat__event").order_by("pk")
    return [FilePlayer(one, tuple(filter(None, people.get(one.pk, [])))) for one in rows]
