"""What asks for scoring: the one queue between a score that came in and what it comes to."""

from django.db import models

from clubsite.duplicate.models import Session


class ScoringRequest(models.Model):
    """A session is to be scored: inserted with each change of what scores come to, deleted when that is scored.

    Inserting waits for nobody. Its session has no constraint in the database: the lock of a foreign key would wait
    for whoever holds the session, and they may wait for the table at which this score was made.
    """

    session = models.ForeignKey(
        Session, on_delete=models.CASCADE, db_constraint=False, related_name="scoring_requests"
    )
    at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.session_id} at {self.at}"
