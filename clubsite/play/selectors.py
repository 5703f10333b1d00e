"""Reads on plays and claims, and the one place where a viewer's whole view is built."""

from typing import Any

from clubsite.accounts.tokens import matches
from clubsite.play.claims import Place, place_of, resolver_of
from clubsite.play.models import Play, Room, SeatClaim
from games.registry import rules_for
from games.replay import replay


def claim_for(public_id: str, token: str) -> SeatClaim | None:
    """The claim of this socket or page if its cookie's token is right and it is in force."""
    claim = SeatClaim.objects.select_related("device").filter(public_id=public_id, revoked_at__isnull=True).first()
    return claim if claim is not None and matches(token, claim.token_hash) else None


def log_of(play: Play) -> list[dict[str, Any]]:
    """The log as `games.replay` takes it."""
    rows = play.events.order_by("seq").values_list("seq", "actor", "action")
    return [{"seq": seq, "actor": actor, "a": action} for seq, actor, action in rows]


def state_of(play: Play) -> Any:
    """The state of a play: the fold of its log. Nothing is cached, a fold takes well under a millisecond."""
    return replay(rules_for(play.game), play.setup, play.options, log_of(play))


def view_of(play: Play, viewer: str, state: Any = None) -> dict[str, Any]:
    """What `viewer` may see of this play; the allow-list is the game's own `view`."""
    return rules_for(play.game).view(state_of(play) if state is None else state, viewer)


def record_of(play: Play) -> dict[str, Any]:
    """The play as JSON for replays and `python -m games replay`: setup, options, log. Never before it is over."""
    return {"game": play.game, "setup": play.setup, "options": play.options, "log": log_of(play)}


def rev_of(claim: SeatClaim) -> int | None:
    """The `rev` that the claim's holder ought to have painted; 0 without a seat, None when the claim is gone."""
    fresh = SeatClaim.objects.filter(pk=claim.pk, revoked_at__isnull=True).first()
    if fresh is None:
        return None
    place = place_of(fresh)
    if place is None:
        return 0
    return Room.objects.values_list("rev", flat=True).get(pk=place.room_id)


def snapshot(claim: SeatClaim, state: Any = None) -> dict[str, Any]:
    """The view message of a claim: everything that its seat may see now, and nothing else."""
    place = place_of(claim)
    room = Room.objects.select_related("play").get(pk=place.room_id) if place else None
    play = _play_seen_from(room, place)
    return {
        "t": "view",
        "rev": room.rev if room else 0,
        "play": play.public_id if play else None,
        "seq": play.seq if play else 0,
        "table": resolver_of(claim).surroundings(claim.subject, place, room, play),
        "view": view_of(play, place.player, state) if play and place and not (room and room.paused) else None,
    }


def _play_seen_from(room: Room | None, place: Place | None) -> Play | None:
    """The room's play, if the one who sits here is the one who plays it (a newcomer sees nothing of the last board)."""
    if room is None or place is None or room.play is None:
        return None
    return room.play if room.play.seats.get(place.player) == place.who else None
