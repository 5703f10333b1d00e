"""Club files that owners requested on the page, and club files that were sent to bring a club here. A day each."""

from django.conf import settings
from django.db import models
from django.urls import reverse

from clubsite.clubs.models import Club
from clubsite.core.sealed_fields import SealedTextField


class ClubFile(models.Model):
    """A club file that an owner asked for. A job makes it, and stores it in pieces.

    `begun_at` is when the job began, and `made_at` when the file was there. `fault` is the sentence that says why
    there is none. `passphrase` is deleted with either.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="club_files")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    passphrase = SealedTextField()
    asked_at = models.DateTimeField(auto_now_add=True)
    begun_at = models.DateTimeField(null=True)
    made_at = models.DateTimeField(null=True)
    size = models.PositiveBigIntegerField(default=0)
    fault = models.CharField(max_length=500, blank=True)

    def __str__(self) -> str:
        return f"file of {self.club}"

    @property
    def waits(self) -> bool:
        """True while the job has not made the file yet."""
        return self.made_at is None and not self.fault


class ClubFilePiece(models.Model):
    """One mebibyte of a club file, or the last bytes of it. Every web process can read it."""

    file = models.ForeignKey(ClubFile, on_delete=models.CASCADE, related_name="pieces")
    number = models.PositiveIntegerField()
    data = models.BinaryField()

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["file", "number"], name="club_file_piece_once")]

    def __str__(self) -> str:
        return f"piece {self.number} of {self.file}"


class BringingState(models.TextChoices):
    """How far a club file is that was sent to bring a club here."""

    SENDING = "sending", "being sent"
    CHECKING = "checking", "being checked"
    READY = "ready", "checked"
    BRINGING = "bringing", "being stored"
    HERE = "here", "stored"
    REFUSED = "refused", "refused"


class BroughtFile(models.Model):
    """A club file that `user` sends, to bring its club to this site. One job checks it, another one stores the club.

    `begun_at` is when the job of the present state began. `summary` is what the file says of itself, once it is
    checked. `address` and `name` are those that the club gets here. `passphrase` is deleted when the club is stored
    or refused. `accounts` has the sign-in name of each new account here, and the one that it had.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    by_setup_link = models.BooleanField(default=False)
    size = models.PositiveBigIntegerField()
    state = models.CharField(max_length=10, choices=BringingState.choices, default=BringingState.SENDING)
    sent_at = models.DateTimeField(auto_now_add=True)
    begun_at = models.DateTimeField(null=True)
    summary = models.JSONField(default=dict)
    passphrase = SealedTextField()
    address = models.CharField(max_length=50, blank=True)
    name = models.CharField(max_length=200, blank=True)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, null=True, related_name="+")
    accounts = models.JSONField(default=list)
    fault = models.CharField(max_length=500, blank=True)

    def __str__(self) -> str:
        return f"file {self.pk} of {self.user}"

    def get_absolute_url(self) -> str:
        return reverse("clubfile:brought", args=[self.pk])

    @property
    def waits(self) -> bool:
        """True while a job has to check the file, or to store the club."""
        return self.state in (BringingState.CHECKING, BringingState.BRINGING)


class BroughtPiece(models.Model):
    """One mebibyte of a club file that was sent, or the last bytes of it. Every worker can read it."""

    file = models.ForeignKey(BroughtFile, on_delete=models.CASCADE, related_name="pieces")
    number = models.PositiveIntegerField()
    data = models.BinaryField()

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["file", "number"], name="brought_piece_once")]

    def __str__(self) -> str:
        return f"piece {self.number} of {self.file}"
