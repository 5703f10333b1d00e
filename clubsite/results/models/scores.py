"""What the jobs make of the scores: match points a board, rankings a section. All of it can be made again."""

from fractions import Fraction

from django.db import models
from django.db.models import Q

from clubsite.duplicate.models import Board, Section, TableBoard
from clubsite.results.models.entries import ScoreStatus


class BoardScoring(models.Model):
    """What the match points of a board were made from. Where that is not the present the sweep scores again.

    `entries` counts the board's score entries (they only grow in number), `lines` its tables, `field` is the
    full number of scores, E, `settings` how the session was scored then. `revision` grows when a figure changes.
    """

    board = models.OneToOneField(Board, on_delete=models.CASCADE, related_name="scoring")
    entries = models.PositiveIntegerField(default=0)
    lines = models.PositiveSmallIntegerField(default=0)
    field = models.PositiveSmallIntegerField(default=0)
    settings = models.CharField(max_length=64, blank=True)
    revision = models.PositiveIntegerField(default=0)
    scored_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"scoring of {self.board}"


class BoardScore(models.Model):
    """Match points of one table on one board, as exact fractions; both empty if it was not played.

    Where the session is scored by IMPs they are IMPs, and `top` is 1.
    """

    table_board = models.OneToOneField(TableBoard, on_delete=models.CASCADE, related_name="board_score")
    status = models.CharField(max_length=10, choices=ScoreStatus)
    ns_score = models.SmallIntegerField(null=True, blank=True)
    top = models.PositiveSmallIntegerField()
    ns_mp_num = models.BigIntegerField(null=True, blank=True)
    ns_mp_den = models.PositiveBigIntegerField(default=1)
    ew_mp_num = models.BigIntegerField(null=True, blank=True)
    ew_mp_den = models.PositiveBigIntegerField(default=1)

    class Meta:
        constraints = [
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
    def ns_mp(self) -> Fraction | None:
        """South's match points; None when the board does not count for him."""
        return None if self.ns_mp_num is None else Fraction(self.ns_mp_num, self.ns_mp_den)

    @property
    def ew_mp(self) -> Fraction | None:
        """North's match points; None when the board does not count for him."""
        return None if self.ew_mp_num is None else Fraction(self.ew_mp_num, self.ew_mp_den)


class RankingLine(models.TextChoices):
    NS = "NS", "South players"
    EW = "EW", "North players"
    ALL = "ALL", "All players"


class Ranking(models.Model):
    """A list of places: JSON rows with exact fractions as "num/den"; `fingerprint` is what they came from.

    `stratum` "" ranks everybody; `handicap`: the places with handicaps, beside those without.
    """

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="rankings")
    line = models.CharField(max_length=3, choices=RankingLine)
    stratum = models.CharField(max_length=10, blank=True)
    handicap = models.BooleanField(default=False)
    rows = models.JSONField(default=list)
    fingerprint = models.CharField(max_length=64)
    computed_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["section", "line", "stratum", "handicap"], name="ranking_once_a_line"
            ),
            models.CheckConstraint(condition=Q(line__in=RankingLine.values), name="ranking_line_known"),
        ]

    def __str__(self) -> str:
        return f"{self.get_line_display()} of {self.section}"
