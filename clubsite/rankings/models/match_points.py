"""Match points for every line in a session, as computed by the scoring job. They can all be recomputed."""

from fractions import Fraction
from typing import NamedTuple

from django.db import models
from django.db.models import Q

from clubsite.core.data_map import DataOf
from clubsite.nights.models import Session, TableBoard
from scoring.board import BoardMP


class SessionScoring(models.Model):
    """A record of a session's scoring: how often the scoring ran, when it last ran, and how many seconds the last run
    took.

    Its lock protects the scoring job's results. As in ScoringRequest, there is no database constraint on the
    session, so that writing this row does not have to wait for the session's lock.
    """

    data_of = DataOf(session="session", not_in_file="made again by scoring the session")
    session = models.OneToOneField(Session, on_delete=models.CASCADE, db_constraint=False, related_name="scoring_state")
    runs = models.PositiveIntegerField(default=0)
    took = models.FloatField(default=0)
    scored_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"scoring of {self.session}"


class MatchPointColumns(NamedTuple):
    """The columns of a BoardScore with its points. They are None for both sides if the board does not count."""

    top: int
    ns_num: int | None
    ns_den: int
    ew_num: int | None
    ew_den: int

    @classmethod
    def of(cls, mp: BoardMP) -> "MatchPointColumns":
        """Return the column values for the points of a line."""
        if mp.ns is None or mp.ew is None:
            return cls(mp.top, None, 1, None, 1)
        return cls(mp.top, mp.ns.numerator, mp.ns.denominator, mp.ew.numerator, mp.ew.denominator)


class BoardScore(models.Model):
    """The exact points of each side for a board at a table. In IMP scoring, the points are IMPs and `top` is 1."""

    data_of = DataOf(session="table_board__round__section__session", not_in_file="made again by scoring the session")
    table_board = models.OneToOneField(TableBoard, on_delete=models.CASCADE, related_name="board_score")
    top = models.PositiveSmallIntegerField()
    ns_num = models.BigIntegerField(null=True, blank=True)
    ns_den = models.PositiveBigIntegerField(default=1)
    ew_num = models.BigIntegerField(null=True, blank=True)
    ew_den = models.PositiveBigIntegerField(default=1)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(ns_den__gte=1, ew_den__gte=1), name="match_points_are_fractions"),
            models.CheckConstraint(
                condition=Q(ns_num__isnull=True, ew_num__isnull=True) | Q(ns_num__isnull=False, ew_num__isnull=False),
                name="match_points_of_both_or_none",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.ns_mp} and {self.ew_mp} of {self.top}"

    @property
    def points(self) -> BoardMP:
        return BoardMP(self.ns_mp, self.ew_mp, self.top)

    @property
    def ns_mp(self) -> Fraction | None:
        """South's match points, or None if the board does not count."""
        return None if self.ns_num is None else Fraction(self.ns_num, self.ns_den)

    @property
    def ew_mp(self) -> Fraction | None:
        """North's match points, or None if the board does not count."""
        return None if self.ew_num is None else Fraction(self.ew_num, self.ew_den)
