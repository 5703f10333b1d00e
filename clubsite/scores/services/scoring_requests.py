"""Ask that a session be scored. Whoever changes what scores come to asks, in the same transaction."""

from clubsite.core import jobs
from clubsite.scores.models import ScoringRequest

JOB = "rankings.score_session"


def scoring_request(session_id: int, *, board_id: int | None = None) -> None:
    """Note it with the caller's change, and hint at the job after the commit; a lost hint is made up by the sweep.

    `board_id` is the board whose score changed. None: a setting or the movement did.
    """
    ScoringRequest.objects.create(session_id=session_id, board_id=board_id)
    jobs.enqueue_once(JOB, session_id)
