"""What the processes that run jobs tell about themselves."""

from django.db import models


class JobRun(models.Model):
    """The last run of one job (`core.jobs`). The row of a periodic job is the heartbeat of beat and of the workers.

    `asked_at` is when beat last asked for the job; it stays empty on an embedded site. `seconds` is the length of the
    last run, and `longest` that of the longest run of a day, which ended at `longest_at`. `fault` is the class of the
    error that ended the last run, or "".
    """

    name = models.CharField(max_length=80, unique=True)
    asked_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    seconds = models.FloatField(default=0)
    fault = models.CharField(max_length=80, blank=True)
    longest = models.FloatField(default=0)
    longest_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return self.name
