"""The single table for all mail that this site sends."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from clubsite.core.data_map import DataOf, Until


class MailFault(models.TextChoices):
    """The reason why the last attempt to send a letter failed."""

    REFUSED = "refused", "the mail server knows no such address"
    LATER = "later", "the mail server did not take it"
    UNREACHABLE = "unreachable", "the mail server did not answer"
    UNWRITTEN = "unwritten", "it could not be written"


class Letter(models.Model):
    """One mail: its kind, its recipient, its subject, and its state.

    A letter belongs to a `mail_request`, a `reply`, a `user` or a bare `address`. Its text and links are made when
    it is sent, and are not stored. `site` is the address of the site as the recipient used it. `due_at` is the time
    of the next attempt, or None after the last one.
    """

    data_of = DataOf(
        club=("mail_request__club", "session__club", "reply__night__club"),
        not_in_file="mail of this site",
        until=Until(
            75, "mail", "lines of mail that was sent deleted", lambda before: Q(due_at=None, made_at__lt=before)
        ),
    )

    kind = models.CharField(max_length=32)
    mail_request = models.ForeignKey("results.MailRequest", null=True, on_delete=models.CASCADE, related_name="letters")
    reply = models.ForeignKey("signups.Reply", null=True, on_delete=models.CASCADE, related_name="letters")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="letters")
    address = models.EmailField(blank=True)
    session = models.ForeignKey("nights.Session", null=True, on_delete=models.CASCADE, related_name="+")
    site = models.CharField(max_length=200, blank=True)
    made_at = models.DateTimeField(auto_now_add=True)
    due_at = models.DateTimeField(null=True, db_index=True)
    tries = models.PositiveSmallIntegerField(default=0)
    fault = models.CharField(max_length=12, choices=MailFault, blank=True)
    sent_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["session", "mail_request"], name="letter_once_a_session"),
            models.CheckConstraint(
                condition=Q(mail_request__isnull=False, reply=None, user=None, address="")
                | Q(mail_request=None, reply__isnull=False, user=None, address="")
                | Q(mail_request=None, reply=None, user__isnull=False, address="")
                | (Q(mail_request=None, reply=None, user=None) & ~Q(address="")),
                name="letter_for_one",
            ),
            models.CheckConstraint(condition=Q(fault__in=["", *MailFault.values]), name="letter_fault_known"),
        ]

    def __str__(self) -> str:
        return f"letter {self.pk}: {self.kind}"

    @property
    def base(self) -> str:
        """The base address for the letter's links: the site's own if it is set, else as used by the reader, or ""."""
        return str(settings.PUBLIC_URL or self.site).rstrip("/")
