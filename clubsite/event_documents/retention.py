"""Deletion of the documents of old events."""

from datetime import datetime

from clubsite.core.retention import Found, by_club, retention_rule
from clubsite.event_documents.models import EventMessage, MessageState

GIVEN_UP = "Given up: the event is long over."


@retention_rule(76, "event_documents", "documents of events emptied")
def event_documents_empty(before: datetime) -> Found:
    """Empty the documents of events whose window closed before this time. Documents that still wait are given up,
    except those that change names.

    The rows stay, so that no document can be taken a second time.
    """
    rows = EventMessage.objects.filter(event__window_closes__lt=before).exclude(body="", answer__in=["", GIVEN_UP])
    rows = rows.exclude(type="names", state=MessageState.WAITS)
    found = by_club(rows, "event__club")
    rows.filter(state=MessageState.WAITS).update(state=MessageState.REFUSED, due_at=None)
    rows.update(body="", answer=GIVEN_UP)
    return found
