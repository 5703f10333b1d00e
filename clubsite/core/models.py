"""The only table of the core app."""

import time

from django.db import models
from django.db.models import Q

from clubsite.core.data_map import DataOf, Until


class KeptCount(models.Model):
    """A number of guesses that `rate_limits` counts in the database. It ends at `end`, in seconds since 1970."""

    data_of = DataOf(
        until=Until(92, "guesses", "counts of wrong passwords and codes deleted", lambda _: Q(end__lt=time.time()))
    )
    key = models.CharField(max_length=64, primary_key=True)
    used = models.IntegerField()
    end = models.BigIntegerField()

    def __str__(self) -> str:
        return f"{self.used} until {self.end}"
