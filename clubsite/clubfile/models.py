"""Club files that owners requested on the page. They are kept for a day."""

from django.conf import settings
from django.db import models

from clubsite.clubs.models import Club
from clubsite.core.sealed_fields import SealedTextField


class ClubFile(models.Model):
    """A club file that an owner asked for. A job makes it, and stores it in pieces.

    `begun_at` is when the job began, and `made_at` when the file was there. `fault` is the sentence that says why
    there is none. `passphrase` is deleted with either.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="club_files")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    passphrase = SealedTextField(place=["club_id", "user_id"])
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
