"""A deal played to the middle of the sixth trick, where a claim can be checked."""

from dataclasses import dataclass

from clubsite.analysis.services import plays
from clubsite.play.models import Play, SeatTicket
from games.cards import parse_card, parse_cards
from games.seats import SEATS
from solver import Position, engine
from tests.clubsite.at_tables import act, look, play_of

CARDS = 22  # played before the claim: seven tricks and a half are left


@dataclass
class Table:
    """A deal in the middle of the sixth trick, with its seats, the tricks left, and how many of them South takes."""

    play: Play
    seats: dict[str, SeatTicket]
    left: int
    south: int

    def check(self) -> bool:
        return plays.claim_check(play_id=self.play.pk)

    def refresh(self) -> Play:
        self.play.refresh_from_db()
        return self.play


def brought_to_a_claim(seats: dict[str, SeatTicket]) -> Table:
    """Play in 1NT, South always the first legal card and North the last. Return the table in the sixth trick."""
    for _ in range(CARDS + 3):
        seen = look(seats["S"])
        player = seen["view"]["turn"]["player"]
        view = look(seats[player])["view"]
        call = "c:P" if view["auction"] else "c:1N"
        card = view["legal"][0 if player == "S" else -1]
        assert act(seats[player], call if view["phase"] == "auction" else card).ok
    play = play_of(seats["S"])
    hands = [parse_cards(play.setup["hands"][seat]) for seat in SEATS]
    cards = [parse_card(event.action[2:]) for event in play.events.order_by("seq")[3:]]
    leader = "N" if play.events.order_by("seq")[0].actor == "S" else "S"
    at = Position.of(hands, "N", leader, cards)
    return Table(play, seats, at.now.left, engine().value(at) - at.now.south)
