"""Services for puzzles: store an answer, and forget a person."""

import logging
from datetime import date, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import salted_hmac

from clubsite.accounts.decorators import AnyUser
from clubsite.accounts.models import Device
from clubsite.clubs.models import Person
from clubsite.practice.models import DailyProblem, DailyTry, Repetition
from clubsite.practice.selectors.daily import is_still_open, problem_of_session
from clubsite.practice.selectors.puzzles import Puzzle, next_time
from games.cards import CARD_BY_TEXT, cards_text, parse_cards
from solver import Engine, Position, engine
from solver.compiled import why_not_compiled
from solver.endings import FULL_DEAL_TRICKS, RatedEnding, Refutation, best_line, choose, refutation

log = logging.getLogger(__name__)
WITHOUT_A_COMPILER = 6  # cards a hand: the engine in Python answers these at once


def puzzle_answer(
    *, puzzle: Puzzle, answer: str, right: bool, user: AnyUser, device: Device | None, today: date
) -> None:
    """Store an answer for the account if it is joined to the person, or else for the device.

    This changes nothing before the puzzle is due again or after it is solved.
    """
    owner, decision = puzzle.owner, puzzle.decision
    act = {"person_id": owner.person, "play_id": decision.play, "seq": decision.seq}
    with transaction.atomic():
        # Two taps at once wait for one another here, as the answer may have no row yet.
        Person.objects.select_for_update(no_key=True).get(pk=owner.person)
        kept = _kept(act, owner.proved, user, device)
        if kept.pk is not None and (kept.due is None or kept.due > today):
            return
        kept.answer, kept.right = answer, right
        kept.in_row = kept.in_row + 1 if right else 0
        kept.tries += 1
        kept.due = next_time(today, kept.in_row)
        kept.answered_at = timezone.now()
        kept.save()


def _kept(act: dict[str, int], proved: bool, user: AnyUser, device: Device | None) -> Repetition:
    """Return the new or existing row for an answer. An account that has no row takes over its device's row."""
    of_device = Q(device=device, device__isnull=False)
    own = Q(user=user) | of_device if proved and user.is_authenticated else of_device
    rows = Repetition.objects.filter(own, **act).order_by("device")
    kept = min(rows, key=lambda row: row.user_id is None, default=None)
    kept = kept or Repetition(**act, in_row=0, tries=0)
    if proved and user.is_authenticated:
        kept.user, kept.device = user, None
    else:
        kept.device = device
    return kept


def puzzles_forget(*, person: Person) -> None:
    """Delete every answer given in the name of this person, in the caller's transaction."""
    Repetition.objects.filter(person=person).delete()


def may_try(problem: DailyProblem, card: str) -> bool:
    """True if this is one of the cards that South may play."""
    return card == problem.solution["answer"] or card in problem.solution["wrong"]


def card_try(*, problem: DailyProblem, device: Device, user: AnyUser, card: str) -> DailyTry:
    """Try one card that South may play. Trying the same card again, or any card after the end, has no effect."""
    with transaction.atomic():
        mine = _locked(problem, device, user)
        if mine.done_at is None and card not in mine.cards:
            mine.cards = [*mine.cards, card]
            if card == problem.solution["answer"]:
                mine.solved, mine.first, mine.done_at = True, len(mine.cards) == 1, timezone.now()
            mine.save()
    return mine


def problem_give_up(*, problem: DailyProblem, device: Device, user: AnyUser) -> DailyTry:
    """Mark the problem as finished but not solved. If it is already finished, nothing changes."""
    with transaction.atomic():
        mine = _locked(problem, device, user)
        if mine.done_at is None:
            mine.done_at = timezone.now()
            mine.save()
    return mine


def _locked(problem: DailyProblem, device: Device, user: AnyUser) -> DailyTry:
    """Return the device's row, locked. If a user has signed in since its creation, add the user to the row."""
    DailyTry.objects.get_or_create(problem=problem, device=device)
    mine = DailyTry.objects.select_for_update().get(problem=problem, device=device)
    if mine.user_id is None and user.is_authenticated:
        mine.user = user
        mine.save()
    return mine


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

    Return False if there was already a problem, if none could be found, or if the session's results are no longer open
    to strangers. The next sweep then tries again.
    """
    solver = using or engine()
    most = WITHOUT_A_COMPILER if why_not_compiled() else FULL_DEAL_TRICKS
    of_session = problem_of_session(seed_of(day), solver, most)
    ending = of_session.rated if of_session else choose(seed_of(day), day.weekday(), solver, most)
    if ending is None:
        log.error("No daily problem found for %s", day)
        return False
    fields = fields_of(ending, solver)
    if of_session:
        fields["setup"]["of"] = of_session.of
    with transaction.atomic():
        if of_session and not is_still_open(of_session):
            return False
        _, made = DailyProblem.objects.get_or_create(date=day, defaults=fields)
    return made


def seed_of(day: date) -> str:
    """Return the day's seed, derived from a site secret, so that nobody can use the program to see a problem early."""
    return f"{day} {salted_hmac('clubsite.practice', str(day)).hexdigest()}"


def fields_of(rated_ending: RatedEnding, solver: Engine) -> dict[str, Any]:
    """Return the fields of a DailyProblem for an ending, with the best line and the refutation of each wrong card."""
    ending, at = rated_ending.ending, rated_ending.ending.at
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
            "wrong": {card.text: _refutation_fields(each) for card, each in wrong.items()},
        },
        "level": rated_ending.rating.level,
        "found": rated_ending.rating.found,
        "tried": rated_ending.rating.tries,
    }


def _refutation_fields(each: Refutation) -> dict[str, Any]:
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
