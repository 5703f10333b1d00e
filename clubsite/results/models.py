"""The ranking so far, shown to everyone while a session is being played."""

from django.conf import settings
from django.db import models
from django.db.models import Q, QuerySet
from django.db.models.functions import Lower

from clubsite.clubs.models import Club, Person
from clubsite.core.data_map import DataOf, OwnPart, when
from clubsite.nights.models import Session


class Leaderboard(models.Model):
    """A leaderboard that a director shows to everyone. Its page exists as long as this row does."""

    data_of = DataOf(session="session")
    session = models.OneToOneField(Session, on_delete=models.CASCADE, related_name="leaderboard")
    by_user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    since = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"leaderboard of {self.session}"


class MailRequest(models.Model):
    """A request for mail when a club's results are published, to the account's address or to `address`.

    `person` is the person to whom the account was joined at that time; when the account is no longer joined to that
    person, the request ends too. `site` is the address at which the site was used. `confirmed_at` is when the link
    sent to a typed address was followed. `refused_at` is when a mail server said that the address does not exist;
    nothing is sent after that.
    """

    data_of = DataOf(
        club="club",
        account="user",
        person="person",
        not_in_file="a person asked this site, and not the club",
        own_data=OwnPart(
            order=38,
            key="mail",
            title="Mail when results are out",
            why="So that it goes where you asked for it, once a night.",
            columns={
                "club": "club.name",
                "address": "to",
                "asked": "asked_at",
                "confirmed": "confirmed_at",
                "refused by the mail server": "refused_at",
                "sent": lambda row: ", ".join(
                    when(letter.sent_at) for letter in row.letters.exclude(sent_at=None).order_by("-sent_at")
                ),
            },
            sort=("-asked_at", "-pk"),
            joins=("user",),
        ),
        account_end=QuerySet.delete,
    )

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="mail_requests")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="mail_requests"
    )
    person = models.ForeignKey(Person, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    address = models.EmailField(blank=True)
    site = models.CharField(max_length=200)
    asked_at = models.DateTimeField()
    confirmed_at = models.DateTimeField(null=True, blank=True)
    refused_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "user"], condition=Q(user__isnull=False), name="mail_request_once_an_account"
            ),
            models.UniqueConstraint(
                "club", Lower("address"), condition=~Q(address=""), name="mail_request_once_an_address"
            ),
            models.CheckConstraint(
                condition=Q(user__isnull=False) | ~Q(address=""), name="mail_request_has_an_address"
            ),
        ]

    def __str__(self) -> str:
        return f"mail request {self.pk}"

    @property
    def to(self) -> str:
        """The address for the mail, or "" if the account no longer has an address."""
        return self.address or (self.user.email if self.user else "")
