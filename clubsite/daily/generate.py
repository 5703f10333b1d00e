"""Making the problems for today and tomorrow, and reconstructing their positions."""

import logging
from datetime import date, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from clubsite.daily.choose import RatedEnding, choose
from clubsite.daily.endings import FULL_DEAL_TRICKS
from clubsite.daily.lines import Refutation, best_line, refutation
from clubsite.daily.models import DailyProblem
from clubsite.daily.of_clubs import is_still_open, problem_of_session
from games.cards import CARD_BY_TEXT, cards_text, parse_cards
from solver import Engine, Position, engine
from solver.compiled import why_not_compiled

log = logging.getLogger(__name__)
WITHOUT_A_COMPILER = 6  # cards a hand: the engine in Python answers these at once


def missing_days() -> list[date]:
    """Return the days without a problem, out of today and tomorrow in the site's time zone."""
    today = timezone.localdate()
    days = [today, today + timedelta(days=1)]
    made = set(DailyProblem.objects.filter(date__in=days).values_list("date", flat=True))
    return [day for day in days if day not in made]


def problems_make() -> int:
    """Make the missing problems, which is slow. Return how many were made. Simultaneous calls make each only once."""
    days = missing_days()
    return sum(problem_make(day=day) for day in days)


def problem_make(*, day: date, using: Engine | None = None) -> bool:
    """Make the problem for this day: a hand from a club's last session, or else an ending made for the day.

    Return False if there was already a problem, if none could be found, or if the session's results are not open to
    strangers any more: the next sweep tries again.
    """
    solver = using or engine()
    most = WITHOUT_A_COMPILER if why_not_compiled() else FULL_DEAL_TRICKS
    of_session = problem_of_session(seed_of(day), solver, most)
    found = of_session.rated if of_session else choose(seed_of(day), day.weekday(), solver, most)
    if found is None:
        log.error("No daily problem found for %s", day)
        return False
    fields = fields_of(found, solver)
    if of_session:
        fields["setup"]["of"] = of_session.of
    with transaction.atomic():
        if of_session and not is_still_open(of_session):
            return False
        _, made = DailyProblem.objects.get_or_create(date=day, defaults=fields)
    return made


def seed_of(day: date) -> str:
    """Return the day's seed, derived from a site secret, so that nobody can use the program to see a problem early."""
    return f"{day} {salted_hmac('clubsite.daily', str(day)).hexdigest()}"


def fields_of(found: RatedEnding, solver: Engine) -> dict[str, Any]:
    """Return the fields of a DailyProblem for an ending, with the best line and the refutation of each wrong card."""
    ending, at = found.ending, found.ending.at
    wrong = {card: refutation(ending, card, solver) for card in ending.values if card != ending.answer}
    line = [ending.answer, *best_line(at.after(ending.answer), solver)]
    return {
        "setup": {
            "hands": [cards_text(hand) for hand in at.hands],
            "strain": at.strain,
            "leader": str(at.leader),
            "played": [card.text for card in at.played],
            "needs": ending.needs,
            "tricks": ending.tricks,
        },
        "solution": {
            "answer": ending.answer.text,
            "line": [card.text for card in line],
            "wrong": {card.text: _kept(each) for card, each in wrong.items()},
        },
        "level": found.rating.level,
        "found": found.rating.found,
        "tried": found.rating.tries,
    }


def _kept(each: Refutation) -> dict[str, Any]:
    named = each.by is not None and each.card is not None
    return {
        "takes": each.takes,
        "by": str(each.by) if named else "",
        "card": each.card.text if each.card else "",
        "trick": each.trick,
    }


def position_of(setup: dict[str, Any]) -> Position:
    """Return a problem's position, in which South is to play."""
    hands = [parse_cards(text) for text in setup["hands"]]
    return Position.of(hands, setup["strain"], setup["leader"], [CARD_BY_TEXT[text] for text in setup["played"]])
