"""Statements about who somebody is, made on a device or in a request from an account.

`clubs.Person.user` is the account that is joined to a person.
"""

from django.conf import settings
from django.db import models

from clubsite.accounts.models import Device
from clubsite.clubs.models import Club, Person


class DevicePerson(models.Model):
    """The latest statement on a device about who uses it at a club. `person` is None for the statement "not me".

    Anyone can make a statement, so it gives access only to public data. It overrides the device's earlier seats.
    """

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

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="join_requests")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    asked_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["person", "user"], name="join_request_once")]

    def __str__(self) -> str:
        return f"{self.user} asks to be {self.person}"
