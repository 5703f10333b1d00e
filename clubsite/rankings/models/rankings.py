"""Lists of places that the scoring job makes from match points. They can be made again at any time."""

from django.db import models
from django.db.models import Q

from clubsite.core.data_map import DataOf
from clubsite.nights.models import Section
from clubsite.rankings.payload import row_read
from games.wording import group_title
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
