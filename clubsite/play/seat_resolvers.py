"""How tickets of each kind find their current seat. The apps above `play` register resolvers, because `play` does
not know these apps.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from clubsite.play.models import Play, Room, SeatKind, SeatTicket
from clubsite.play.table_state import TableState


@dataclass(frozen=True, slots=True)
class RoomSeat:
    """A ticket's current seat: the room, the player ("S" or "N") and the key of the seat (0 if there is none)."""

    room_id: int
    player: str
    seat_id: int


class RoomTable(Protocol):
    """The facts that a room shows besides its play, read once for all its seats and kept until `table_rev` changes."""

    held: set[int]  # the seats with a ticket in force, set by the caller
    connected: set[int]  # those of them with an open page

    @property
    def session_id(self) -> str:
        """The public id of the club's session, or "" at home."""

    @property
    def claims_checked(self) -> bool:
        """True if the computer checks claims in this room."""

    @property
    def robot(self) -> bool:
        """True if a robot is playing in this room."""

    def at_next_board(self) -> "RoomTable":
        """Return the same table with its boards reread."""

    def seats(self) -> Iterable[int]:
        """Return the keys of the seats that are currently in this room."""

    def room_seat(self, ticket: SeatTicket) -> RoomSeat:
        """Return this ticket's seat at this table."""

    def state(self, ticket: SeatTicket, room: Room, play: Play | None) -> TableState:
        """Return the state of the table around the play, as this ticket's holder sees it."""


class SeatResolver(Protocol):
    """The interface that an app implements for the kinds of tickets that it owns."""

    keeps: int  # seconds that a device keeps the key of its ticket
    join_path: str  # the address for people without a seat
    directed: bool  # whether there is a director to call

    def room_seat(self, ticket: SeatTicket) -> RoomSeat | None:
        """Return the current seat of this ticket, or None."""

    def room_table(self, room_id: int) -> RoomTable | None:
        """Return a room's table, or None if the room does not belong to this app."""

    def page(self, ticket: SeatTicket) -> str:
        """Return the address of this seat's page, or "" if that page is the card table."""

    def state_without_seat(self, ticket: SeatTicket) -> TableState:
        """Return the table state for a ticket that has no seat."""

    def hears(self, ticket: SeatTicket) -> str:
        """Return the fixed group whose {"type": "seat.hint"} messages reach this seat as `changed`, or ""."""


_resolvers: dict[str, SeatResolver] = {}


def register(resolver: SeatResolver, *kinds: SeatKind) -> None:
    """Register a resolver. The `seat_resolver` module of the app that owns the kinds calls this."""
    _resolvers.update(dict.fromkeys(kinds, resolver))


def resolver_of(ticket: SeatTicket) -> SeatResolver:
    """Return this ticket's resolver. Raise KeyError if the resolver's app was removed but its tickets remain."""
    return _resolvers[ticket.seat.kind]


def room_seat_of(ticket: SeatTicket) -> RoomSeat | None:
    """Return the current seat of this ticket's holder, or None if the ticket is revoked or has no seat."""
    return None if ticket.revoked_at else resolver_of(ticket).room_seat(ticket)


def room_table_of(room_id: int) -> RoomTable | None:
    """Return a room's table in the current round, or None if nobody sits in the room."""
    tables = (resolver.room_table(room_id) for resolver in dict.fromkeys(_resolvers.values()))
    return next((room_table for room_table in tables if room_table is not None), None)
