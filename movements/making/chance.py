"""A small random number generator that gives the same numbers for the same seed on every machine."""

from typing import Any

_MASK = (1 << 64) - 1


class Chance:
    """Knuth's linear congruential generator modulo 2^64, of which the upper 31 bits are used."""

    def __init__(self, seed: int) -> None:
        self._state = (seed * 0x9E3779B97F4A7C15 + 0x1234567) & _MASK

    def bits(self) -> int:
        """Return the next 31 bits."""
        self._state = (self._state * 6364136223846793005 + 1442695040888963407) & _MASK
        return self._state >> 33

    def below(self, bound: int) -> int:
        """Return a number from 0 to bound - 1."""
        return self.bits() * bound >> 31

    def shuffle(self, things: list[Any]) -> None:
        """Shuffle a list in place (the Fisher-Yates shuffle)."""
        for last in range(len(things) - 1, 0, -1):
            other = self.below(last + 1)
            things[last], things[other] = things[other], things[last]
