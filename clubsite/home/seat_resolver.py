"""How tickets for home tables find their seats, which never move."""

from clubsite.home.models import HomeMatch, HomeSeat
from clubsite.home.table_state import HomeTable
from clubsite.play.models import SeatKind, SeatTicket
from clubsite.play.seat_resolvers import RoomSeat, register
from clubsite.play.table_state import Stage, TableState


class HomeSeatResolver:
    """The resolver for seats at home tables (`play.seat_resolvers.SeatResolver`)."""

    keeps = 90 * 24 * 3600
    join_path = "/play/"
    directed = False

    def room_seat(self, ticket: SeatTicket) -> RoomSeat | None:
        seat = HomeSeat.objects.select_related("match").filter(pk=ticket.seat_id).first()
        return RoomSeat(seat.match.room_id, seat.player, seat.pk) if seat else None

    def room_table(self, room_id: int) -> HomeTable | None:
        match = HomeMatch.objects.filter(room_id=room_id).first()
        return HomeTable(match) if match is not None else None

    def page(self, ticket: SeatTicket) -> str:
        return ""

    def state_without_seat(self, ticket: SeatTicket) -> TableState:
        return TableState(Stage.FINISHED)

    def hears(self, ticket: SeatTicket) -> str:
        return ""


register(HomeSeatResolver(), SeatKind.HOME)
