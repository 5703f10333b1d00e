"""From what was asked for to what is stored. Can run twice, late, or beside another, and comes to the same."""

import time
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from clubsite.duplicate.models import Session
from clubsite.rankings.models import SessionScoring
from clubsite.rankings.selectors.session_facts import facts_of
from clubsite.rankings.services.stored_scores import Changes, changes_to, stored_of
from clubsite.rankings.signals import ranking_changed
from clubsite.scores.models import ScoringRequest
from scoring.session_scores import score_session as scores_of

MANY = 1000
"""Requests that are deleted by one statement."""


def score_session(session_id: int) -> bool:
    """Score a session as it stands, whether that was asked for or not, and tell. True when a figure changed.

    Everything is read and worked out before the transaction that writes: nobody waits for it. What was asked for
    before it was read is done then; what is asked for meanwhile stays, for the next time.
    """
    while True:
        began = time.monotonic()
        # In this order: who has written since is known by its run, and a request is older than what it tells of.
        runs = _runs(session_id)
        asked = list(ScoringRequest.objects.filter(session=session_id).values_list("pk", flat=True))
        changes = _worked_out(session_id)
        if changes is None:  # it was discarded
            _done_with(asked)
            return False
        if _write(session_id, changes, asked, runs, began):
            return _told(session_id, bool(changes))


def _worked_out(session_id: int) -> Changes | None:
    stored, facts = stored_of(session_id), facts_of(session_id)
    return None if facts is None else changes_to(stored, scores_of(facts))


def score_if_asked(session_id: int) -> bool:
    """The same, if anybody has asked."""
    return scoring_asked(session_id) and score_session(session_id)


def scoring_asked(session_id: int) -> bool:
    """True if something waits to be scored."""
    return ScoringRequest.objects.filter(session=session_id).exists()


def scoring_rest(session_id: int) -> float:
    """Seconds until a session may be scored by the job again: it rests for as long as it was scored the last time."""
    last = SessionScoring.objects.filter(session=session_id).first()
    if last is None:
        return 0.0
    rest = last.scored_at + timedelta(seconds=last.took) - timezone.now()
    return min(max(rest.total_seconds(), 0.0), last.took)


def scoring_locked(session_id: int) -> SessionScoring:
    """Held, nothing of the session's match points and places is written by anybody else."""
    SessionScoring.objects.get_or_create(session_id=session_id)
    return SessionScoring.objects.select_for_update().get(session_id=session_id)


def _runs(session_id: int) -> int:
    return SessionScoring.objects.filter(session=session_id).values_list("runs", flat=True).first() or 0


def _write(session_id: int, changes: Changes, asked: list[int], runs: int, began: float) -> bool:
    """False where another run has written meanwhile: what differs is no longer known."""
    with transaction.atomic():
        state = scoring_locked(session_id)
        if state.runs != runs:
            return False
        changes.write()
        _done_with(asked)
        state.runs, state.took = state.runs + 1, time.monotonic() - began
        state.save(update_fields=["runs", "took", "scored_at"])
    return True


def _done_with(asked: list[int]) -> None:
    for n in range(0, len(asked), MANY):
        ScoringRequest.objects.filter(pk__in=asked[n : n + MANY]).delete()


def _told(session_id: int, changed: bool) -> bool:
    if changed:
        transaction.on_commit(lambda: _tell(session_id), robust=True)
    return changed


def _tell(session_id: int) -> None:
    public_id = Session.objects.values_list("public_id", flat=True).get(pk=session_id)
    ranking_changed.send(sender=SessionScoring, session_id=public_id)
