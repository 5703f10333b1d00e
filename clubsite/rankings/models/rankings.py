"""Places, as the jobs make them from match points. They can be made again at any time."""

from functools import cached_property
from typing import Any

from django.db import models
from django.db.models import Q

from clubsite.duplicate.models import Section
from clubsite.rankings.columns import rows_of


class RankingLine(models.TextChoices):
    NS = "NS", "South players"
    EW = "EW", "North players"
    ALL = "ALL", "All players"


class Ranking(models.Model):
    """A list of places: `table` holds its columns, exact (`rankings.columns`); `fingerprint` is what they came from.

    `stratum` "" ranks everybody; `handicap`: the places with handicaps, beside those without.
    """

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="rankings")
    line = models.CharField(max_length=3, choices=RankingLine)
    stratum = models.CharField(max_length=10, blank=True)
    handicap = models.BooleanField(default=False)
    table = models.JSONField(default=dict)
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

    @cached_property
    def rows(self) -> list[dict[str, Any]]:
        """Row by row, figures as "num/den"."""
        return rows_of(self.table)

    def listed(self) -> dict[str, Any]:
        """As it is published: everybody's list as ever; a stratum's and one with handicaps say so."""
        kind = {"stratum": self.stratum, "handicap": self.handicap}
        return {"line": self.line, **{name: what for name, what in kind.items() if what}, "rows": self.rows}
