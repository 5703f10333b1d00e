"""What the jobs make of the scores of a board: match points. All of it can be made again."""

from fractions import Fraction

from django.db import models
from django.db.models import Q

from clubsite.duplicate.models import Board, TableBoard
from clubsite.scores.models.entries import ScoreStatus
from scoring.board import BoardMP
from scoring.lines import Status
from scoring.result import BoardResult


class BoardScoring(models.Model):
    """What the match points of a board were made from. Where that is not the present the sweep scores again.

    `entries` counts the board's score entries (they only grow in number) and `newest` is the last of them (0: all are
    to be read anew), `lines` counts its tables, `field` is the full number of scores, E, `settings` how the session
    was scored then. `revision` grows when a figure changes. `after` is the time of the scoring before, where nothing
    changed since but the lines of this revision and what the frequencies are worth.
    """

    board = models.OneToOneField(Board, on_delete=models.CASCADE, related_name="scoring")
    entries = models.PositiveIntegerField(default=0)
    newest = models.PositiveBigIntegerField(default=0)
    lines = models.PositiveSmallIntegerField(default=0)
    field = models.PositiveSmallIntegerField(default=0)
    settings = models.CharField(max_length=64, blank=True)
    revision = models.PositiveIntegerField(default=0)
    after = models.DateTimeField(null=True, blank=True)
    scored_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"scoring of {self.board}"


def result_scored(status: str, ns_score: int | None, ruling: str, group: str) -> BoardResult:
    """A result as far as it decides what it is worth, from the columns `SCORED_BY`."""
    return BoardResult(Status(status), ns_score=ns_score, ruling=ruling, group=group)


SCORED_BY = ("status", "ns_score", "ruling", "group")
"""Columns of a ScoreEntry and of a Frequency: the same result is worth the same."""


class Frequency(models.Model):
    """A result of a board and what it is worth to each side, once for all the lines of a field that have it.

    Match points are exact fractions; both are empty if it does not count. Where the session is scored by IMPs they are
    IMPs, and `top` is 1. `field` names those that are compared (`comparison_groups`); `ruling` and
    `group` are a score entry's.
    """

    board = models.ForeignKey(Board, on_delete=models.CASCADE, related_name="frequencies")
    field = models.CharField(max_length=32)
    status = models.CharField(max_length=10, choices=ScoreStatus)
    ns_score = models.SmallIntegerField(null=True, blank=True)
    ruling = models.CharField(max_length=200, blank=True)
    group = models.CharField(max_length=10, blank=True)
    top = models.PositiveSmallIntegerField()
    ns_mp_num = models.BigIntegerField(null=True, blank=True)
    ns_mp_den = models.PositiveBigIntegerField(default=1)
    ew_mp_num = models.BigIntegerField(null=True, blank=True)
    ew_mp_den = models.PositiveBigIntegerField(default=1)

    class Meta:
        verbose_name_plural = "frequencies"
        constraints = [
            models.UniqueConstraint(
                fields=["board", "field", "status", "ns_score", "ruling", "group"],
                condition=Q(ns_score__isnull=False),
                name="result_once_a_board",
            ),
            models.UniqueConstraint(
                fields=["board", "field", "status", "ruling", "group"],
                condition=Q(ns_score__isnull=True),
                name="result_without_score_once_a_board",
            ),
            models.CheckConstraint(
                condition=Q(ns_mp_den__gte=1, ew_mp_den__gte=1), name="match_points_are_fractions"
            ),
            models.CheckConstraint(
                condition=Q(ns_mp_num__isnull=True, ew_mp_num__isnull=True)
                | Q(ns_mp_num__isnull=False, ew_mp_num__isnull=False),
                name="match_points_of_both_or_none",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.ns_mp} and {self.ew_mp} of {self.top}"

    @property
    def result(self) -> BoardResult:
        """What its lines are scored by."""
        return result_scored(self.status, self.ns_score, self.ruling, self.group)

    @property
    def points(self) -> BoardMP:
        """What each of them is worth."""
        return BoardMP(self.ns_mp, self.ew_mp, self.top)

    @property
    def ns_mp(self) -> Fraction | None:
        """South's match points; None when the board does not count for that side."""
        return None if self.ns_mp_num is None else Fraction(self.ns_mp_num, self.ns_mp_den)

    @property
    def ew_mp(self) -> Fraction | None:
        """North's match points; None when the board does not count for that side."""
        return None if self.ew_mp_num is None else Fraction(self.ew_mp_num, self.ew_mp_den)


class BoardScore(models.Model):
    """Which of its board's results a table had, and so its match points; `revision`: its board's, when it got it."""

    table_board = models.OneToOneField(TableBoard, on_delete=models.CASCADE, related_name="board_score")
    frequency = models.ForeignKey(Frequency, on_delete=models.CASCADE, related_name="lines")
    revision = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return str(self.frequency)
