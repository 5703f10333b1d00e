"""What is not kept for ever: rules that each app registers, followed by `manage.py retention` and by nothing else."""

from datetime import datetime

from django.contrib.sessions.models import Session
from django.db.models import Q
from django.utils import timezone

from clubsite.accounts.models import Device
from clubsite.core.retention import Found, Rule, _deleted

NO_DEVICE = "-"  # no hash is this: the device of seats whose device was forgotten


def no_device() -> Device:
    """In place of a device that is not kept, for a seat that must be."""
    return Device.objects.get_or_create(token_hash=NO_DEVICE, defaults={"label": "not kept"})[0]


def devices_forget(before: datetime) -> Found:
    """Browsers that came before this day and that nothing refers to any more. One that comes again is a new one."""
    unused = Q(created_at__lt=before) & ~Q(token_hash=NO_DEVICE)
    for relation in Device._meta.related_objects:
        unused &= Q(**{f"{relation.name}__isnull": True})
    found = Device.objects.filter(pk__in=Device.objects.filter(unused).values("pk"))
    return _deleted(found)


def ended_sessions_forget(before: datetime) -> Found:
    """Delete the sessions of browsers that have ended, whenever that was."""
    return _deleted(Session.objects.filter(expire_date__lt=timezone.now()))


DEVICES = Rule(90, "devices", "devices that nobody came with any more deleted", devices_forget)
ENDED_SESSIONS = Rule(91, "signed_in", "ended sessions of browsers deleted", ended_sessions_forget)
