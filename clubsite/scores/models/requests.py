"""Requests for scoring: the one queue between a score that came in and its results."""

from django.db import models

from clubsite.duplicate.models import Board, Session


class ScoringRequest(models.Model):
    """A session that is to be scored. Inserted with each change of its results, deleted when they are scored.

    `board` is the board whose score changed, or None if the change concerns the whole session. Inserting waits for
    nobody. The keys have no constraint in the database: a foreign key's lock would wait for the session's holder, who
    may wait for the table of this score.
    """

    session = models.ForeignKey(Session, on_delete=models.CASCADE, db_constraint=False, related_name="scoring_requests")
    board = models.ForeignKey(
        Board, null=True, blank=True, on_delete=models.CASCADE, db_constraint=False, related_name="+"
    )
    at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.session_id} at {self.at}"
