"""Auctions between any number of callers, and a plain record of two players' calls in turn.

In an `Auction`, callers take turns. An auction ends when a bid is followed by `closing_passes` passes in a row, and
is passed out if it opens with `opening_passes` passes. Two callers are partners if they are on the same side.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Self

from games.calls import BIDS, DOUBLE, PASS, REDOUBLE, bid_height, is_bid
from games.players import OPPONENT
from games.wording import call_name


class _Calls:
    """Calls in order. Subclasses determine who makes each call."""

    __slots__ = ()
    calls: tuple[str, ...]

    def caller_of(self, place: int) -> str:
        """Return the caller who made, or will make, the call at `place` (0 is the first)."""
        raise NotImplementedError

    @property
    def caller(self) -> str:
        """The caller whose turn it is."""
        return self.caller_of(len(self.calls))

    def entries(self) -> Iterator[tuple[str, str]]:
        """Yield (caller, call) for each call, from the first onwards."""
        return ((self.caller_of(place), call) for place, call in enumerate(self.calls))

    def last_bid(self) -> tuple[str, str] | None:
        """Return the last bid, which is always the highest, as (caller, bid), or None if no one has bid."""
        for place in range(len(self.calls) - 1, -1, -1):
            if self.calls[place] not in (PASS, DOUBLE, REDOUBLE):
                return self.caller_of(place), self.calls[place]
        return None


@dataclass(frozen=True, slots=True)
class Auction(_Calls):
    """An auction. `callers` lists the callers in calling order, and `sides` names each caller's side."""

    callers: tuple[str, ...]
    sides: tuple[str, ...]
    closing_passes: int
    opening_passes: int
    calls: tuple[str, ...] = ()

    def caller_of(self, place: int) -> str:
        return self.callers[place % len(self.callers)]

    def _side_of(self, place: int) -> str:
        return self.sides[place % len(self.sides)]

    def doubled(self) -> str:
        """Return "X" or "XX" if the last bid is doubled or redoubled, else "". A higher bid cancels both (SOLO-7a)."""
        for call in reversed(self.calls):
            if call in (DOUBLE, REDOUBLE):
                return call
            if is_bid(call):
                return ""
        return ""

    @property
    def closed(self) -> bool:
        calls, passes = self.calls, 0
        while passes < len(calls) and calls[-1 - passes] == PASS:
            passes += 1
        return passes >= (self.opening_passes if passes == len(calls) else self.closing_passes)

    def refusal(self, call: str) -> str | None:
        """Return a sentence saying why the next caller may not make this call, or None if it is legal (SOLO-7,
        SOLO-7a).
        """
        if call == PASS:
            return None
        if not is_bid(call):
            return self._refusal_of_double(call)
        last = self.last_bid()
        if last is None or bid_height(call) > bid_height(last[1]):
            return None
        return f"{call_name(call).capitalize()} is not enough: the bid to beat is {call_name(last[1])}"

    def _refusal_of_double(self, call: str) -> str | None:
        place = next((p for p in range(len(self.calls) - 1, -1, -1) if self.calls[p] != PASS), None)
        target = None if place is None else self.calls[place]
        opposed = place is not None and self._side_of(place) != self._side_of(len(self.calls))
        if call == DOUBLE:
            fits = target is not None and is_bid(target)
            return None if fits and opposed else "Only a bid of the opponent can be doubled, and only once"
        return None if target == DOUBLE and opposed else "Only a double by the opponent can be redoubled"

    def legal(self) -> tuple[str, ...]:
        """Return the calls that the next caller may make: pass, double or redouble, then bids from the lowest up."""
        if self.closed:
            return ()
        last = self.last_bid()
        bids = BIDS if last is None else BIDS[bid_height(last[1]) + 1 :]
        return (PASS, *(call for call in (DOUBLE, REDOUBLE) if self.refusal(call) is None), *bids)

    def with_call(self, call: str) -> "Auction":
        """Return the auction after this call, which must be legal (see `refusal`)."""
        return Auction(self.callers, self.sides, self.closing_passes, self.opening_passes, (*self.calls, call))


@dataclass(frozen=True, slots=True)
class TwoCallers(_Calls):
    """The calls of two players in turn, starting with `first`.

    The game decides which calls are legal and when the auction ends.
    """

    first: str
    calls: tuple[str, ...] = ()

    def caller_of(self, place: int) -> str:
        return OPPONENT[self.first] if place % 2 else self.first

    def with_call(self, call: str) -> Self:
        """Return the record with one more call, which must be legal."""
        return replace(self, calls=(*self.calls, call))
