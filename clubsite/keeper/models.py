"""Records of job runs, written by the processes that run the jobs, and of faults that pages report."""

from django.conf import settings
from django.db import models

from clubsite.clubs.models import Club
from clubsite.core.data_map import SITE, DataOf
from clubsite.core.sealed_fields import SealedTextField


class JobRun(models.Model):
    """The last run of one job (`core.jobs`). The row of a periodic job is the heartbeat of beat and of the workers.

    `asked_at` is when beat last requested the job; it stays empty on an embedded site. `seconds` is the length of
    the last run. `longest` is the length of the longest run within a day, and `longest_at` is when that run ended.
    `fault` is the class of the error that ended the last run, or "".
    """

    data_of = SITE
    name = models.CharField(max_length=80, unique=True)
    asked_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    seconds = models.FloatField(default=0)
    fault = models.CharField(max_length=80, blank=True)
    longest = models.FloatField(default=0)
    longest_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return self.name


class PageFault(models.Model):
    """The last fault that a page of the route `page` reported from a browser (`views.page_fault`)."""

    data_of = SITE
    page = models.CharField(max_length=120, unique=True)
    line = models.CharField(max_length=200)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return self.page


class ClubFile(models.Model):
    """A club file that an owner asked for. A job makes it, and stores it in pieces.

    `begun_at` is when the job began, and `made_at` when the file was there. `fault` is the sentence that says why
    there is none. `passphrase` is deleted with either.
    """

    data_of = DataOf(club="club", not_in_file="a club file")
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

    data_of = DataOf(club="file__club", not_in_file="a club file")
    file = models.ForeignKey(ClubFile, on_delete=models.CASCADE, related_name="pieces")
    number = models.PositiveIntegerField()
    data = models.BinaryField()

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["file", "number"], name="club_file_piece_once")]

    def __str__(self) -> str:
        return f"piece {self.number} of {self.file}"
