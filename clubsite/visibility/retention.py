"""The deletion rule for old looks at cards, applied only by `manage.py retention`."""

from datetime import datetime

from django.db.models import Q

from clubsite.core.retention import Found, by_club, retention_rule
from clubsite.core.triggers import deleting
from clubsite.nights.models import SessionStatus
from clubsite.visibility.models import Look


@retention_rule(25, "looks", "looks at cards deleted")
def looks_forget(before: datetime) -> Found:
    """Delete the looks at the boards of old sessions, and of drafts that were discarded. Audit log lines stay."""
    over = Q(session__status=SessionStatus.ENDED, session__ended_at__lt=before)
    rows = Look.objects.filter(Q(session__club=None) | over, at__lt=before)
    found = by_club(rows, "session__club")
    if found:  # the site's own role may not delete, and need not be told so while nothing is old
        with deleting(Look._meta.db_table, set(rows.values_list("board_id", flat=True))):
            rows.delete()
    return found
