"""Calls and contracts as text: `1S`, `3N`, `P`, `X`, `XX`; contracts `4S`, `4SX`, `3NXX`."""

from dataclasses import dataclass

STRAINS = "CDHSN"
PASS, DOUBLE, REDOUBLE = "P", "X", "XX"
BIDS = tuple(f"{level}{strain}" for level in range(1, 8) for strain in STRAINS)
CALLS = (PASS, DOUBLE, REDOUBLE, *BIDS)
CALL_TEXTS = {f"c:{call}": call for call in CALLS}  # a call by the action that makes it
_HEIGHT = {bid: height for height, bid in enumerate(BIDS)}


def is_bid(call: str) -> bool:
    """True if the call names a level and a strain."""
    return call in _HEIGHT


def bid_height(bid: str) -> int:
    """0 for 1C to 34 for 7N: no trump above spades, hearts, diamonds, clubs (SOLO-7)."""
    return _HEIGHT[bid]


@dataclass(frozen=True, slots=True)
class Contract:
    """What was bid. `doubled` is "", "X" or "XX"; `declarer` is whoever the game says declares."""

    level: int
    strain: str
    doubled: str
    declarer: str

    @classmethod
    def of(cls, bid: str, doubled: str, declarer: str) -> "Contract":
        """The contract of a bid, `4S`."""
        return cls(int(bid[0]), bid[1], doubled, declarer)

    @property
    def text(self) -> str:
        return f"{self.level}{self.strain}{self.doubled}"

    @property
    def needs(self) -> int:
        """Tricks that make the contract."""
        return self.level + 6
