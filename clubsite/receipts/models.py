"""Receipts handed in by players' devices for a session whose scores were lost."""

from django.conf import settings
from django.db import models

from clubsite.duplicate.models import Session


class ReceiptCollection(models.Model):
    """A session for which a director collects receipts. Devices may hand receipts in until `closed_at` is set."""

    session = models.OneToOneField(Session, on_delete=models.CASCADE, related_name="receipt_collection")
    opened_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    opened_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"receipts for {self.session}"


class Receipt(models.Model):
    """One receipt that was handed in. `says` is its content; `lost` is the public id of the session it came from."""

    collection = models.ForeignKey(ReceiptCollection, on_delete=models.CASCADE, related_name="receipts")
    lost = models.CharField(max_length=20)
    digest = models.CharField(max_length=64)
    says = models.JSONField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["collection", "digest"], name="receipt_once_a_collection")]

    def __str__(self) -> str:
        return f"receipt {self.pk} from {self.lost}"
