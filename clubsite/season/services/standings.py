"""Services for a club's ladder and master points: beginning, changing and ending them, and awarding points.

The ladder is computed when it is read; the master points for each session are stored as rows.
"""

import datetime
from collections import defaultdict
from fractions import Fraction
from itertools import chain, groupby
from math import inf
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from clubsite.accounts.models import User
from clubsite.clubs.audit import audit_add
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import Club
from clubsite.core.refused import Refused
from clubsite.nights.models import Session
from clubsite.rankings.models import PublishedResult
from clubsite.rankings.models.published import PlayerRole, PublishedDirection, exact_columns
from clubsite.season.models import Ladder, MasterPointAward, PointScheme
from scoring.errors import ScoreError, SettingError
from scoring.ladder import LadderRules
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


def ladder_save(*, club: Club, user: User, rules: dict[str, Any] | None, since: datetime.date) -> None:
    """Keep a ladder with these rules from a given date on, or end it if `rules` is None. Repeating the call changes
    nothing.

    Raise Refused if the rules are impossible.
    """
    try:
        stored = None if rules is None else LadderRules.from_json(rules).to_json()
    except SettingError as error:
        raise Refused(error.sentence, error.field) from error
    except ScoreError as error:
        raise Refused(str(error)) from error
    _keep(Ladder, club, user, AuditAction.LADDER_SET, None if stored is None else {"rules": stored, "since": since})


def points_save(*, club: Club, user: User, scheme: Any, since: datetime.date) -> None:
    """Award master points under this scheme from a given date on, or stop if `scheme` is None. Repeating the call
    changes nothing.

    Raise Refused, with the field `table`, if the scheme is impossible.
    """
    try:
        stored = None if scheme is None else scheme_from_json(scheme).to_json()
    except ScoreError as error:
        raise Refused(str(error), "table") from error
    facts = None if stored is None else {"scheme": stored, "since": since}
    with transaction.atomic():
        if _keep(PointScheme, club, user, AuditAction.MASTER_POINTS_SET, facts):
            awards_renew_all(club)


def _keep(
    kind: type[Ladder] | type[PointScheme], club: Club, user: User, action: AuditAction, facts: dict[str, Any] | None
) -> bool:
    """Set the club's only row of this kind to `facts`, or delete the row. Return True if anything changed.

    A change is recorded in the audit log.
    """
    with transaction.atomic():
        Club.objects.select_for_update(no_key=True).get(pk=club.pk)
        rows = kind._default_manager.filter(club=club)
        before = rows.values(*facts).first() if facts else rows.first()
        if before == facts:
            return False
        if facts is None:
            rows.delete()
        else:
            kind._default_manager.update_or_create(club=club, defaults=facts)
        note: dict[str, Any] = {name: str(value) if name == "since" else value for name, value in (facts or {}).items()}
        audit_add(club=club, action=action, user=user, **(note or {"ended": True}))
    return True
