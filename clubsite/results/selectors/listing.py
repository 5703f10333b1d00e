"""What other programs look for: published sessions and lines of travellers, filtered (docs/api.md)."""

import datetime
from typing import Any

from django.db.models import QuerySet

from clubsite.clubs.models import Club
from clubsite.duplicate.models import Session
from clubsite.rankings.models import Publication
from clubsite.rankings.selectors.published import newest


def dated(
    rows: QuerySet[Any],
    *,
    at: str = "",
    since: datetime.date | None = None,
    until: datetime.date | None = None,
    name: str = "",
) -> QuerySet[Any]:
    """Sessions from one day to another, both included, whose name holds `name`; `at` leads to the session."""
    wanted = {"date__gte": since, "date__lte": until, "name__icontains": name or None}
    rows = rows.filter(**{f"{at}{field}": value for field, value in wanted.items() if value is not None})
    return rows.order_by(f"-{at}date", f"-{at}pk")


def publications(*, club: Club | None = None, **wanted: Any) -> QuerySet[Publication]:
    """What is published now, newest night first; `wanted` as for `dated`."""
    rows = newest() if club is None else newest().filter(session__club=club)
    return dated(rows, at="session__", **wanted)


def sessions_matching(club: Club, *, status: str = "", **wanted: Any) -> QuerySet[Session]:
    """All sessions of a club, published or not, newest first; `wanted` as for `dated`."""
    rows = club.sessions.filter(status=status) if status else club.sessions.all()
    return dated(rows, **wanted).select_related("club")
