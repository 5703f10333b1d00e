"""Dealer and vulnerability that a board's number stands for: the usual cycle of 16 boards."""

from games.seats import SEATS, Seat

VULNERABILITIES = ("None", "NS", "EW", "All")
_VUL_CYCLE = tuple(VULNERABILITIES[int(digit)] for digit in "0123123023013012")


def dealer_of(number: int) -> Seat:
    """Board 1 North, 2 East, 3 South, 4 West, and again."""
    return SEATS[(number - 1) % 4]


def vulnerability_of(number: int) -> str:
    """`None`, `NS`, `EW` or `All`, after the usual cycle of 16."""
    return _VUL_CYCLE[(number - 1) % 16]
