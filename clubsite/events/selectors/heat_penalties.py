"""The penalties of a heat's night, in units that mean the same in the event as at the club.

A match point of a club with three tables is a quarter of a board, and one of an event with two hundred tables almost
nothing. So match points are converted to percent of a board's top. Percent of a top, and percent of the session, stay
as they are.
"""

from fractions import Fraction

from clubsite.duplicate.models import Session
from clubsite.events.models import Event
from clubsite.events.selectors.event_facts import event_settings
from clubsite.rankings.models import Penalty, PenaltyUnit
from clubsite.rankings.selectors.session_facts import facts_of
from scoring.session_scores import ScoredBoards
from scoring.settings import ScoringSettings

HeatPenalty = tuple[Fraction, str]
"""An amount, and its unit."""


def heat_penalties(event: Event, session: Session) -> dict[int, list[HeatPenalty]]:
    """Return the penalties of a session that count in the event, by contestant, in the order in which they were given.

    Match points do not reach an event that is scored by IMPs, nor IMPs one that is scored by match points: nobody can
    say what they are worth there.
    """
    rows = Penalty.objects.filter(withdrawn_at=None, contestant__section__session=session).order_by("at", "pk")
    given = [(pk, Fraction(amount), unit) for pk, amount, unit in rows.values_list("contestant", "amount", "unit")]
    if not given:
        return {}
    imps = ScoringSettings.from_json(session.scoring).imps
    top = 0 if imps or all(unit != PenaltyUnit.POINTS for *_, unit in given) else _top_of(session)
    found: dict[int, list[HeatPenalty]] = {}
    for contestant, amount, unit in given:
        if unit != PenaltyUnit.POINTS or (imps and event_settings(event).imps):
            found.setdefault(contestant, []).append((amount, unit))
        elif top and not event_settings(event).imps:
            found.setdefault(contestant, []).append((amount * 100 / top, PenaltyUnit.TOP.value))
    return found


def _top_of(session: Session) -> int:
    """Return the most match points that a board of the session is worth."""
    facts = facts_of(session.pk)
    return max(ScoredBoards(facts).tops.values(), default=0) if facts is not None else 0
