"""The sessions of a club that are published now, without their results."""

import datetime

from django.db.models import QuerySet

from clubsite.clubs.models import Club
from clubsite.rankings.models import PublishedSession


def published_sessions(
    club: Club, *, since: datetime.date | None = None, until: datetime.date | None = None
) -> QuerySet[PublishedSession]:
    """From one day to another, both included, if asked; newest first."""
    rows = PublishedSession.objects.filter(club=club)
    rows = rows if since is None else rows.filter(date__gte=since)
    rows = rows if until is None else rows.filter(date__lte=until)
    return rows.order_by("-date", "-session")


def published_years(club: Club) -> list[int]:
    """The years in which there is one, newest first."""
    return [
        day.year for day in PublishedSession.objects.filter(club=club).dates("date", "year", order="DESC")
    ]
