"""Announcing, changing and cancelling nights, and undoing these actions."""

import datetime
from typing import Any

from django.db import transaction
from django.db.models import Max, QuerySet
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.clubs.audit import audit_add
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import Club
from clubsite.clubs.services import club_locked
from clubsite.core.refused import Refused
from clubsite.core.tokens import idempotent_public_id
from clubsite.signups.letters import CANCELLED, CHANGED, MOVED_UP, RESTORED, night_tell, replies_tell
from clubsite.signups.models import ComingNight, Reply, ReplyPlayer, ReplyState


def night_locked(night: ComingNight) -> ComingNight:
    """Return the night in its current state, locked, so that places change one at a time.

    The night's key is not locked, so rows that only refer to the night are not delayed. A caller that also locks
    the club locks the club first.
    """
    rows = ComingNight.objects.select_for_update(no_key=True, of=("self",)).select_related("club")
    return rows.get(pk=night.pk)


def places_free(night: ComingNight) -> int | None:
    """Return how many more players may come, or None for no limit. It is below 0 if a director let in too many."""
    if night.places is None:
        return None
    return night.places - _players(night)


def _players(night: ComingNight) -> int:
    return ReplyPlayer.objects.filter(reply__night=night, reply__state=ReplyState.IN).count()


def place_for(night: ComingNight, size: int) -> ReplyState:
    """Return the place that a group of `size` players gets if it signs up now: in, or on the waiting list."""
    free = places_free(night)
    return ReplyState.IN if free is None or size <= free else ReplyState.WAITING


def next_turn(night: ComingNight) -> int:
    return (night.replies.aggregate(last=Max("turn"))["last"] or 0) + 1


def places_given(night: ComingNight) -> list[Reply]:
    """Give free places to waiting replies in turn, and return these replies. Groups that are too large keep waiting."""
    free = places_free(night)
    moved = []
    for reply in night.replies.filter(state=ReplyState.WAITING).order_by("turn", "pk"):
        size = reply.players.count()
        if free is not None and size > free:
            continue
        reply.state, reply.moved_up_at = ReplyState.IN, timezone.now()
        reply.save(update_fields=["state", "moved_up_at"])
        free = None if free is None else free - size
        reply.night = night
        moved.append(reply)
    return moved


MOST_WEEKS = 52
COMING_FIELDS = ("title", "date", "start", "end", "place", "fee", "kind", "places", "note")
ANNOUNCED_FIELDS = ("date", "start", "end", "place")
"""Changes for which those who come get a mail."""


def nights_announce(
    *, club: Club, user: User, weeks: int = 1, idempotency_key: str = "", **facts: Any
) -> list[ComingNight]:
    """Announce `weeks` nights, one a week. Calling this again with the same `idempotency_key` announces nothing new."""
    batch = idempotent_public_id(
        idempotency_key, "coming nights", club.pk, user.pk, weeks, sorted(facts.items(), key=str)
    )
    with transaction.atomic():
        club_locked(club.pk)
        begun = list(club.coming_nights.filter(batch=batch))
        if begun:
            return begun
        first: datetime.date = facts.pop("date")
        nights = [
            ComingNight.objects.create(
                club=club, batch=batch, date=first + datetime.timedelta(weeks=week), announced_by=user, **facts
            )
            for week in range(min(weeks, MOST_WEEKS))
        ]
        facts = {"nights": len(nights)} if len(nights) > 1 else {}
        audit_add(club=club, action=AuditAction.NIGHTS_ANNOUNCED, subject=str(nights[0]), user=user, **facts)
    return nights


def night_change(*, night: ComingNight, user: User, base: str = "", **facts: Any) -> ComingNight:
    """Change a night's details. If places are added, waiting players move up. Nobody loses a place."""
    with transaction.atomic():
        night = night_locked(night)
        changed = [name for name in COMING_FIELDS if name in facts and getattr(night, name) != facts[name]]
        if not changed:
            return night
        was = {name: str(getattr(night, name)) for name in changed if name != "note"}
        for name in changed:
            setattr(night, name, facts[name])
        _raised(night, *changed)
        audit_add(club=night.club, action=AuditAction.NIGHT_CHANGED, subject=str(night), user=user, was=was)
        replies_tell(MOVED_UP, places_given(night), base)
        if not night.cancelled and set(changed) & set(ANNOUNCED_FIELDS) and not night.over:
            night_tell(CHANGED, night, base)
    return night


def night_cancel(*, night: ComingNight, user: User, base: str = "", cancelled: bool = True) -> None:
    """Cancel a night, which calendars still show, or restore it. Repeating the call has no effect."""
    with transaction.atomic():
        night = night_locked(night)
        if night.cancelled == cancelled:
            return
        night.cancelled_at = timezone.now() if cancelled else None
        _raised(night, "cancelled_at")
        action = AuditAction.NIGHT_CANCELLED if cancelled else AuditAction.NIGHT_RESTORED
        audit_add(club=night.club, action=action, subject=str(night), user=user)
        if not cancelled:
            replies_tell(MOVED_UP, places_given(night), base)
        night_tell(CANCELLED if cancelled else RESTORED, night, base)


def nights_discard(*, nights: QuerySet[ComingNight], user: User) -> int:
    """Delete a club's announcements made by mistake, and return how many. Raise Refused if anybody comes."""
    with transaction.atomic():
        rows = list(nights.select_for_update(no_key=True, of=("self",)).select_related("club").order_by("pk"))
        _refuse_discard(rows)
        if rows:
            facts: dict[str, Any] = {"nights": len(rows)} if len(rows) > 1 else {}
            action, first = AuditAction.NIGHTS_DISCARDED, rows[0]
            audit_add(club=first.club, action=action, subject=str(first), user=user, **facts)
        for night in rows:
            night.delete()
    return len(rows)


def _refuse_discard(nights: list[ComingNight]) -> None:
    for night in nights:
        count = night.replies.exclude(state=ReplyState.GONE).count()
        if count:
            raise Refused(
                f"{count} {'answer has' if count == 1 else 'answers have'} come for {night}. Cancel it: then they "
                "read that it does not take place."
            )


def _raised(night: ComingNight, *fields: str) -> None:
    """Save these fields and increase the night's `sequence`, so that calendars notice the change."""
    night.sequence += 1
    night.changed_at = timezone.now()
    night.save(update_fields=[*fields, "sequence", "changed_at"])
