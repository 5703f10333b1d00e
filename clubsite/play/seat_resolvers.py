"""How a kind of claim finds its seat now. The app above registers how; `play` asks at every message."""

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


class Scene(Protocol):
    """What is around a room's play, read once for all who sit there."""

    def seats(self) -> Iterable[tuple[str, str]]:
        """(kind, subject) of every claim that would sit in this room now."""

    def place(self, claim: SeatClaim) -> Place:
        """The seat of this claim in the scene."""

    def surroundings(self, claim: SeatClaim, room: Room, play: Play | None) -> dict[str, Any]:
        """The `table` part of the view message (docs/protocol.md)."""


class Seats(Protocol):
    """What the app that owns kinds of claims must answer."""

    keeps: int  # seconds that a device keeps the key of its claim
    way_in: str  # the address where somebody without a seat gets one
    directed: bool  # whether there is a director to be called

    def place(self, claim: SeatClaim) -> Place | None:
        """The seat of this claim now, or None while it has none. Asked at every message: be quick."""

    def scene(self, room_id: int) -> Scene | None:
        """The scene of a room, None if it is not a room of this app."""

    def page(self, claim: SeatClaim) -> str:
        """The address of this seat's page where it is not the card table; empty where it is."""

    def elsewhere(self, claim: SeatClaim) -> dict[str, Any]:
        """The `table` part for a claim that has no seat."""

    def hears(self, claim: SeatClaim) -> str:
        """A group whose {"type": "seat.hint"} this seat is told of as `changed`; empty: none. The same for good."""


_seats: dict[str, Seats] = {}


def register(seats: Seats, *kinds: str) -> None:
    """Called once from the `ready()` of the app that owns the kinds."""
    _seats.update(dict.fromkeys(kinds, seats))


def seats_of(claim: SeatClaim) -> Seats:
    """Who knows the seats of this claim. KeyError would mean that an app was taken out with claims still stored."""
    return _seats[claim.kind]


def place_of(claim: SeatClaim) -> Place | None:
    """Where the holder of this claim sits now; None when revoked or nowhere."""
    return None if claim.revoked_at else seats_of(claim).place(claim)


def claims_in(room_id: int) -> list[tuple[SeatClaim, Scene]]:
    """Every claim in force whose seat is in this room now, with the scene that they share."""
    found: list[tuple[SeatClaim, Scene]] = []
    for seats in set(_seats.values()):
        scene = seats.scene(room_id)
        if scene is None:
            continue
        near = set(scene.seats())
        claims = SeatClaim.objects.filter(
            subject__in=[subject for _, subject in near], revoked_at__isnull=True
        )
        found += [(claim, scene) for claim in claims if (claim.kind, claim.subject) in near]
    return found
