"""Seeded shuffles with SHAKE-256, which give the same result at any time and on every machine.

The stream for a shuffle is the SHAKE-256 hash of `seed NUL label` (UTF-8), read as big-endian 32-bit words. A
word below the largest multiple of n that fits in 32 bits gives a number below n. Any other word is discarded,
so that every order is equally likely. The shuffle is a Fisher-Yates shuffle, from the last place down.
"""

from collections.abc import Iterator, Sequence
from hashlib import shake_256
from typing import TypeVar

from games.cards import FULL_DECK, Card, sorted_hand
from games.deals import Deal

T = TypeVar("T")
_WORD = 4
_WORD_VALUES = 256**_WORD


def _words(seed: str, label: str) -> Iterator[int]:
    source = shake_256(f"{seed}\0{label}".encode())
    start, end = 0, 512
    while True:
        stream = source.digest(end)
        for place in range(start, end, _WORD):
            yield int.from_bytes(stream[place : place + _WORD], "big")
        start, end = end, end * 2


def shuffled(items: Sequence[T], seed: str, label: str) -> tuple[T, ...]:
    """Return `items` in an order that depends only on `seed`, `label` and the number of items."""
    words = _words(seed, label)
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        limit = _WORD_VALUES - _WORD_VALUES % (last + 1)
        place = next(word for word in words if word < limit) % (last + 1)
        order[last], order[place] = order[place], order[last]
    return tuple(order)


def deal_from_seed(seed: str, board_number: int) -> Deal:
    """Return the deal that the server makes for a board, including its sequences (SOLO-5b)."""
    deck = shuffled(FULL_DECK, seed, f"board {board_number}")
    return Deal(deck[:13], deck[13:26], deck[26:39], deck[39:])


def sequences_from_seed(seed: str, board_number: int, deal: Deal) -> Deal:
    """Return `deal` with its East and West hands each shuffled into a sequence (SOLO-5b).

    The sequences do not depend on the order of the cards in `deal`.
    """

    def sequence(hand: tuple[Card, ...], seat: str) -> tuple[Card, ...]:
        return shuffled(sorted_hand(hand), seed, f"board {board_number} {seat}")

    return Deal(deal.north, sequence(deal.east, "E"), deal.south, sequence(deal.west, "W"))
