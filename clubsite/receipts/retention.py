"""Deleting receipts that were handed in long ago. The scores entered from them stay."""

from datetime import datetime

from clubsite.core.retention import Found, retention_rule, rows_delete
from clubsite.receipts.models import Receipt


@retention_rule(77, "receipts", "receipts that devices handed in deleted")
def receipts_forget(before: datetime) -> Found:
    """Delete the receipts that were handed in before this moment."""
    return rows_delete(Receipt.objects.filter(at__lt=before), "collection__session__club")
