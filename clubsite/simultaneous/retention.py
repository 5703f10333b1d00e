"""What is not kept of an old event: the documents between servers, and the keys that recognise its players."""

from datetime import datetime

from django.db.models import Q

from clubsite.core.retention import Found, by_club, retention_rule
from clubsite.simultaneous.models import EventMessage, EventPerson, MessageState

GIVEN_UP = "Given up: the event is long over."


@retention_rule(76, "event_documents", "documents of events emptied")
def event_documents_empty(before: datetime) -> Found:
    """Empty the documents of events whose window closed before this time. Documents that still wait are given up.

    The rows stay, so that no document can be taken a second time.
    """
    rows = EventMessage.objects.filter(event__window_closes__lt=before).exclude(body="", answer__in=["", GIVEN_UP])
    found = by_club(rows, "event__club")
    rows.filter(state=MessageState.WAITS).update(state=MessageState.REFUSED, due_at=None)
    rows.update(body="", answer=GIVEN_UP)
    return found


@retention_rule(77, "event_keys", "players of events no longer recognised")
def event_keys_forget(before: datetime) -> Found:
    """Remove the keys of the players of events whose window closed before this time. Nobody can play there again."""
    rows = EventPerson.objects.filter(~Q(key=""), entrant__heat__event__window_closes__lt=before)
    found = by_club(rows, "entrant__heat__club")
    rows.update(key="")
    return found
