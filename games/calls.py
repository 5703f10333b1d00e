"""Calls and contracts as text: calls such as `1S`, `3N`, `P`, `X`, `XX`; contracts such as `4S`, `4SX`, `3NXX`."""

from dataclasses import dataclass

STRAINS = "CDHSN"
PASS, DOUBLE, REDOUBLE = "P", "X", "XX"
BIDS = tuple(f"{level}{strain}" for level in range(1, 8) for strain in STRAINS)
CALLS = (PASS, DOUBLE, REDOUBLE, *BIDS)
CALL_TEXTS = {f"c:{call}": call for call in CALLS}  # by the action that makes the call
_HEIGHT = {bid: height for height, bid in enumerate(BIDS)}


def is_bid(call: str) -> bool:
    """True if the call names a level and a strain."""
    return call in _HEIGHT


def bid_height(bid: str) -> int:
    """Return the rank of a bid, from 0 for 1C to 34 for 7N (SOLO-7).

    No trump ranks highest, then spades, hearts, diamonds and clubs.
    """
    return _HEIGHT[bid]


@dataclass(frozen=True, slots=True)
class Contract:
    """A contract. `doubled` is "", "X" or "XX". Each game decides who the `declarer` is."""

    level: int
    strain: str
    doubled: str
    declarer: str

    @classmethod
    def of(cls, bid: str, doubled: str, declarer: str) -> "Contract":
        """Return the contract that results from a bid such as `4S`."""
        return cls(int(bid[0]), bid[1], doubled, declarer)

    @property
    def text(self) -> str:
        return f"{self.level}{self.strain}{self.doubled}"

    @property
    def needs(self) -> int:
        """The number of tricks needed to make the contract."""
        return self.level + 6
