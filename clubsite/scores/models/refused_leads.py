"""Leads that were typed at a table with cards and that the leader did not hold."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from clubsite.duplicate.models import TableBoard
from clubsite.play.models import SeatTicket


class RefusedLead(models.Model):
    """One lead that a table sent with a score and that was refused. The card is not stored.

    `cleared_at` is when a director let the table type leads again; from then on the refusal no longer counts.
    """

    table_board = models.ForeignKey(TableBoard, on_delete=models.CASCADE, related_name="refused_leads")
    side = models.CharField(max_length=2)
    by_ticket = models.ForeignKey(SeatTicket, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    cleared_at = models.DateTimeField(null=True, blank=True)
    cleared_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        ordering = ["pk"]
        constraints = [models.CheckConstraint(condition=Q(side__in=["NS", "EW"]), name="refused_lead_side_known")]

    def __str__(self) -> str:
        return f"refused lead of {self.table_board}"
