"""The retention of devices, and the second steps and sign-ins in an account holder's own data."""

from datetime import datetime
from typing import Any

from django.db.models import Q

from clubsite.accounts.models import Device, User
from clubsite.accounts.second_factor.services import second_factors_of
from clubsite.accounts.services import sign_ins_of
from clubsite.core.data_map import LostRows, Row, Subject, own_data_part, retention_rule, when

NO_DEVICE = "-"  # no hash is this: it stands for a device that was forgotten, for its seats


def no_device() -> Device:
    """Return the device that replaces a deleted one, for a seat that must be kept."""
    return Device.objects.get_or_create(token_hash=NO_DEVICE, defaults={"label": "not kept"})[0]


@retention_rule(90, "devices", "devices that nobody came with any more deleted")
def devices_forget(before: datetime) -> LostRows:
    """Delete browsers first seen before this day that nothing refers to. A browser that returns counts as new."""
    unused = Q(created_at__lt=before) & ~Q(token_hash=NO_DEVICE)
    for relation in Device._meta.related_objects:
        unused &= Q(**{f"{relation.name}__isnull": True})
    rows = Device.objects.filter(pk__in=Device.objects.filter(unused).values("pk"))
    return LostRows({None: rows.delete()[0]})


@own_data_part(11, "second_step", "Second step", "So that nobody signs in with your password alone.")
def second_factor_rows(subject: Subject) -> list[Row]:
    rows: list[Row] = []
    for user in User.objects.filter(pk__in=[subject.user]):
        factors = second_factors_of(user)
        if factors.app:
            rows.append(_factor("app for codes", factors.app))
        rows += [_factor(f"passkey: {passkey.name}", passkey) for passkey in factors.passkeys]
        if factors:
            rows.append({"what": f"{factors.codes_left} recovery codes, as hashes", "made": "", "last used": ""})
    return rows


def _factor(what: str, factor: Any) -> Row:
    return {"what": what, "made": when(factor.created_at), "last used": when(factor.last_used_at)}


@own_data_part(12, "signed_in", "Where you are signed in", "So that you see whether somebody else is.")
def signed_in_rows(subject: Subject) -> list[Row]:
    return [
        {"browser": str(session), "signed in": when(session.signed_in_at), "last seen": when(session.seen_at)}
        for user in User.objects.filter(pk__in=[subject.user])
        for session in sign_ins_of(user)
    ]
