"""The correction period for a session's results (Law 79C): how long corrections may be requested and made."""

import datetime
from dataclasses import dataclass

from django.utils import timezone

from clubsite.clubs.time_zones import zone_of
from clubsite.nights.models import Session
from clubsite.rankings.models import Publication


@dataclass(frozen=True, slots=True)
class CorrectionPeriod:
    """A correction period. `last` is its last day, in the club's time zone. `over` means that an owner of the club now
    has to agree and give a reason (Law 79C2).
    """

    last: datetime.date
    over: bool


def correction_period_of(session: Session) -> CorrectionPeriod | None:
    """Return the period, or None before the first publication. Later versions and withdrawals do not change it."""
    first = Publication.objects.filter(session_id=session.pk).order_by("version").values_list("at", flat=True).first()
    if first is None:
        return None
    zone = zone_of(session.club)
    last = timezone.localdate(first, zone) + datetime.timedelta(days=session.club.correction_days)
    return CorrectionPeriod(last, timezone.localdate(timezone=zone) > last)
