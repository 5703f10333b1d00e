"""Finding the seats of a session's tickets. A contestant's seat moves around the room; a table's own seat does not."""

from django.urls import reverse

from clubsite.nights.models import Contestant
from clubsite.nights.selectors.sessions import room_and_player, seating_in_room
from clubsite.play.models import Play, Room, SeatKind, SeatTicket
from clubsite.play.seat_resolvers import RoomSeat, register
from clubsite.play.table_state import TableState
from clubsite.results.selectors.leaderboard import seats_group, session_of_ticket
from clubsite.seats.seat_now import SeatNow, SessionTable, seat_now
from clubsite.seats.table_state import before_the_start, table_state


class SessionRoomTable(SessionTable):
    """A table in the current round, in the form that `play` expects (`play.seat_resolvers.RoomTable`)."""

    def state(self, ticket: SeatTicket, room: Room, play: Play | None) -> TableState:
        now = SeatNow(self, self.room_seat(ticket).player, ticket.seat_id, room, play)
        own = {"ticket_id": ticket.public_id}
        types = play is None and not self.on_screens  # not while a result is still agreed on the screen
        return table_state(
            now,
            places=reverse("seats:places", kwargs=own),
            board_sheet=reverse("seats:board", kwargs=own),
            terminal=reverse("seats:terminal", kwargs=own) if types else "",
        )


class SessionSeatResolver:
    """The seats in sessions (`play.seat_resolvers.SeatResolver`)."""

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
        """Return the terminal's address if the seat has a terminal instead of the card table, else "".

        Seats at tables with cards have a terminal, and so does a table's own device. At a table on screens, the
        terminal of the table's own device asks which player is using it.
        """
        terminal = ticket.seat.kind == SeatKind.TABLE or _on_cards(ticket)
        return reverse("seats:terminal", kwargs={"ticket_id": ticket.public_id}) if terminal else ""

    def hears(self, ticket: SeatTicket) -> str:
        """Return the group that is told about new places in the ticket's session while the places are being shown."""
        session = session_of_ticket(ticket)
        return seats_group(session) if session else ""

    def state_without_seat(self, ticket: SeatTicket) -> TableState:
        return before_the_start(ticket.seat_id)


def _on_cards(ticket: SeatTicket) -> bool:
    """True if the ticket's seat is, or will be, at a table with cards."""
    now = None if ticket.revoked_at else seat_now(ticket)
    if now is not None:
        return not now.table.on_screens
    return Contestant.objects.filter(pk=ticket.seat_id, section__live=False).exists()


register(SessionSeatResolver(), SeatKind.CONTESTANT, SeatKind.TABLE)
