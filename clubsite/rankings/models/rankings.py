"""Lists of places that the scoring job makes from match points. They can be made again at any time."""

from fractions import Fraction
from functools import cached_property
from typing import Any

from django.db import models
from django.db.models import Q

from clubsite.core.data_map import DataOf
from clubsite.nights.models import Contestant, Section
from clubsite.rankings.fractions import text_of
from games.wording import group_title
from scoring.ranking import Standing

BESIDE_FIGURES = ("penalty", "carried", "handicap", "trophy", "robot")
"""Columns of a RankedContestant that a row has only if they say something."""


class RankingLine(models.TextChoices):
    NS = "NS", group_title("NS")
    EW = "EW", group_title("EW")
    ALL = "ALL", group_title("ALL")


class Ranking(models.Model):
    """A list of places, stored with the first of its sections. `places` has its rows.

    `stratum` is "" if everyone is ranked. `handicap` marks a list with handicaps, which is kept in addition to the
    list without handicaps. `full` is the most that anyone could win or, with `imps`, a number of boards. The
    section has no database constraint, because it is locked while a round is being closed.
    """

    data_of = DataOf(session="section__session", not_in_file="made again by scoring the session")
    section = models.ForeignKey(Section, on_delete=models.CASCADE, db_constraint=False, related_name="rankings")
    line = models.CharField(max_length=3, choices=RankingLine)
    stratum = models.CharField(max_length=10, blank=True)
    handicap = models.BooleanField(default=False)
    imps = models.BooleanField(default=False)
    full = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["section", "line", "stratum", "handicap"], name="ranking_once_a_line"),
            models.CheckConstraint(condition=Q(line__in=RankingLine.values), name="ranking_line_known"),
        ]

    def __str__(self) -> str:
        return f"{self.get_line_display()} of {self.section}"

    @cached_property
    def rows(self) -> list[dict[str, Any]]:
        """The rows, best first, with figures written as "num/den"."""
        contestant = (f"contestant__{name}" for name in ("number", "section__name", "section__lettered"))
        columns = ("contestant", "place", "won", "possible", *BESIDE_FIGURES)
        return [self._row(row) for row in self.places.order_by("position").values(*contestant, *columns)]

    def _row(self, row: dict[str, Any]) -> dict[str, Any]:
        number = row["contestant__number"]
        label = {"label": f"{row['contestant__section__name']}{number}"} if row["contestant__section__lettered"] else {}
        told = {"entry": row["contestant"], "number": number, **label, "place": row["place"]}
        told |= self._figures(Fraction(row["won"]), row["possible"])
        return told | {name: row[name] for name in BESIDE_FIGURES if row[name]}

    def _figures(self, won: Fraction, possible: int) -> dict[str, Any]:
        """Return the figures. With IMPs, `possible` counts boards, and a mean replaces the percentage."""
        one = Standing(None, won, Fraction(possible), Fraction(self.full))
        figures = {"won": text_of(won), "possible": text_of(one.possible), "percentage": None, "factored": None}
        if possible:
            figures["factored"] = text_of(one.factored)
            share = {"mean": one.percentage / 100} if self.imps else {"percentage": one.percentage}
            figures |= {name: text_of(figure) for name, figure in share.items()}
        return figures

    def listed(self) -> dict[str, Any]:
        """Return the list in its published form. Lists for a stratum or with handicaps are marked as such."""
        kind = {"stratum": self.stratum, "handicap": self.handicap}
        return {"line": self.line, **{name: what for name, what in kind.items() if what}, "rows": self.rows}


class RankedContestant(models.Model):
    """A contestant's row in a list. `position` counts from 0, best first. Exact figures are text: "num/den".

    Figures are text because a sum over many boards may have a denominator too big for any number column. `place` is
    empty for a robot or if no board counts. `penalty` is the amount deducted for penalties, and `carried` the
    amount added by carry-over. `handicap` is set only in a list with handicaps.
    """

    data_of = DataOf(session="ranking__section__session", not_in_file="made again by scoring the session")
    ranking = models.ForeignKey(Ranking, on_delete=models.CASCADE, related_name="places")
    contestant = models.ForeignKey(Contestant, on_delete=models.CASCADE, related_name="+")
    position = models.PositiveIntegerField()
    place = models.CharField(max_length=10, blank=True)
    won = models.TextField()
    possible = models.PositiveIntegerField()
    penalty = models.TextField(blank=True)
    carried = models.TextField(blank=True)
    handicap = models.TextField(blank=True)
    trophy = models.BooleanField(default=False)
    robot = models.BooleanField(default=False)

    class Meta:
        ordering = ["ranking", "position"]
        constraints = [models.UniqueConstraint(fields=["ranking", "contestant"], name="contestant_once_a_ranking")]

    def __str__(self) -> str:
        return f"{self.place} {self.contestant}"
