"""How a session's tickets find their seat: a contestant's follows them round the room, a table's stays there."""

from collections.abc import Iterable

from django.urls import reverse

from clubsite.duplicate.selectors.progress import on_screens
from clubsite.duplicate.selectors.tables import room_and_player, seating_in_room
from clubsite.leaderboard.standing import seats_group, session_of_ticket
from clubsite.play.models import Play, Room, SeatKind, SeatTicket
from clubsite.play.seat_resolvers import RoomSeat
from clubsite.play.table_state import TableState
from clubsite.seats.table_state import SessionTable, before_the_start
from clubsite.seats.terminal.state import on_cards


class SessionRoomTable(SessionTable):
    """A table in the current round, for both kinds of ticket."""

    def seats(self) -> Iterable[int]:
        return [pk for pk in (self.seating.ns_id, self.seating.ew_id, self.seating.table_id) if pk]

    def room_seat(self, ticket: SeatTicket) -> RoomSeat:
        south = ticket.seat_id in (self.seating.ns_id, self.seating.table_id)
        return RoomSeat(self.seating.table.room_id, "S" if south else "N", ticket.seat_id)

    def state(self, ticket: SeatTicket, room: Room, play: Play | None) -> TableState:
        places, sheet = (
            reverse(name, kwargs={"ticket_id": ticket.public_id}) for name in ("seats:places", "seats:board")
        )
        return self.state_at(self.room_seat(ticket), room, play, places, sheet, self._terminal(ticket, play))

    def _terminal(self, ticket: SeatTicket, play: Play | None) -> str:
        """Return the address for typing scores at a table with cards, or "" while a result is still agreed on the
        screen.
        """
        if play is not None or on_screens(self.seating.table, self.current):
            return ""
        return reverse("seats:terminal", kwargs={"ticket_id": ticket.public_id})


class SessionSeatResolver:
    """The seats of sessions (`play.seat_resolvers.Seats`)."""

    keeps = 18 * 3600
    join_path = "/join/"
    directed = True

    def room_seat(self, ticket: SeatTicket) -> RoomSeat | None:
        at = room_and_player(ticket.seat_id)
        return RoomSeat(*at, ticket.seat_id) if at else None

    def room_table(self, room_id: int) -> SessionRoomTable | None:
        seating = seating_in_room(room_id)
        return SessionRoomTable(seating) if seating is not None else None

    def page(self, ticket: SeatTicket) -> str:
        """Return the terminal's address if the seat has a terminal in place of the card table, else "".

        Seats at tables with cards have one, and so has a table's own device. At a table on screens it asks who plays
        with it.
        """
        terminal = ticket.seat.kind == SeatKind.TABLE or on_cards(ticket)
        return reverse("seats:terminal", kwargs={"ticket_id": ticket.public_id}) if terminal else ""

    def hears(self, ticket: SeatTicket) -> str:
        """Return the group for the places of its session, while they are shown."""
        session = session_of_ticket(ticket)
        return seats_group(session) if session else ""

    def state_without_seat(self, ticket: SeatTicket) -> TableState:
        return before_the_start(ticket.seat_id)
