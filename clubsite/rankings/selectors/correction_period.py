"""How long the results of a session may be corrected (Law 79C): until when players ask and directors correct."""

import datetime
from dataclasses import dataclass

from django.utils import timezone

from clubsite.clubs.time_zones import zone_of
from clubsite.duplicate.models import Session
from clubsite.rankings.models import Publication


@dataclass(frozen=True, slots=True)
class CorrectionPeriod:
    """`last`: the last day of it, by the club's clock. `over`: from then on an owner of the club has to agree, with a
    reason (Law 79C2)."""

    last: datetime.date
    over: bool


def correction_period_of(session: Session) -> CorrectionPeriod | None:
    """It begins when the results are published first, whatever is withdrawn and published again; None before that."""
    first = (
        Publication.objects.filter(session_id=session.pk)
        .order_by("version")
        .values_list("at", flat=True)
        .first()
    )
    if first is None:
        return None
    zone = zone_of(session.club)
    last = timezone.localdate(first, zone) + datetime.timedelta(days=session.club.correction_days)
    return CorrectionPeriod(last, timezone.localdate(timezone=zone) > last)
