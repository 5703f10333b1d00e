"""How a kind of claim finds its seat now. `night` and `lounge` each register theirs; `play` asks at every message."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Protocol

from clubsite.play.models import Play, Room, SeatClaim


@dataclass(frozen=True, slots=True)
class Place:
    """Where a claim sits now: the room, the player ("S", "N") and who that is (a value of `Play.seats`)."""

    room_id: int
    player: str
    who: str


class ClaimKind(Protocol):
    """What the app that owns a kind of claim must answer."""

    def place(self, subject: str) -> Place | None:
        """The seat of this subject now, or None while it has none."""

    def surroundings(self, subject: str, place: Place | None, room: Room | None, play: Play | None) -> dict[str, Any]:
        """The `table` part of the view message (docs/protocol.md)."""

    def subjects(self, room_id: int) -> Iterable[str]:
        """The subjects that sit in this room now."""


_kinds: dict[str, ClaimKind] = {}


def register(kind: str, resolver: ClaimKind) -> None:
    """Called once from the `ready()` of the app that owns the kind."""
    _kinds[kind] = resolver


def resolver_of(claim: SeatClaim) -> ClaimKind:
    """The resolver of a claim. KeyError would mean that an app was taken out with claims still stored."""
    return _kinds[claim.kind]


def place_of(claim: SeatClaim) -> Place | None:
    """Where the holder of this claim sits now; None when revoked or nowhere."""
    return None if claim.revoked_at else resolver_of(claim).place(claim.subject)


def claims_in(room_id: int) -> list[SeatClaim]:
    """Every claim in force whose seat is in this room now."""
    found: list[SeatClaim] = []
    for kind, resolver in _kinds.items():
        subjects = list(resolver.subjects(room_id))
        if subjects:
            found += SeatClaim.objects.filter(kind=kind, subject__in=subjects, revoked_at__isnull=True)
    return found
