"""Ask that a session be scored. Whoever changes what scores come to asks, in the same transaction."""

from clubsite.core import jobs
from clubsite.scores.models import ScoringRequest

JOB = "rankings.score_session"


def scoring_request(session_id: int) -> None:
    """Note it with the caller's change, and hint at the job after the commit; a lost hint is made up by the sweep."""
    ScoringRequest.objects.create(session_id=session_id)
    jobs.enqueue_once(JOB, session_id)
