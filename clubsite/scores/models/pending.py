"""Scores typed at a table that the opponents have still to confirm."""

from django.db import models
from django.db.models import Q

from clubsite.core.tokens import new_public_id
from clubsite.duplicate.models import TableBoard
from clubsite.play.models import SeatTicket
from clubsite.scores.models.columns import TypedColumns
from scoring.result import BoardResult


class Asks(models.TextChoices):
    """Why a typed score asks the director, and no longer the other side."""

    LATE = "late", "The round was over when it came"
    OTHER_SCORE = "other_score", "Another score had been entered meanwhile"
    OTHER_PLAYERS = "other_players", "Others sit there by the movement as it is now"


class PendingScore(TypedColumns):
    """A score that one side has typed. It counts as a ScoreEntry once the other side has confirmed it.

    `key` names the version that was shown: typed again, the score gets a new one. The terminal that typed it made it.
    `side` typed it. With `asks` it counts only if the director says so. `agreed` means that the other side has agreed
    to it.
    """

    table_board = models.OneToOneField(TableBoard, on_delete=models.CASCADE, related_name="pending_score")
    key = models.CharField(max_length=32, unique=True, default=new_public_id)
    side = models.CharField(max_length=2)
    by_ticket = models.ForeignKey(SeatTicket, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    status = models.CharField(max_length=10)
    ns_score = models.SmallIntegerField()
    disputed = models.BooleanField(default=False, help_text="The other side said that it is not so")
    asks = models.CharField(max_length=13, choices=Asks, blank=True)
    agreed = models.BooleanField(default=False, help_text="The other side said yes, and it does not count yet")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(asks__in=["", *Asks.values]), name="pending_score_asks_known"),
            models.CheckConstraint(condition=Q(side__in=["NS", "EW"]), name="pending_score_side_known"),
            models.CheckConstraint(
                condition=Q(status__in=["played", "passed_out"]),
                name="pending_score_of_a_board_that_was_played",
            ),
        ]

    def __str__(self) -> str:
        return f"pending score of {self.table_board}"

    @property
    def uncontested(self) -> bool:
        """True if both sides agreed to it and it waits only because its round was over."""
        return self.agreed and not self.disputed and self.asks == Asks.LATE

    @property
    def result(self) -> BoardResult:
        """The result that was typed."""
        return BoardResult.of_columns(self)
