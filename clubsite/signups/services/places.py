"""Places for players, given in order of turn while the night is locked."""

from django.db.models import Max
from django.utils import timezone

from clubsite.signups.models import ComingNight, Reply, ReplyPlayer, ReplyState


def night_locked(night: ComingNight) -> ComingNight:
    """Return the night in its current state, locked, so that places change one at a time.

    The night's key is not locked, so rows that only refer to the night are not delayed. A caller that also locks
    the club locks the club first.
    """
    found = ComingNight.objects.select_for_update(no_key=True, of=("self",)).select_related("club")
    return found.get(pk=night.pk)


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
    """Give free places to waiting replies in turn, and return those replies. Groups too large for them keep waiting."""
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
