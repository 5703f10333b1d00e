"""Deletion rules for old devices, sessions and counts, applied only by `manage.py retention`."""

import time
from datetime import datetime, timedelta

from django.db.models import Q
from django.utils import timezone

from clubsite.accounts.models import BrowserSession, Device
from clubsite.core.models import KeptCount
from clubsite.core.retention import Found, retention_rule, rows_delete

NO_DEVICE = "-"  # no hash is this: it stands for a device that was forgotten, for its seats


def no_device() -> Device:
    """Return the device that replaces a deleted one, for a seat that must be kept."""
    return Device.objects.get_or_create(token_hash=NO_DEVICE, defaults={"label": "not kept"})[0]


@retention_rule(90, "devices", "devices that nobody came with any more deleted")
def devices_forget(before: datetime) -> Found:
    """Delete browsers first seen before this day that nothing refers to. A browser that returns counts as new."""
    unused = Q(created_at__lt=before) & ~Q(token_hash=NO_DEVICE)
    for relation in Device._meta.related_objects:
        unused &= Q(**{f"{relation.name}__isnull": True})
    return rows_delete(Device.objects.filter(pk__in=Device.objects.filter(unused).values("pk")))


@retention_rule(91, "signed_in", "ended sessions of browsers deleted")
def ended_sessions_forget(before: datetime) -> Found:
    """Delete browser sessions that ended over a day ago, except those kept open by a club night in progress."""
    return rows_delete(BrowserSession.objects.filter(expire_date__lt=timezone.now() - timedelta(days=1)))


@retention_rule(92, "guesses", "counts of wrong passwords and codes deleted")
def ended_counts_forget(before: datetime) -> Found:
    """Delete counts of attempts that have expired. A count is valid for a quarter of an hour."""
    return rows_delete(KeptCount.objects.filter(end__lt=time.time()))
