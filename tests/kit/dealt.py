"""The cards of a board in a test, whether or not the board is open."""

from dataclasses import dataclass

from clubsite.nights.models import Board
from clubsite.nights.selectors.sealed_boards import unshown_hands


@dataclass(frozen=True, slots=True)
class Dealt:
    """The four hands of a board as text, as they are stored."""

    north: str
    east: str
    south: str
    west: str

    @property
    def all(self) -> list[str]:
        return [self.north, self.east, self.south, self.west]


def dealt(board: Board) -> Dealt:
    """Return a board's cards without opening it."""
    hands = unshown_hands(board)
    return Dealt(hands["N"], hands["E"], hands["S"], hands["W"])
