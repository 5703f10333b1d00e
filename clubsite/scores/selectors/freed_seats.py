"""Seats that a director has freed who has boards of the session still to play (SOLO-31)."""

from typing import Any

from django.db.models import F

from clubsite.duplicate.models import Session
from clubsite.play.models import SeatClaim
from clubsite.scores.selectors.entries import boards_owed_by


def last_claim(entry_id: int) -> SeatClaim | None:
    """The newest claim on an entry's seat, in force or not."""
    claims = SeatClaim.objects.filter(kind="entry", subject=str(entry_id)).select_related("freed_by")
    return claims.order_by(F("revoked_at").desc(nulls_first=True), "-pk").first()


def freed_by_player(claim: SeatClaim | None, session: Session) -> Any:
    """The director who ended this claim and has boards of the session still to play; None without one."""
    if claim is None or claim.revoked_at is None or claim.freed_by is None:
        return None
    return claim.freed_by if boards_owed_by(claim.freed_by, session) else None
