"""The retention rule for mail."""

from datetime import datetime

from clubsite.core.retention import Found, retention_rule, rows_delete
from clubsite.outbox.models import Letter


@retention_rule(75, "mail", "lines of mail that was sent deleted")
def ended_forget(before: datetime) -> Found:
    """Delete the rows of letters that were sent or abandoned before this time. Return the number per club."""
    return rows_delete(Letter.objects.filter(due_at=None, made_at__lt=before), "mail_request__club")
