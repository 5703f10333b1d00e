"""The results that members see. Versions never change: a correction or a withdrawal makes a new version."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from clubsite.core.data_map import DataOf
from clubsite.nights.models import Session
from clubsite.rankings.digests import short_digest


class Publication(models.Model):
    """The published results of a session. Only the newest version counts.

    A withdrawal is a separate row, with the number of the version that it withdraws. `payload` holds contestants'
    ids and figures, but no names and no hands. Names are looked up when the payload is read, so that privacy
    choices apply, and the cards are stored in the Board. The database refuses UPDATE and DELETE.

    `digest` is the hash over all that this version says (`rankings.digests`), or "" for a withdrawal. `players` has the
    section, number and role of each player, whether the result counts for them, and a salted digest of the name;
    `cards` has the section and number of each board with a salted digest of the hands.
    """

    data_of = DataOf(session="session")
    session = models.ForeignKey(Session, on_delete=models.PROTECT, related_name="publications")
    version = models.PositiveIntegerField()
    withdrawn = models.BooleanField(default=False)
    payload = models.JSONField(default=dict)
    digest = models.CharField(max_length=64, blank=True, editable=False)
    salt = models.CharField(max_length=32, blank=True, editable=False)
    players = models.JSONField(default=list, editable=False)
    cards = models.JSONField(default=list, editable=False)
    by_user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    why = models.CharField(max_length=200, blank=True, help_text="Why it was corrected after the correction period")
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["session", "-version", "-withdrawn"]
        constraints = [
            models.UniqueConstraint(fields=["session", "version", "withdrawn"], name="publication_version_once"),
            models.CheckConstraint(condition=Q(version__gte=1), name="publication_version_from_1"),
        ]

    def __str__(self) -> str:
        return f"{self.session}, version {self.version}"

    @property
    def short(self) -> str:
        """The digest as it is printed, or "" for a withdrawal."""
        return short_digest(self.digest)
