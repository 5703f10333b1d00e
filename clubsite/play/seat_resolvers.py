"""How a kind of ticket finds its seat now. The app above registers how; `play` asks at every message."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Protocol

from clubsite.play.models import Play, Room, SeatTicket


@dataclass(frozen=True, slots=True)
class Place:
    """Where a ticket sits now: the room, the player ("S", "N") and who that is (a value of `Play.seats`)."""

    room_id: int
    player: str
    who: str


class Scene(Protocol):
    """What is around a room's play, read once for all who sit there."""

    def seats(self) -> Iterable[tuple[str, str]]:
        """(kind, subject) of every ticket that would sit in this room now."""

    def place(self, ticket: SeatTicket) -> Place:
        """The seat of this ticket in the scene."""

    def surroundings(self, ticket: SeatTicket, room: Room, play: Play | None) -> dict[str, Any]:
        """The `table` part of the view message (docs/protocol.md)."""


class Seats(Protocol):
    """What the app that owns kinds of tickets must answer."""

    keeps: int  # seconds that a device keeps the key of its ticket
    way_in: str  # the address where somebody without a seat gets one
    directed: bool  # whether there is a director to be called

    def place(self, ticket: SeatTicket) -> Place | None:
        """The seat of this ticket now, or None while it has none. Asked at every message: be quick."""

    def scene(self, room_id: int) -> Scene | None:
        """The scene of a room, None if it is not a room of this app."""

    def page(self, ticket: SeatTicket) -> str:
        """The address of this seat's page where it is not the card table; empty where it is."""

    def elsewhere(self, ticket: SeatTicket) -> dict[str, Any]:
        """The `table` part for a ticket that has no seat."""

    def hears(self, ticket: SeatTicket) -> str:
        """A group whose {"type": "seat.hint"} this seat is told of as `changed`; empty: none. The same for good."""


_seats: dict[str, Seats] = {}


def register(seats: Seats, *kinds: str) -> None:
    """Called once from the `ready()` of the app that owns the kinds."""
    _seats.update(dict.fromkeys(kinds, seats))


def seats_of(ticket: SeatTicket) -> Seats:
    """Who knows the seats of this ticket. KeyError would mean that an app was taken out with tickets still stored."""
    return _seats[ticket.kind]


def place_of(ticket: SeatTicket) -> Place | None:
    """Where the holder of this ticket sits now; None when revoked or nowhere."""
    return None if ticket.revoked_at else seats_of(ticket).place(ticket)


def tickets_in(room_id: int) -> list[tuple[SeatTicket, Scene]]:
    """Every ticket in force whose seat is in this room now, with the scene that they share."""
    found: list[tuple[SeatTicket, Scene]] = []
    for seats in set(_seats.values()):
        scene = seats.scene(room_id)
        if scene is None:
            continue
        near = set(scene.seats())
        tickets = SeatTicket.objects.filter(
            subject__in=[subject for _, subject in near], revoked_at__isnull=True
        )
        found += [(ticket, scene) for ticket in tickets if (ticket.kind, ticket.subject) in near]
    return found
