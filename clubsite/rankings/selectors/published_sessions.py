"""The published sessions of a club, without their results."""

import datetime

from django.db.models import QuerySet
from django.http import Http404

from clubsite.clubs.models import Club
from clubsite.members.visitor import Visitor
from clubsite.rankings.models import PublishedSession


def published_sessions(
    club: Club, *, since: datetime.date | None = None, until: datetime.date | None = None
) -> QuerySet[PublishedSession]:
    """Return them newest first, between two days if given, both included."""
    rows = PublishedSession.objects.filter(club=club)
    rows = rows if since is None else rows.filter(date__gte=since)
    rows = rows if until is None else rows.filter(date__lte=until)
    return rows.order_by("-date", "-session")


def listed_sessions() -> QuerySet[PublishedSession]:
    """Return the published sessions of all clubs, with as much of their publications as lists need."""
    rows = PublishedSession.objects.select_related("session", "club", "publication")
    return rows.defer("publication__payload")


def listed_session_or_404(public_id: str) -> PublishedSession:
    """Return one published session for a stranger. Raise Http404 and MembersOnly as `published_or_404` does."""
    # With a NUL in the address PostgreSQL would give an error instead of a 404.
    found = listed_sessions().filter(session__public_id=public_id).first() if public_id.isalnum() else None
    if found is None:
        raise Http404("No such results")
    Visitor.as_public().at(found.club).require_access()
    return found


def published_years(club: Club) -> list[int]:
    """Return the years with published sessions, newest first."""
    return [day.year for day in PublishedSession.objects.filter(club=club).dates("date", "year", order="DESC")]
