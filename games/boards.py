"""The dealer and vulnerability of a board from its number, in the usual cycle of 16 boards."""

from games.seats import SEATS, Seat

VULNERABILITIES = ("None", "NS", "EW", "All")
_VUL_CYCLE = tuple(VULNERABILITIES[int(digit)] for digit in "0123123023013012")


def dealer_of(number: int) -> Seat:
    """Return the dealer of a board: North for board 1, East for 2, South for 3, West for 4, and so on."""
    return SEATS[(number - 1) % 4]


def vulnerability_of(number: int) -> str:
    """Return a board's vulnerability (`None`, `NS`, `EW` or `All`) in the usual cycle of 16 boards."""
    return _VUL_CYCLE[(number - 1) % 16]
