"""A director's penalties and awards for contestants, separate from the scores on the boards."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from clubsite.core.data_map import DataOf
from clubsite.nights.models import Contestant


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
