"""Storing the master points of published sessions, computed from the results under the club's scheme."""

from collections import defaultdict
from fractions import Fraction
from itertools import chain, groupby
from math import inf
from typing import Any

from django.db.models import QuerySet

from clubsite.clubs.models import Club
from clubsite.nights.models import Session
from clubsite.rankings.models import PublishedResult
from clubsite.rankings.models.published import PlayerRole, PublishedDirection, exact_columns
from clubsite.season.models import MasterPointAward, PointScheme
from scoring.masterpoints import Scheme, masterpoints, scheme_from_json
from scoring.ranking import PlacedStanding

BATCH_ROWS = 1000


def awards_renew(session: Session) -> None:
    """Renew or delete a session's awards after its results have changed. Runs in the caller's transaction."""
    Club.objects.select_for_update(no_key=True).get(pk=session.club_id)
    MasterPointAward.objects.filter(session=session).delete()
    kept = PointScheme.objects.filter(club=session.club_id).first()
    if kept is not None:
        _make(kept, PublishedResult.objects.filter(published=session.pk))


def awards_renew_all(club: Club) -> None:
    """Renew the awards for all sessions of a club after its scheme has changed. The caller's transaction has locked
    the club.
    """
    MasterPointAward.objects.filter(club=club).delete()
    kept = PointScheme.objects.filter(club=club).first()
    if kept is not None:
        _make(kept, PublishedResult.objects.filter(club=club))


def _make(kept: PointScheme, results: QuerySet[PublishedResult]) -> None:
    """Store the awards for each person's place in their list, so that sessions scored by IMPs also give points."""
    scheme = scheme_from_json(kept.scheme)
    results = results.filter(date__gte=kept.since, stratum="", handicap=False)
    results = results.exclude(direction=PublishedDirection.TEAMS).exclude(role=PlayerRole.SUBSTITUTE)
    rows = results.order_by("date", "published", "list", "position", "pk").iterator(chunk_size=BATCH_ROWS)
    sessions = (_of_session(scheme, list(own)) for _, own in groupby(rows, key=lambda row: row.published_id))
    MasterPointAward.objects.bulk_create(chain.from_iterable(sessions), BATCH_ROWS)


def _of_session(scheme: Scheme, rows: list[PublishedResult]) -> list[MasterPointAward]:
    """Return the awards. A person who played as two contestants gets the points for both, with the better place."""
    awards: dict[int, MasterPointAward] = {}
    points = _points(scheme, rows)
    for row in rows:
        if row.person_id is None:
            continue
        own, other = points[row.list, row.contestant_id], awards.get(row.person_id)
        best = other if other is not None and _place(other.place_number) <= _place(row.place) else None
        awards[row.person_id] = MasterPointAward(
            club_id=row.club_id,
            session_id=row.published_id,
            date=row.date,
            person_id=row.person_id,
            place_number=best.place_number if best else row.place,
            tied=best.tied if best else row.tied,
            decimals=scheme.decimals,
            **exact_columns(points=own + ((other and other.points) or 0)),
        )
    return list(awards.values())


def _place(number: int | None) -> float:
    """Return the place as a number for comparison. None is treated as coming after every place."""
    return inf if number is None else number


def _points(scheme: Scheme, rows: list[PublishedResult]) -> dict[tuple[int, int], Fraction]:
    """Return the points by (list, contestant). All lists of a section use the section's number of tables."""
    lists: dict[str, dict[int, dict[int, PlacedStanding]]] = defaultdict(lambda: defaultdict(dict))
    for row in rows:
        placed = PlacedStanding(row.contestant_id, Fraction(0), Fraction(0), Fraction(0), row.place_text)
        lists[row.section][row.list][row.contestant_id] = placed
    points: dict[tuple[int, int], Fraction] = {}
    for own in lists.values():
        tables = -(-sum(map(len, own.values())) // 2)
        for number, contestants in own.items():
            won: dict[Any, Fraction] = masterpoints(scheme, list(contestants.values()), tables, len(own))
            points |= {(number, contestant): won[contestant] for contestant in contestants}
    return points
