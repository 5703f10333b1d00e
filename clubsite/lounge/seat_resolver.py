"""How a home table's claims find their seat: `home` with the pk of a HomeSeat, which never moves."""

from collections.abc import Iterable
from typing import Any

from clubsite.lounge.models import HomeMatch, HomeSeat
from clubsite.lounge.table_state import HomeTable
from clubsite.play.models import Play, Room, SeatClaim
from clubsite.play.seat_resolvers import Place


class HomeScene(HomeTable):
    """A home table, for the claims of its seats."""

    def seats(self) -> Iterable[tuple[str, str]]:
        return [("home", str(seat.pk)) for seat in self.people.values()]

    def place(self, claim: SeatClaim) -> Place:
        return self.place_at(self.player_of(int(claim.subject)))

    def surroundings(self, claim: SeatClaim, room: Room, play: Play | None) -> dict[str, Any]:
        return self.around(self.player_of(int(claim.subject)), room, play)


class HomeSeats:
    """The seats of home tables (`play.seat_resolvers.Seats`)."""

    keeps = 90 * 24 * 3600
    way_in = "/play/"
    directed = False

    def place(self, claim: SeatClaim) -> Place | None:
        if not claim.subject.isdecimal():
            return None
        seat = HomeSeat.objects.select_related("match").filter(pk=int(claim.subject)).first()
        return Place(seat.match.room_id, seat.player, f"home:{seat.pk}") if seat else None

    def scene(self, room_id: int) -> HomeScene | None:
        match = HomeMatch.objects.filter(room_id=room_id).first()
        return HomeScene(match) if match is not None else None

    def page(self, claim: SeatClaim) -> str:
        return ""

    def elsewhere(self, claim: SeatClaim) -> dict[str, Any]:
        return {
            "state": "finished",
            "home": True,
            "club": "",
            "session": "",
            "name": "",
            "entry": None,
            "ready": [],
        }

    def hears(self, claim: SeatClaim) -> str:
        return ""
