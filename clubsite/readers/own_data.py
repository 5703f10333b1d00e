"""Devices whose users said that they are this person, and accounts that have asked to be joined to the person."""

from django.db.models import Q

from clubsite.core.own_data import Row, Subject, on_account_end, own_data_part, when
from clubsite.readers.models import DevicePerson, JoinRequest


@own_data_part(37, "said", "Devices on which “This is me” was said", "So that your rows are marked there.")
def said_rows(subject: Subject) -> list[Row]:
    rows = DevicePerson.objects.filter(person__in=subject.people).select_related("club", "device")
    return [
        {"club": row.club.name, "said": when(row.said_at), "device": row.device.label}
        for row in rows.order_by("-said_at", "-pk")
    ]


@on_account_end
def said_end(subject: Subject) -> None:
    DevicePerson.objects.filter(person__in=subject.people).delete()
    JoinRequest.objects.filter(Q(user=subject.user) | Q(person__in=subject.people)).delete()
