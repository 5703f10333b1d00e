"""The strata of the players of a heat whose results came from a file. Those of a night are given in the night."""

from collections.abc import Mapping

from django.db import transaction

from clubsite.core.refused import Refused
from clubsite.events.models import Heat
from clubsite.events.selectors.event_facts import event_settings
from clubsite.events.services.heats import heat_locked
from clubsite.events.services.lines import entrants_retell
from clubsite.events.services.publications import corrections_check
from clubsite.events.services.scoring_requests import event_scoring_ask
from clubsite.events.signals import heat_lines_changed


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
        changed = [one for one in heat.entrants.all() if strata.get(one.pk, one.stratum) != one.stratum]
        for entrant in changed:
            entrant.stratum = strata[entrant.pk]
            entrant.save(update_fields=["stratum"])
        if changed:
            entrants_retell(heat=heat, entrants=[one.pk for one in changed])
            event_scoring_ask(event_id=heat.event_id)
            heat_lines_changed.send(sender=Heat, heat=heat)
