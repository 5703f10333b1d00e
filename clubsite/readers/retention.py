"""Deleting old statements about who uses a device."""

from datetime import datetime

from django.db.models import Q

from clubsite.core.retention import Found, retention_rule, rows_delete
from clubsite.readers.models import DevicePerson


@retention_rule(80, "said", "devices that somebody had called theirs unlinked from their names")
def said_forget(before: datetime) -> Found:
    """Delete statements made before this time, and statements about people who have since been forgotten."""
    old = DevicePerson.objects.filter(Q(said_at__lt=before) | Q(person__forgotten_at__isnull=False))
    return rows_delete(old, "club")
