"""Boards that a table played instead of its own."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from clubsite.duplicate.models.boards import Board
from clubsite.duplicate.models.rounds import TableBoard


class WrongBoard(models.Model):
    """A table played `board` instead of the board of `table_board`: its report, and a director's decision.

    `side` reported it at the terminal, or "" if a director began. `line` is the row of the board that was played. With
    `kept` the table still plays its own board too; `own_state` is the earlier state of its row. `closed_at` is when a
    director decided, `undone_at` when that was taken back.
    """

    table_board = models.ForeignKey(TableBoard, on_delete=models.CASCADE, related_name="wrong_boards")
    board = models.ForeignKey(Board, on_delete=models.PROTECT, related_name="+")
    side = models.CharField(max_length=2, blank=True)
    line = models.OneToOneField(
        TableBoard, null=True, blank=True, on_delete=models.SET_NULL, related_name="played_instead"
    )
    kept = models.BooleanField(default=False)
    own_state = models.CharField(max_length=8, blank=True)
    at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=Q(side__in=["", "NS", "EW"]), name="wrong_board_side_known"),
            models.UniqueConstraint(fields=["table_board"], condition=Q(closed_at=None), name="wrong_board_asked_once"),
        ]

    def __str__(self) -> str:
        return f"{self.board} instead of {self.table_board}"
