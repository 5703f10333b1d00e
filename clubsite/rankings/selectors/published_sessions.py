"""The sessions of a club that are published now, without their results."""

import datetime

from django.db.models import QuerySet
from django.http import Http404

from clubsite.clubs.models import Club
from clubsite.clubs.shown_names import stranger
from clubsite.rankings.models import PublishedSession


def published_sessions(
    club: Club, *, since: datetime.date | None = None, until: datetime.date | None = None
) -> QuerySet[PublishedSession]:
    """From one day to another, both included, if asked; newest first."""
    rows = PublishedSession.objects.filter(club=club)
    rows = rows if since is None else rows.filter(date__gte=since)
    rows = rows if until is None else rows.filter(date__lte=until)
    return rows.order_by("-date", "-session")


def listed_sessions() -> QuerySet[PublishedSession]:
    """Of all clubs, with their publications as far as a list says what they are."""
    rows = PublishedSession.objects.select_related("session", "club", "publication")
    return rows.defer("publication__payload")


def listed_session_or_404(public_id: str) -> PublishedSession:
    """One of them, for a stranger. Raises Http404 and MembersOnly as `published_or_404`."""
    # Of a NUL in an address PostgreSQL would make an error instead of a 404.
    found = listed_sessions().filter(session__public_id=public_id).first() if public_id.isalnum() else None
    if found is None:
        raise Http404("No such results")
    stranger(found.club).let_in()
    return found


def published_years(club: Club) -> list[int]:
    """The years in which there is one, newest first."""
    return [
        day.year for day in PublishedSession.objects.filter(club=club).dates("date", "year", order="DESC")
    ]
