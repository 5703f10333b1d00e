"""Scoring, from a request to the stored scores. Running it twice, late or in parallel gives the same result."""

import time
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from clubsite.nights.models import Session
from clubsite.rankings.models import SessionScoring
from clubsite.rankings.selectors.session_facts import facts_of
from clubsite.rankings.services.stored_scores import Changes, changes_to, stored_of
from clubsite.rankings.signals import ranking_changed
from clubsite.scores.models import ScoringRequest
from scoring.session_scores import score_session as scores_of

BATCH_ROWS = 1000
"""Number of requests that one statement deletes."""


def score_session(session_id: int) -> bool:
    """Score a session as it is now, requested or not, and send signals about it. Return True if a figure changed.

    Everything is read and computed before the transaction that writes, so that nobody has to wait for the scoring.
    Earlier requests are then fulfilled; requests that arrive in the meantime wait for the next run.
    """
    while True:
        began = time.monotonic()
        # In this order: the run shows who has written since, and a request is older than the change it
        # reports.
        runs = SessionScoring.objects.filter(session=session_id).values_list("runs", flat=True).first() or 0
        asked = list(ScoringRequest.objects.filter(session=session_id).values_list("pk", flat=True))
        stored, facts = stored_of(session_id), facts_of(session_id)
        if facts is None:  # the session was discarded
            _done_with(asked)
            return False
        changes = changes_to(stored, scores_of(facts))
        if _write(session_id, changes, asked, runs, began):
            if changes:
                transaction.on_commit(lambda: _tell(session_id), robust=True)
            return bool(changes)


def score_if_asked(session_id: int) -> bool:
    """Score a session if scoring has been requested. Return True if a figure changed."""
    return scoring_asked(session_id) and score_session(session_id)


def scoring_asked(session_id: int) -> bool:
    """True if something in the session is waiting to be scored."""
    return ScoringRequest.objects.filter(session=session_id).exists()


def scoring_rest(session_id: int) -> float:
    """Return how many seconds to wait before scoring a session again: as long as its last scoring took."""
    last = SessionScoring.objects.filter(session=session_id).first()
    if last is None:
        return 0.0
    rest = last.scored_at + timedelta(seconds=last.took) - timezone.now()
    return min(max(rest.total_seconds(), 0.0), last.took)


def scoring_locked(session_id: int) -> SessionScoring:
    """Lock the session's match points and places so that no other process writes them."""
    SessionScoring.objects.get_or_create(session_id=session_id)
    return SessionScoring.objects.select_for_update().get(session_id=session_id)


def _write(session_id: int, changes: Changes, asked: list[int], runs: int, began: float) -> bool:
    """Write the changes. Return False if they are out of date: another run has written in the meantime, or a line or
    a contestant was deleted.
    """
    with transaction.atomic():
        if not changes.are_possible():  # before the lock, in the order of a cascade
            return False
        state = scoring_locked(session_id)
        if state.runs != runs:
            return False
        changes.write()
        _done_with(asked)
        state.runs, state.took = state.runs + 1, time.monotonic() - began
        state.save(update_fields=["runs", "took", "scored_at"])
    return True


def _done_with(asked: list[int]) -> None:
    for n in range(0, len(asked), BATCH_ROWS):
        ScoringRequest.objects.filter(pk__in=asked[n : n + BATCH_ROWS]).delete()


def _tell(session_id: int) -> None:
    public_id = Session.objects.values_list("public_id", flat=True).get(pk=session_id)
    ranking_changed.send(sender=SessionScoring, session_id=public_id)
