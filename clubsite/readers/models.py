"""Statements about who somebody is, made on a device or in a request from an account.

`clubs.Person.user` is the account that is joined to a person.
"""

from django.conf import settings
from django.db import models
from django.db.models import Q, QuerySet

from clubsite.accounts.models import Device
from clubsite.clubs.models import Club, Person
from clubsite.core.data_map import DataOf, OwnPart, Until


class DevicePerson(models.Model):
    """The latest statement on a device about who uses it at a club. `person` is None for the statement "not me".

    Anyone can make a statement, so it gives access only to public data. It overrides the device's earlier seats.
    """

    data_of = DataOf(
        club="club",
        person="person",
        not_in_file="what was said in a browser that another site does not know",
        until=Until(
            80,
            "said",
            "devices that somebody had called theirs unlinked from their names",
            lambda before: Q(said_at__lt=before) | Q(person__forgotten_at__isnull=False),
        ),
        own_data=OwnPart(
            order=37,
            key="said",
            title="Devices on which “This is me” was said",
            why="To highlight your rows on this device.",
            columns={"club": "club.name", "said": "said_at", "device": "device.label"},
            sort=("-said_at", "-pk"),
        ),
        account_end=QuerySet.delete,
    )

    device = models.ForeignKey(Device, on_delete=models.CASCADE, related_name="device_people")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    person = models.ForeignKey(Person, null=True, on_delete=models.CASCADE, related_name="+")
    said_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["device", "club"], name="said_once_a_device_and_club")]

    def __str__(self) -> str:
        return f"{self.device}: {self.person or 'nobody'}"


class JoinRequest(models.Model):
    """An account's request to be joined to a name in the club. It is deleted once a director has answered it."""

    data_of = DataOf(
        club="person__club",
        account="user",
        person="person",
        account_end=QuerySet.delete,
        not_in_file="asked of this site, and waiting",
    )
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="join_requests")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    asked_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["person", "user"], name="join_request_once")]

    def __str__(self) -> str:
        return f"{self.user} asks to be {self.person}"
