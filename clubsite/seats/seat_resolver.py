"""How a club night's claims find their seat: a contestant's follows him round the room, a side's stays at its table.

Kinds and subjects: `entry` with the pk of an Entry; `side` with "<table pk>:S" or "<table pk>:N".
"""

from collections.abc import Iterable
from typing import Any

from django.urls import reverse

from clubsite.duplicate.selectors.tables import seat_of_entry, seat_of_side, seating_in_room
from clubsite.duplicate.services.tables import entry_who
from clubsite.leaderboard.standing import seats_group, session_of_claim
from clubsite.play.models import Play, Room, SeatClaim
from clubsite.play.seat_resolvers import Place
from clubsite.seats.table_state import TableScene, before_the_start
from clubsite.seats.terminal.state import on_cards


class NightScene(TableScene):
    """A table in the current round, for both kinds of claim."""

    def seats(self) -> Iterable[tuple[str, str]]:
        table, entries = self.seating.table_id, (self.seating.ns_id, self.seating.ew_id)
        return [*(("entry", str(pk)) for pk in entries if pk), ("side", f"{table}:S"), ("side", f"{table}:N")]

    def place(self, claim: SeatClaim) -> Place:
        if claim.kind == "side":
            return self.place_at(claim.subject.split(":")[1])
        return self.place_at("S" if self.seating.ns_id == int(claim.subject) else "N")

    def surroundings(self, claim: SeatClaim, room: Room, play: Play | None) -> dict[str, Any]:
        places = reverse("seat-places", kwargs={"claim_id": claim.public_id})
        return {**self.around(self.place(claim), room, play), "places": places}


class NightSeats:
    """The seats of club nights (`play.seat_resolvers.Seats`)."""

    keeps = 18 * 3600
    way_in = "/join/"
    directed = True

    def place(self, claim: SeatClaim) -> Place | None:
        if claim.kind == "side":
            table_id, player = claim.subject.split(":")
            side = seat_of_side(int(table_id), player)
            return Place(side[0], player, entry_who(side[1]) if side[1] else "") if side else None
        seat = seat_of_entry(int(claim.subject))
        return Place(seat[0], seat[1], entry_who(int(claim.subject))) if seat else None

    def scene(self, room_id: int) -> NightScene | None:
        seating = seating_in_room(room_id)
        return NightScene(seating) if seating is not None else None

    def page(self, claim: SeatClaim) -> str:
        """A table with cards on it has a terminal in place of the card table."""
        return reverse("terminal", kwargs={"claim_id": claim.public_id}) if on_cards(claim) else ""

    def hears(self, claim: SeatClaim) -> str:
        """The places of its night, while they are shown."""
        session = session_of_claim(claim)
        return seats_group(session) if session else ""

    def elsewhere(self, claim: SeatClaim) -> dict[str, Any]:
        return before_the_start(int(claim.subject) if claim.kind == "entry" else None)
