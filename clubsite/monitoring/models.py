"""Records of job runs, written by the processes that run the jobs, and of faults that pages report."""

from django.db import models


class JobRun(models.Model):
    """The last run of one job (`core.jobs`). The row of a periodic job is the heartbeat of beat and of the workers.

    `asked_at` is when beat last requested the job; it stays empty on an embedded site. `seconds` is the length of
    the last run. `longest` is the length of the longest run within a day, and `longest_at` is when that run ended.
    `fault` is the class of the error that ended the last run, or "".
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


class PageFault(models.Model):
    """The last fault that a page of the route `page` reported from a browser (`page_faults`)."""

    page = models.CharField(max_length=120, unique=True)
    line = models.CharField(max_length=200)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return self.page
