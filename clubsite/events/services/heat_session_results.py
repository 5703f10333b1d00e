"""The state of a heat that is played on this site, taken from its session."""

from clubsite.core.refused import Refused
from clubsite.events.models import Heat
from clubsite.events.selectors.session_states import session_state
from clubsite.events.services.heat_put import heat_put
from clubsite.rankings.models import SessionScoring


class ResultsFromFile(Exception):
    """Raised if the results of a heat have come from a file in the meantime."""


def session_results_take(*, heat: Heat) -> bool:
    """Make a heat's entrants and lines agree with its session. Return True if anything changed.

    `runs` of the heat then equals the number of scorings of the session. A state that cannot be scored is not stored:
    the last good one counts, and `refused_state` says why.
    """
    heat = Heat.objects.select_related("event", "session").get(pk=heat.pk)
    if heat.session is None or heat.results_file_at is not None:
        return False
    # Read before the lines: a score that comes in meanwhile leads to another scoring of the session.
    runs = SessionScoring.objects.filter(session=heat.session).values_list("runs", flat=True).first() or 0
    try:
        changed = heat_put(heat=heat, state=session_state(heat, heat.session), before=_session_still_plays)
    except ResultsFromFile:
        return False
    except Refused as no:
        Heat.objects.filter(pk=heat.pk).update(refused_state=str(no)[:300])
        changed = False
    Heat.objects.filter(pk=heat.pk).exclude(runs=runs).update(runs=runs)
    return changed


def _session_still_plays(heat: Heat) -> None:
    if heat.session is None or heat.results_file_at is not None:
        raise ResultsFromFile
