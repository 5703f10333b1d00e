"""Handicaps from earlier sessions: the handicap that a scheme gives each contestant in a session."""

from collections import defaultdict
from decimal import Decimal
from fractions import Fraction

from clubsite.nights.models import Contestant, Session
from clubsite.rankings.selectors.person_results import counted, figures_in, people_of_contestants
from scoring.figures import fixed_text
from scoring.handicap import Handicap, entry_handicap, player_handicap


def handicaps_for(session: Session, contestants: list[Contestant], scheme: Handicap) -> dict[int, Decimal]:
    """Return {contestant id: handicap}, computed by a scheme from the published sessions before `session`. Leave out
    contestants who have no handicap.
    """
    people = people_of_contestants([contestant.pk for contestant in contestants])
    everybody = {person for persons in people.values() for person in persons}
    earlier = counted().filter(club=session.club_id, person__in=everybody, date__lt=session.date)
    history: dict[int, list[Fraction]] = defaultdict(list)
    for figures in figures_in(earlier.order_by("date", "published")).values():
        for person, percentage in figures.items():
            history[person].append(percentage)
    found: dict[int, Decimal] = {}
    for contestant, persons in people.items():
        own = [player_handicap(scheme, history[person]) for person in persons]
        if any(one is not None for one in own):
            found[contestant] = Decimal(fixed_text(entry_handicap(own), 2))
    return found
