"""The four seats at a table, clockwise: N, E, S, W."""

from enum import StrEnum


class Seat(StrEnum):
    N = "N"
    E = "E"
    S = "S"
    W = "W"

    @property
    def next(self) -> "Seat":
        """The seat to the left of this seat, which plays next."""
        return _NEXT[self]

    @property
    def place(self) -> int:
        """The index of this seat's hand in a tuple of four: from 0 for N to 3 for W."""
        return _PLACE[self]


SEATS = tuple(Seat)
_NEXT = {seat: SEATS[(place + 1) % 4] for place, seat in enumerate(SEATS)}
_PLACE = {seat: place for place, seat in enumerate(SEATS)}


def clockwise(first: Seat) -> tuple[Seat, ...]:
    """Return the four seats in playing order, starting with `first`."""
    start = first.place
    return SEATS[start:] + SEATS[:start]
