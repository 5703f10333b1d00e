"""The strata of the players of a heat whose results came from a file. Those of a night are given in the night."""

from collections.abc import Mapping
from dataclasses import replace

from django.db import transaction

from clubsite.core.refused import Refused
from clubsite.events.models import Heat
from clubsite.events.selectors.event_facts import event_settings
from clubsite.events.selectors.stored_states import stored_state
from clubsite.events.services.heat_put import heat_put
from clubsite.events.services.heats import heat_locked
from clubsite.events.services.publications import corrections_check


def heat_strata_set(*, heat: Heat, strata: Mapping[int, str]) -> None:
    """Set the strata of entrants, given by entrant id. "" is the highest. The event is scored again.

    Raise Refused if the results came from no file, for a stratum that the event does not have, or after the correction
    period.
    """
    with transaction.atomic():
        heat = heat_locked(heat)
        if not heat.results_file:
            raise Refused("The results of this heat came from no file. Give the strata in the night.")
        corrections_check(event=heat.event)
        if unknown := set(strata.values()) - {"", *event_settings(heat.event).strata}:
            raise Refused(f"The event has no stratum {', '.join(sorted(unknown))}.")
        state = stored_state(heat)
        labels = dict(heat.entrants.values_list("label", "pk"))
        entrants = [replace(one, stratum=strata.get(labels[one.label], one.stratum)) for one in state.entrants]
        heat_put(heat=heat, state=replace(state, entrants=tuple(entrants)))
