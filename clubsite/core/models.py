"""The only table of the core app."""

from django.db import models


class KeptCount(models.Model):
    """A number of guesses that `rate_limits` counts in the database. It ends at `end`, in seconds since 1970."""

    key = models.CharField(max_length=64, primary_key=True)
    used = models.IntegerField()
    end = models.BigIntegerField()

    def __str__(self) -> str:
        return f"{self.used} until {self.end}"
