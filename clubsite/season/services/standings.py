"""Services for a club's ladder and master points: beginning, changing and ending them.

The ladder is computed when it is read; the master points for each session are stored as rows.
"""

import datetime
from typing import Any

from django.db import transaction

from clubsite.accounts.models import User
from clubsite.clubs.audit import audit_add
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import Club
from clubsite.core.refused import Refused
from clubsite.season.models import Ladder, PointScheme
from clubsite.season.services.awards import awards_renew_all
from scoring.errors import ScoreError, SettingError
from scoring.ladder import LadderRules
from scoring.masterpoints import scheme_from_json


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
    _keep(
        Ladder,
        club,
        user,
        AuditAction.LADDER_SET,
        None if stored is None else {"rules": stored, "since": since},
    )


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
    kind: type[Ladder] | type[PointScheme],
    club: Club,
    user: User,
    action: AuditAction,
    facts: dict[str, Any] | None,
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
        said: dict[str, Any] = {name: str(value) if name == "since" else value for name, value in (facts or {}).items()}
        audit_add(club=club, action=action, user=user, **(said or {"ended": True}))
    return True
