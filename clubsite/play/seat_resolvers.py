"""How a kind of ticket finds its seat now. The app above registers how; `play` asks at every message."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from clubsite.play.models import Play, Room, SeatTicket
from clubsite.play.table_state import TableState


@dataclass(frozen=True, slots=True)
class RoomSeat:
    """Where a ticket sits now: the room, the player ("S", "N") and the occupant (a value of `Play.seats`)."""

    room_id: int
    player: str
    occupant: str


class RoomTable(Protocol):
    """What is around a room's play, read once for all who sit there."""

    def seats(self) -> Iterable[tuple[str, str]]:
        """(kind, subject) of every ticket that would sit in this room now."""

    def room_seat(self, ticket: SeatTicket) -> RoomSeat:
        """The seat of this ticket at this table."""

    def state(self, ticket: SeatTicket, room: Room, play: Play | None) -> TableState:
        """What is around the play for this ticket."""


class SeatResolver(Protocol):
    """What the app that owns kinds of tickets must answer."""

    keeps: int  # seconds that a device keeps the key of its ticket
    way_in: str  # the address where somebody without a seat gets one
    directed: bool  # whether there is a director to be called

    def room_seat(self, ticket: SeatTicket) -> RoomSeat | None:
        """The seat of this ticket now, or None while it has none. Asked at every message: be quick."""

    def room_table(self, room_id: int) -> RoomTable | None:
        """The table of a room, None if it is not a room of this app."""

    def page(self, ticket: SeatTicket) -> str:
        """The address of this seat's page where it is not the card table; empty where it is."""

    def state_without_seat(self, ticket: SeatTicket) -> TableState:
        """The same for a ticket that has no seat."""

    def hears(self, ticket: SeatTicket) -> str:
        """A group whose {"type": "seat.hint"} this seat is told of as `changed`; empty: none. The same for good."""


_resolvers: dict[str, SeatResolver] = {}


def register(resolver: SeatResolver, *kinds: str) -> None:
    """Called once from the `ready()` of the app that owns the kinds."""
    _resolvers.update(dict.fromkeys(kinds, resolver))


def resolver_of(ticket: SeatTicket) -> SeatResolver:
    """Who knows the seats of this ticket. KeyError would mean that an app was taken out with tickets still stored."""
    return _resolvers[ticket.kind]


def room_seat_of(ticket: SeatTicket) -> RoomSeat | None:
    """Where the holder of this ticket sits now; None when revoked or nowhere."""
    return None if ticket.revoked_at else resolver_of(ticket).room_seat(ticket)


def tickets_in(room_id: int) -> list[tuple[SeatTicket, RoomTable]]:
    """Every ticket in force whose seat is in this room now, with the table that they share."""
    found: list[tuple[SeatTicket, RoomTable]] = []
    for resolver in set(_resolvers.values()):
        room_table = resolver.room_table(room_id)
        if room_table is None:
            continue
        near = set(room_table.seats())
        tickets = SeatTicket.objects.filter(
            subject__in=[subject for _, subject in near], revoked_at__isnull=True
        )
        found += [(ticket, room_table) for ticket in tickets if (ticket.kind, ticket.subject) in near]
    return found
