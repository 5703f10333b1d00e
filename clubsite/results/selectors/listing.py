"""Searches for other programs: filtered lists of published sessions and of travellers' lines (docs/api.md)."""

import datetime
from typing import Any

from django.db.models import QuerySet

from clubsite.clubs.models import Club
from clubsite.clubs.name_choices import ResultsFor
from clubsite.core.names import fold
from clubsite.nights.models import Session
from clubsite.rankings.models import PublishedSession
from clubsite.rankings.selectors.published import listed_sessions
from clubsite.readers.visitor import Visitor


def dated(
    rows: QuerySet[Any],
    *,
    since: datetime.date | None = None,
    until: datetime.date | None = None,
    name: str = "",
    of: str = "",
) -> QuerySet[Any]:
    """Return the rows from `since` to `until`, both days included, newest first.

    With `name`, return only rows whose name contains `name`, ignoring accents and case. `of` is the lookup path to
    the row that has the name.
    """
    wanted = {"date__gte": since, "date__lte": until, f"{of}name_key__contains": fold(name) or None}
    rows = rows.filter(**{field: value for field, value in wanted.items() if value is not None})
    return rows.order_by("-date", "-pk")


def sessions_published(*, club: Club | None = None, **wanted: Any) -> QuerySet[PublishedSession]:
    """Return the published sessions as strangers see them, newest first. `wanted` has the filters that `dated` takes.

    Raise MembersOnly if `club` shows its results only to members.
    """
    rows = listed_sessions().filter(club__results_for=ResultsFor.EVERYBODY)
    rows = rows if club is None else rows.filter(club=Visitor.as_public().at(club).require_access().club)
    return dated(rows, of="session__", **wanted)


def sessions_matching(club: Club, *, status: str = "", **wanted: Any) -> QuerySet[Session]:
    """Return all sessions of a club, published or not, newest first. `wanted` has the filters that `dated` takes."""
    rows = club.sessions.filter(status=status) if status else club.sessions.all()
    return dated(rows, **wanted).select_related("club")
