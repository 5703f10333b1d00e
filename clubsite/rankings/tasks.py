"""Background jobs: scoring a session, and scoring sessions whose job was lost.

The jobs take ids, and may be lost or run twice. Celery runs them on the club server; threads of `core.jobs` run
them elsewhere.
"""

from celery import shared_task

from clubsite.core import jobs
from clubsite.rankings.services.scoring import score_if_asked, scoring_rest
from clubsite.rankings.services.sweep import results_sweep
from clubsite.scores.services.entries import SCORING_JOB


@shared_task(name=SCORING_JOB)
def score_session(session_id: int) -> None:
    """Compute a session's match points and places if requested. If it has only just been scored, do this later."""
    jobs.begun(SCORING_JOB, session_id)
    rest = scoring_rest(session_id)
    if rest > 0:
        jobs.enqueue(SCORING_JOB, session_id, once=True, delay=rest)
    else:
        score_if_asked(session_id)


@shared_task(name="rankings.sweep")
def sweep() -> None:
    """Do all scoring that was requested but not done, and draw the rounds that were waiting for scores."""
    results_sweep()
