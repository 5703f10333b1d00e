"""How a kind of ticket finds its seat now. The app above registers how; `play` asks where it does not know."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from clubsite.play.models import Play, Room, SeatKind, SeatTicket
from clubsite.play.table_state import TableState


@dataclass(frozen=True, slots=True)
class RoomSeat:
    """Where a ticket sits now: the room, the player ("S", "N") and the key of the seat, 0 of nobody's."""

    room_id: int
    player: str
    seat_id: int


class RoomTable(Protocol):
    """What is around a room's play, read once for all who sit there and kept while the room's `table_rev` stands."""

    connected: set[int]  # the seats whose page is open, filled in by who asked for the table

    @property
    def session_id(self) -> str:
        """The public id of the club's session; empty at home."""

    @property
    def claims_checked(self) -> bool:
        """True if the computer checks claims here."""

    @property
    def robot(self) -> bool:
        """True if a robot sits here."""

    def at_next_board(self) -> "RoomTable":
        """The same table with its boards read anew."""

    def seats(self) -> Iterable[int]:
        """Return the keys of the seats that are in this room now."""

    def room_seat(self, ticket: SeatTicket) -> RoomSeat:
        """The seat of this ticket at this table."""

    def state(self, ticket: SeatTicket, room: Room, play: Play | None) -> TableState:
        """What is around the play for this ticket."""


class SeatResolver(Protocol):
    """What the app that owns kinds of tickets must answer."""

    keeps: int  # seconds that a device keeps the key of its ticket
    join_path: str  # the address where somebody without a seat gets one
    directed: bool  # whether there is a director to be called

    def room_seat(self, ticket: SeatTicket) -> RoomSeat | None:
        """The seat of this ticket now, or None while it has none."""

    def room_table(self, room_id: int) -> RoomTable | None:
        """The table of a room, None if it is not a room of this app."""

    def page(self, ticket: SeatTicket) -> str:
        """The address of this seat's page where it is not the card table; empty where it is."""

    def state_without_seat(self, ticket: SeatTicket) -> TableState:
        """The same for a ticket that has no seat."""

    def hears(self, ticket: SeatTicket) -> str:
        """A group whose {"type": "seat.hint"} this seat is told of as `changed`; empty: none. The same for good."""


_resolvers: dict[str, SeatResolver] = {}


def register(resolver: SeatResolver, *kinds: SeatKind) -> None:
    """Called once from the `ready()` of the app that owns the kinds."""
    _resolvers.update(dict.fromkeys(kinds, resolver))


def resolver_of(ticket: SeatTicket) -> SeatResolver:
    """Who knows the seats of this ticket. KeyError would mean that an app was taken out with tickets still stored."""
    return _resolvers[ticket.seat.kind]


def room_seat_of(ticket: SeatTicket) -> RoomSeat | None:
    """Where the holder of this ticket sits now; None when revoked or nowhere."""
    return None if ticket.revoked_at else resolver_of(ticket).room_seat(ticket)


def room_table_of(room_id: int) -> RoomTable | None:
    """The table of a room in the current round; None where nobody sits at one."""
    found = (resolver.room_table(room_id) for resolver in dict.fromkeys(_resolvers.values()))
    return next((room_table for room_table in found if room_table is not None), None)
