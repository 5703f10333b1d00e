"""What is not kept for ever: rules that each app registers, followed by `manage.py retention` and by nothing else."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.contrib.sessions.models import Session
from django.db.models import Q, QuerySet
from django.utils import timezone

from clubsite.accounts.models import Device

Found = Counter[int | None]  # club id -> how many of its rows; None: of no club
NO_DEVICE = "-"  # no hash is this: the device of seats whose device was forgotten


@dataclass(frozen=True, slots=True)
class Rule:
    """`words` follow a number: "logs of calls and cards deleted". `act` takes the day before which things are old,
    does it, and tells how many. `order`: what refers to others goes before them."""

    order: int
    key: str
    words: str
    act: Callable[[datetime], Found]


_rules: dict[str, Rule] = {}


def register(*rules: Rule) -> None:
    """Called once from the `ready()` of the app that owns the rows."""
    _rules.update((rule.key, rule) for rule in rules)


def rules() -> list[Rule]:
    """Every rule, in the order in which they can be followed."""
    return sorted(_rules.values(), key=lambda rule: rule.order)


def by_club(rows: QuerySet[Any], club: str) -> Found:
    """How many of these rows each club has; `club` is the path from a row to its club."""
    return Counter(rows.order_by().values_list(club, flat=True))


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


def sign_ins_forget(before: datetime) -> Found:
    """Who signed in, or tried to, from which address; and sessions of browsers that have ended."""
    found: Found = Counter()
    for model in (AccessAttempt, AccessFailureLog, AccessLog):
        found += _deleted(model.objects.filter(attempt_time__lt=before))
    return found + _deleted(Session.objects.filter(expire_date__lt=timezone.now()))


def _deleted(rows: QuerySet[Any]) -> Found:
    return Counter({None: rows.delete()[0]})


DEVICES = Rule(90, "devices", "devices that nobody came with any more deleted", devices_forget)
SIGN_INS = Rule(91, "sign_ins", "records of signing in deleted", sign_ins_forget)
