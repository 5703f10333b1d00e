"""Forgetting of an old event: the keys that recognise its players, and the earlier states of its heats."""

from datetime import datetime

from django.db.models import Q

from clubsite.core.retention import Found, by_club, retention_rule
from clubsite.events.models import EventPerson, HeatAccess, KeptState


@retention_rule(77, "event_keys", "players of events no longer recognised")
def event_keys_forget(before: datetime) -> Found:
    """Remove keys of players, states kept with them, and servers' addresses, of events that closed before this time."""
    rows = EventPerson.objects.filter(~Q(key=""), entrant__heat__event__window_closes__lt=before)
    found = by_club(rows, "entrant__heat__club")
    rows.update(key="")
    KeptState.objects.filter(heat__event__window_closes__lt=before).delete()
    HeatAccess.objects.filter(heat__event__window_closes__lt=before).update(seen_from="", waiting=None)
    return found
