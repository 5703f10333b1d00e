"""The value of every call in an auction with all 52 cards exposed, by backward induction (SOLO-7 to SOLO-9).

Values are in points to South. South aims for the highest figure and North for the lowest, and the play is exact. A
bidder may bid on after the opponent's pass (SOLO-9), so many lines lead to the same value. The shortest line is shown,
and a call is a mistake only if it changes the value.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from games.calls import BIDS, DOUBLE, PASS, REDOUBLE, bid_height, is_bid
from games.players import OPPONENT
from solver.errors import SolverError

Score = Callable[[str, str, int], int]  # contract such as 4SX, declarer S or N, declarer's tricks -> points to South
Tricks = Mapping[str, Mapping[str, int]]  # strain -> declarer -> tricks
Thinkable = Callable[["Stand", str], bool]  # whether the caller on turn would ever make this call there
AUCTION_ENDS = ("two_passes", "first_pass")  # SOLO-8a
DOUBLINGS = ("", DOUBLE, REDOUBLE)
BOOK = 6


@dataclass(frozen=True, slots=True)
class Stand:
    """The state of an auction. `bid` is the last bid, or "" before any bid; `bidder` is the player who made it.

    `passed` is True if the last call was a pass (SOLO-9: the player who made the call before it may now bid again).
    """

    caller: str
    bid: str = ""
    doubled: str = ""
    bidder: str = ""
    passed: bool = False

    def calls(self) -> tuple[str, ...]:
        """Return the calls that the player may make (SOLO-7a): pass, double or redouble, then bids, lowest first."""
        higher = BIDS[bid_height(self.bid) + 1 :] if self.bid else BIDS
        if self.passed or not self.bid or self.doubled == REDOUBLE:
            return (PASS, *higher)
        return (PASS, REDOUBLE if self.doubled else DOUBLE, *higher)

    def after(self, call: str) -> "Stand":
        """Return the state after this call. `SolvedAuction.ends` says whether a call ends the auction."""
        then = OPPONENT[self.caller]
        if call == PASS:
            return Stand(then, self.bid, self.doubled, self.bidder, passed=True)
        if is_bid(call):
            return Stand(then, call, "", self.caller)
        return Stand(then, self.bid, call, self.bidder)


@dataclass(frozen=True, slots=True)
class Worth:
    """The points to South if the best calls are made, and the number of calls in the shortest line to that result."""

    points: int
    calls: int


class SolvedAuction:
    """The auction of a deal. `tricks` are its ten values out of 13 (`solver.tables`), or a player's estimates.

    If `thinkable` is given, both players consider only a pass and the calls that it accepts.
    """

    def __init__(
        self, tricks: Tricks, score: Score, ends: str = "two_passes", thinkable: Thinkable | None = None
    ) -> None:
        if ends not in AUCTION_ENDS:
            raise SolverError(f"{ends!r} is no way to end an auction: {' or '.join(AUCTION_ENDS)}.")
        self._tricks, self._score, self._ends, self._thinkable = tricks, score, ends, thinkable
        self._known: dict[Stand, Worth] = {}

    def worth(self, stand: Stand) -> Worth:
        """Return the value of the auction from this state on, if the player to call makes the best call."""
        if not self._known:
            self._fill()
        if stand not in self._known:
            self._known[stand] = self._best(stand)
        return self._known[stand]

    def after(self, stand: Stand, call: str) -> Worth:
        """Return the value of the auction after this call, which must be one of `calls(stand)`."""
        if self.ends(stand, call):
            return Worth(self._result(stand), 0)
        return self.worth(stand.after(call))

    def worths(self, stand: Stand) -> dict[str, int]:
        """Return the points to South after each call."""
        return {call: self.after(stand, call).points for call in self.calls(stand)}

    def calls(self, stand: Stand) -> tuple[str, ...]:
        """Return the calls that are considered in this state of the auction."""
        if self._thinkable is None:
            return stand.calls()
        return tuple(call for call in stand.calls() if call == PASS or self._thinkable(stand, call))

    def best_calls(self, stand: Stand) -> tuple[str, ...]:
        """Return the calls that do not change the value, beginning with the calls that lead to the shortest lines."""
        worths = {call: self.after(stand, call) for call in self.calls(stand)}
        worth = self.worth(stand).points
        held = [call for call, then in worths.items() if then.points == worth]
        return tuple(sorted(held, key=lambda call: worths[call].calls))

    def left_at(self, stand: Stand, call: str) -> int:
        """Return the points to South if this call is made and everyone then passes."""
        return self._result(stand if call == PASS else stand.after(call))

    def line(self, stand: Stand) -> tuple[str, ...]:
        """Return one of the shortest lines to the end of the auction in which no call changes the value."""
        calls = []
        while True:
            call = self.best_calls(stand)[0]
            calls.append(call)
            if self.ends(stand, call):
                return tuple(calls)
            stand = stand.after(call)

    def contracts(self, stand: Stand) -> tuple[tuple[str, str], ...]:
        """Return (contract, declarer) for each contract that can be reached by calls that keep the value, lowest first.

        The contracts are written as in par: only failing contracts are doubled. A passed-out board is ("", "").
        """
        ends = self._ends_of_best_calls(stand)
        usual = [end for end in ends if bool(end[1]) != self._makes(*end)]
        order = sorted(usual or ends, key=lambda end: (bid_height(end[0]) if end[0] else -1, len(end[1]), end[2]))
        return tuple((bid + doubled, bidder) for bid, doubled, bidder in order)

    def _ends_of_best_calls(self, stand: Stand) -> set[tuple[str, str, str]]:
        ends, seen, waiting = set(), {stand}, [stand]
        while waiting:
            at = waiting.pop()
            for call in self.best_calls(at):
                if self.ends(at, call):
                    ends.add((at.bid, at.doubled, at.bidder))
                elif at.after(call) not in seen:
                    seen.add(at.after(call))
                    waiting.append(at.after(call))
        return ends

    def _makes(self, bid: str, doubled: str, bidder: str) -> bool:
        return not bid or self._tricks[bid[1]][bidder] >= int(bid[0]) + BOOK

    def ends(self, stand: Stand, call: str) -> bool:
        """True if this call ends the auction: the second pass in a row (SOLO-8) or, with the SOLO-8a option, the first
        pass.
        """
        return call == PASS and (stand.passed or (self._ends == "first_pass" and bool(stand.bid)))

    def _fill(self) -> None:
        """Fill in the values from 7N down, so that no later search needs deep recursion."""
        for bid in reversed(BIDS):
            for doubled, passed, bidder in product(reversed(DOUBLINGS), (True, False), OPPONENT):
                maker = OPPONENT[bidder] if doubled == DOUBLE else bidder
                stand = Stand(maker if passed else OPPONENT[maker], bid, doubled, bidder, passed)
                self._known[stand] = self._best(stand)

    def _best(self, stand: Stand) -> Worth:
        sign = 1 if stand.caller == "S" else -1
        best = max((self.after(stand, call) for call in self.calls(stand)), key=lambda w: (sign * w.points, -w.calls))
        return Worth(best.points, best.calls + 1)

    @cached_property
    def _results(self) -> dict[tuple[str, str, str], int]:
        return {
            (bid, doubled, bidder): self._score(bid + doubled, bidder, self._tricks[bid[1]][bidder])
            for bid in BIDS
            for doubled in DOUBLINGS
            for bidder in OPPONENT
        }

    def _result(self, stand: Stand) -> int:
        return self._results[stand.bid, stand.doubled, stand.bidder] if stand.bid else 0


def opening(dealer: str) -> Stand:
    """Return the state before any call. If East deals, South calls first; if West deals, North does (SOLO-10)."""
    return Stand("S" if dealer in ("S", "E") else "N")


def stand_after(dealer: str, calls: Sequence[str]) -> Stand:
    """Return the state of an unfinished auction after these calls. Raise SolverError at the first illegal call."""
    stand = opening(dealer)
    for place, call in enumerate(calls, start=1):
        if call not in stand.calls():
            raise SolverError(f"Call {place}, {call}, may not be made there.")
        stand = stand.after(call)
    return stand
