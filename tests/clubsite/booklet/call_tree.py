"""The value of each call, for the second reading. It makes all calls that the rules of the auction allow."""

from collections.abc import Iterator
from dataclasses import replace

from games.auction import Auction
from games.calls import BIDS, PASS
from games.players import OPPONENT, PLAYERS
from scoring.contracts import PASSED_OUT
from scoring.result import BoardResult
from solver.tables import Table

End = tuple[str, str, str]  # the last bid, the player who made it, and "", "X" or "XX"
State = tuple[tuple[str, str] | None, str, str, int]
BOOK = 6


class CallTree:
    """The auctions of a board, from `start`, the auction before the first call. Points are South's."""

    def __init__(self, start: Auction, table: Table, vulnerability: str) -> None:
        self.start, self._table, self._vulnerability = start, table, vulnerability
        self._known: dict[State, int] = {}
        # From the highest bid down, so that no call looks far ahead.
        for bid in reversed(BIDS):
            for player in PLAYERS:
                both = (player, OPPONENT[player])
                self.worth(replace(start, callers=both, sides=both, calls=(bid,)))

    def worth(self, auction: Auction) -> int:
        """Return the points if both players make their best calls from here on, and play their best."""
        if auction.closed:
            return self._points(auction)
        state = _state(auction)
        if state not in self._known:
            worths = [self.worth(auction.with_call(call)) for call in auction.legal()]
            self._known[state] = max(worths) if auction.caller == "S" else min(worths)
        return self._known[state]

    def cost(self, auction: Auction, call: str) -> int:
        """Return what this call costs its player."""
        lost = self.worth(auction) - self.worth(auction.with_call(call))
        return lost if auction.caller == "S" else -lost

    def free_calls(self, auction: Auction) -> set[str]:
        """Return the calls that cost nothing."""
        return {call for call in auction.legal() if self.cost(auction, call) == 0}

    def after(self, calls: tuple[str, ...]) -> Auction:
        return replace(self.start, calls=calls)

    def par_contracts(self) -> set[tuple[str, str]]:
        """Return each final contract, with its declarer, of the auctions in which no call costs anything.

        A contract that fails is doubled, and one that makes is not. If no auction ends so, return all final contracts.
        """
        ends = set(self._ends())
        usual = {end for end in ends if bool(end[2]) != self._makes(end)}
        return {(bid + doubled, player) for bid, player, doubled in usual or ends}

    def _ends(self) -> Iterator[End]:
        seen, waiting = set[State](), [self.start]
        while waiting:
            auction = waiting.pop()
            if auction.closed:
                player, bid = auction.last_bid() or ("", PASSED_OUT)
                yield bid, player, auction.doubled()
            elif _state(auction) not in seen:
                seen.add(_state(auction))
                waiting += [auction.with_call(call) for call in self.free_calls(auction)]

    def _makes(self, end: End) -> bool:
        bid, player, _ = end
        return bid == PASSED_OUT or self._table[bid[1]][player] >= int(bid[0]) + BOOK

    def _points(self, auction: Auction) -> int:
        last = auction.last_bid()
        if last is None:
            return 0
        player, bid = last
        contract = bid + auction.doubled()
        tricks = self._table[bid[1]][player]
        return BoardResult.of_contract(contract, player, tricks, self._vulnerability).ns_score or 0


def _state(auction: Auction) -> State:
    """Return what the worth of an auction depends on: the last bid, its doubling, the caller, and the passes since."""
    passes = next((n for n, call in enumerate(reversed(auction.calls)) if call != PASS), len(auction.calls))
    return auction.last_bid(), auction.doubled(), auction.caller, passes
