"""Match points and lists of places, which the scoring job can recompute at any time, and the directors' penalties."""

from typing import NamedTuple

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from clubsite.core.data_map import DataOf
from clubsite.nights.models import Contestant, Section, Session, TableBoard
from clubsite.rankings.models.published import Exact
from clubsite.rankings.payload import row_read
from games.wording import group_title
from scoring.board import BoardMP
from scoring.session_scores import RankingRow


class RankingLine(models.TextChoices):
    NS = "NS", group_title("NS")
    EW = "EW", group_title("EW")
    ALL = "ALL", group_title("ALL")


class Ranking(models.Model):
    """A list of places, stored with the first of its sections. `listed` has its rows as JSON, best first.

    `stratum` is "" if everyone is ranked. `handicap` marks a list with handicaps, which is kept in addition to the
    list without handicaps. The section has no database constraint, because it is locked while a round is being closed.
    """

    data_of = DataOf(session="section__session", not_in_file="made again by scoring the session")
    section = models.ForeignKey(Section, on_delete=models.CASCADE, db_constraint=False, related_name="rankings")
    line = models.CharField(max_length=3, choices=RankingLine)
    stratum = models.CharField(max_length=10, blank=True)
    handicap = models.BooleanField(default=False)
    listed = models.JSONField(default=list)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["section", "line", "stratum", "handicap"], name="ranking_once_a_line"),
            models.CheckConstraint(condition=Q(line__in=RankingLine.values), name="ranking_line_known"),
        ]

    def __str__(self) -> str:
        return f"{self.get_line_display()} of {self.section}"

    @property
    def rows(self) -> tuple[RankingRow, ...]:
        """The rows, best first, without names."""
        return tuple(map(row_read, self.listed))


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

    ns_mp, ew_mp = Exact("ns"), Exact("ew")

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


class PenaltyUnit(models.TextChoices):
    """The units of penalties, which are the keys of `scoring.session.PENALTY_UNITS`."""

    TOP = "top", "Percent of a board's top"
    POINTS = "points", "Match points, or IMPs"
    PERCENT = "percent", "Percent of the session"


class Penalty(models.Model):
    """A procedural or disciplinary penalty (Laws 90, 91), or an award if the amount is negative. It is withdrawn,
    never deleted.
    """

    data_of = DataOf(session="contestant__section__session")

    contestant = models.ForeignKey(Contestant, on_delete=models.PROTECT, related_name="penalties")
    amount = models.DecimalField(max_digits=7, decimal_places=2)
    unit = models.CharField(max_length=7, choices=PenaltyUnit, default=PenaltyUnit.TOP)
    why = models.CharField(max_length=200)
    by_user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now, editable=False)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["at", "pk"]
        verbose_name_plural = "penalties"
        constraints = [
            models.CheckConstraint(condition=Q(unit__in=PenaltyUnit.values), name="penalty_unit_known"),
            models.CheckConstraint(condition=~Q(amount=0), name="penalty_of_something"),
            models.CheckConstraint(condition=~Q(why=""), name="penalty_says_why"),
        ]

    def __str__(self) -> str:
        return f"{self.amount} {self.get_unit_display()}"
