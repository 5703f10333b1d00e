"""What the job makes of a session's scores: match points of every line. All of it can be made again."""

from fractions import Fraction
from typing import NamedTuple

from django.db import models
from django.db.models import Q

from clubsite.duplicate.models import Session, TableBoard
from scoring.board import BoardMP


class SessionScoring(models.Model):
    """How often a session was scored, when last, and how long that took, in seconds. Its lock is that of what it wrote.

    As in ScoringRequest its session has no constraint in the database, and so waits for nobody.
    """

    session = models.OneToOneField(
        Session, on_delete=models.CASCADE, db_constraint=False, related_name="scoring_state"
    )
    runs = models.PositiveIntegerField(default=0)
    took = models.FloatField(default=0)
    scored_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"scoring of {self.session}"


class MatchPointColumns(NamedTuple):
    """The columns of a BoardScore. None: it does not count; then for neither side."""

    top: int
    ns_num: int | None
    ns_den: int
    ew_num: int | None
    ew_den: int

    @classmethod
    def of(cls, mp: BoardMP) -> "MatchPointColumns":
        """The columns of what a line is worth."""
        if mp.ns is None or mp.ew is None:
            return cls(mp.top, None, 1, None, 1)
        return cls(mp.top, mp.ns.numerator, mp.ns.denominator, mp.ew.numerator, mp.ew.denominator)


class BoardScore(models.Model):
    """What a board at a table is worth to both sides, exact. Of IMPs they are IMPs, and `top` is 1."""

    table_board = models.OneToOneField(TableBoard, on_delete=models.CASCADE, related_name="board_score")
    top = models.PositiveSmallIntegerField()
    ns_num = models.BigIntegerField(null=True, blank=True)
    ns_den = models.PositiveBigIntegerField(default=1)
    ew_num = models.BigIntegerField(null=True, blank=True)
    ew_den = models.PositiveBigIntegerField(default=1)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(ns_den__gte=1, ew_den__gte=1), name="match_points_are_fractions"
            ),
            models.CheckConstraint(
                condition=Q(ns_num__isnull=True, ew_num__isnull=True)
                | Q(ns_num__isnull=False, ew_num__isnull=False),
                name="match_points_of_both_or_none",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.ns_mp} and {self.ew_mp} of {self.top}"

    @property
    def points(self) -> BoardMP:
        """What it is worth."""
        return BoardMP(self.ns_mp, self.ew_mp, self.top)

    @property
    def ns_mp(self) -> Fraction | None:
        """South's match points; None when the board does not count."""
        return None if self.ns_num is None else Fraction(self.ns_num, self.ns_den)

    @property
    def ew_mp(self) -> Fraction | None:
        """North's match points; None when the board does not count."""
        return None if self.ew_num is None else Fraction(self.ew_num, self.ew_den)
