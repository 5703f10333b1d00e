"""The players of a heat whose results came from a file: their names, and their strata. Those of a night are given in
the night.
"""

from collections.abc import Mapping
from dataclasses import replace

from django.db import transaction

from clubsite.clubs.selectors import people_of
from clubsite.core.refused import Refused
from clubsite.events.models import Heat
from clubsite.events.selectors.event_facts import event_settings
from clubsite.events.selectors.heat_players import names_of_file
from clubsite.events.selectors.results_files import people_of_file
from clubsite.events.selectors.stored_states import stored_state
from clubsite.events.services.event_requests import heat_tell_ask
from clubsite.events.services.heat_put import heat_put
from clubsite.events.services.heats import heat_locked
from clubsite.events.services.publications import corrections_check
from scoring.files.model import FileContestant


def heat_players_set(
    *, heat: Heat, names: Mapping[int, tuple[str, ...]] | None = None, strata: Mapping[int, str] | None = None
) -> None:
    """Set the names and strata of entrants, given by entrant id. "" is the highest stratum. The event is scored again.

    A name on the club's list means that person. Raise Refused if the results came from no file, for a stratum that the
    event does not have, or after the correction period.
    """
    names, strata = names or {}, strata or {}
    with transaction.atomic():
        heat = heat_locked(heat)
        if not heat.results_file:
            raise Refused("The results of this heat came from no file. Give the names and strata in the night.")
        corrections_check(event=heat.event)
        if unknown := set(strata.values()) - {"", *event_settings(heat.event).strata}:
            raise Refused(f"The event has no stratum {', '.join(sorted(unknown))}.")
        known = list(people_of(heat.club)) if heat.club is not None else []
        state, entrants = stored_state(heat), []
        for one, (entrant, stored) in zip(state.entrants, names_of_file(heat).items(), strict=True):
            typed = names.get(entrant.pk, stored)
            if typed != stored:
                one = replace(one, people=people_of_file(heat.event, known, FileContestant(one.label, typed)))
            entrants.append(replace(one, stratum=strata.get(entrant.pk, one.stratum)))
        heat_put(heat=heat, state=replace(state, entrants=tuple(entrants)))
        if names:
            heat_tell_ask(heat=heat)
