"""Handicaps from the nights before: what a scheme gives everybody of a session."""

from collections import defaultdict
from decimal import Decimal
from fractions import Fraction

from clubsite.duplicate.models import Contestant, Session
from clubsite.rankings.selectors.person_results import figures_of, people_of_contestants
from clubsite.rankings.selectors.published import Published, newest
from scoring.figures import fixed_text
from scoring.handicap import Handicap, entry_handicap, player_handicap


def handicaps_for(session: Session, contestants: list[Contestant], scheme: Handicap) -> dict[int, Decimal]:
    """contestant id -> handicap by a scheme from the published nights before the session; only of who has one."""
    earlier = newest().filter(session__club=session.club_id, session__date__lt=session.date)
    history: dict[int, list[Fraction]] = defaultdict(list)
    nights = [Published(row) for row in earlier.order_by("session__date", "session__pk")]
    for night in figures_of(nights):
        for person, percentage in night.items():
            history[person].append(percentage)
    found: dict[int, Decimal] = {}
    for contestant, people in people_of_contestants([contestant.pk for contestant in contestants]).items():
        own = [player_handicap(scheme, history[person]) for person in people]
        if any(one is not None for one in own):
            found[contestant] = Decimal(fixed_text(entry_handicap(own), 2))
    return found
