"""What asks for scoring: the one queue between a score that came in and what it comes to."""

from django.db import models

from clubsite.duplicate.models import Board, Session


class ScoringRequest(models.Model):
    """A session is to be scored: inserted with each change of what scores come to, deleted when that is scored.

    `board` is the board whose score changed, or None if the change concerns the whole session. Inserting waits for
    nobody. The keys have no constraint in the database: the lock of a foreign key would wait for whoever holds the
    session, and they may wait for the table at which this score was made.
    """

    session = models.ForeignKey(
        Session, on_delete=models.CASCADE, db_constraint=False, related_name="scoring_requests"
    )
    board = models.ForeignKey(
        Board, null=True, blank=True, on_delete=models.CASCADE, db_constraint=False, related_name="+"
    )
    at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.session_id} at {self.at}"
