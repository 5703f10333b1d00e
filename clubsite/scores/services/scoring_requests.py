"""Requests for scoring a session. Every change that can affect match points stores a request in its transaction."""

from clubsite.core import jobs
from clubsite.scores.models import ScoringRequest

SCORING_JOB = "rankings.score_session"


def scoring_request(session_id: int, *, board_id: int | None = None) -> None:
    """Store a scoring request in the caller's transaction, and enqueue the job once the transaction commits.

    `board_id` is the board whose score changed, or None if a setting or the movement changed. The sweep finds the
    request if the job's message is lost.
    """
    ScoringRequest.objects.create(session_id=session_id, board_id=board_id)
    jobs.enqueue(SCORING_JOB, session_id, once=True)
