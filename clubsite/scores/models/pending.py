"""Scores typed at a table that the opponents have still to confirm."""

from django.db import models
from django.db.models import Q

from clubsite.core.tokens import new_public_id
from clubsite.duplicate.models import TableBoard
from clubsite.play.models import SeatTicket
from clubsite.scores.models.columns import TypedColumns
from scoring.result import BoardResult


class PendingScore(TypedColumns):
    """A score that one side has typed: it counts once the other side has confirmed it, as a ScoreEntry.

    `key` names what was shown to whoever confirms: typed again, it is another one. `side` typed it.
    """

    table_board = models.OneToOneField(TableBoard, on_delete=models.CASCADE, related_name="pending_score")
    key = models.CharField(max_length=20, default=new_public_id)
    side = models.CharField(max_length=2)
    by_ticket = models.ForeignKey(
        SeatTicket, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    status = models.CharField(max_length=10)
    ns_score = models.SmallIntegerField()
    disputed = models.BooleanField(default=False, help_text="The other side said that it is not so")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(side__in=["NS", "EW"]), name="pending_score_side_known"),
            models.CheckConstraint(
                condition=Q(status__in=["played", "passed_out"]),
                name="pending_score_of_a_board_that_was_played",
            ),
        ]

    def __str__(self) -> str:
        return f"pending score of {self.table_board}"

    @property
    def result(self) -> BoardResult:
        """What was typed."""
        return BoardResult.of_columns(self)
