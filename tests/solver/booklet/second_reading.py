"""A second reading, which the tests use: a clause is read from its data alone, and found again by another way.

The field is counted line by line, the logs are folded by the rules of the game, auctions are tried call by call
(`CallTree`), and the solver is asked about a turned deal with an engine of its own (`TurnedSolver`). Nothing of
`solved_board` or of the modules that make clauses is used here.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cached_property
from typing import Any

from games.auction import Auction
from games.calls import BIDS, PASS
from games.players import OPPONENT, PLAYERS
from games.seats import Seat
from scoring.contracts import PASSED_OUT
from scoring.result import BoardResult
from solver import Engine, SolverError
from solver.tables import Table
from solver.verdicts.booklet import clauses as told
from solver.verdicts.booklet.field import BookletBoard, BookletLine
from tests.solver.booklet.second_plays import ALL_TRICKS, BOOK, RULES, ReplayedLine, SecondPlays, TurnedSolver, replayed

End = tuple[str, str, str]  # the last bid, the player who made it, and "", "X" or "XX"
State = tuple[tuple[str, str] | None, str, str, int]


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
        lost = self.worth(auction) - self.worth(auction.with_call(call))
        return lost if auction.caller == "S" else -lost

    def free_calls(self, auction: Auction) -> set[str]:
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


Check = Callable[[Any], bool]


class SecondReading(SecondPlays):
    def __init__(self, board: BookletBoard, engine: Engine) -> None:
        self.board, self.engine = board, engine
        self.lines = [line for line in board.lines if _counts(line)]
        self._checks: dict[type, Check] = {
            told.BoardPar: self._par,
            told.ParScored: self._par_scored,
            told.AuctionsDiffer: self._auctions_differ,
            told.UsualContract: self._usual,
            told.ManyContracts: self._many,
            told.ContractValue: self._value,
            told.ContractMade: self._made,
            told.BeatingLeads: self._leads,
            told.DearestCall: self._dearest,
            told.BetterCalls: self._better_calls,
            told.UnbidContract: self._unbid,
            told.ScoreRange: self._range,
            **self.plays_checks(),
        }

    def confirms(self, clause: told.Clause) -> bool:
        """True if the clause is found again. A clause that speaks of a line or a card that is not there is not."""
        check = self._checks.get(type(clause))
        try:
            return check is not None and check(clause)
        except (SolverError, KeyError, IndexError, ValueError):
            return False

    @cached_property
    def table(self) -> Table:
        return self.solver.table()

    @cached_property
    def replays(self) -> list[ReplayedLine]:
        """The plays of the lines whose log ends in the result that counts."""
        kept = {line.key for line in self.board.recorded}
        return [replayed(line) for line in self.lines if line.key in kept]

    @cached_property
    def solver(self) -> TurnedSolver:
        return TurnedSolver(self.board.deal, self.engine)

    @cached_property
    def _calls(self) -> CallTree:
        board = self.board
        setup = board.deal.to_setup(board.number, board.dealer, board.vulnerability)
        return CallTree(RULES.start(setup, board.options).auction, self.table, board.vulnerability)

    # Clauses about the results

    def _par(self, clause: told.BoardPar) -> bool:
        contracts = {(contract or PASSED_OUT, player) for contract, player in clause.contracts}
        return self._calls.worth(self._calls.start) == clause.points and self._calls.par_contracts() == contracts

    def _par_scored(self, clause: told.ParScored) -> bool:
        equal = [line for line in self.lines if line.result.ns_score == clause.points]
        worth = self._calls.worth(self._calls.start)
        return (worth, len(equal), len(self.lines)) == (clause.points, clause.count, clause.of)

    def _usual(self, clause: told.UsualContract) -> bool:
        every = {contract: self._lines_in(*contract) for line in self.lines for contract in [_contract(line)]}
        most = max(map(len, every.values()), default=0)
        usual = {contract for contract, lines in every.items() if len(lines) == most}
        doubled = sum("X" in line.result.contract for contract in usual for line in every[contract])
        expected = (usual, most, len(self.lines), doubled)
        return ({*clause.contracts}, clause.count, clause.of, clause.doubled) == expected

    def _many(self, clause: told.ManyContracts) -> bool:
        different = {_contract(line) for line in self.lines}
        return (clause.different, clause.of) == (len(different), len(self.lines))

    def _value(self, clause: told.ContractValue) -> bool:
        return self.table[clause.bid[1]][clause.declarer] == clause.tricks

    def _made(self, clause: told.ContractMade) -> bool:
        lines = self._lines_in(clause.bid, clause.declarer)
        made = [line for line in lines if (line.result.tricks or 0) >= int(clause.bid[0]) + BOOK]
        return (clause.made, clause.of) == (len(made), len(lines))

    def _leads(self, clause: told.BeatingLeads) -> bool:
        leader = Seat(OPPONENT[clause.declarer])
        beating = set()
        for card in self.board.deal.hands()[leader]:
            south = self.solver.south(clause.bid[1], str(leader), (card,))
            tricks = south if clause.declarer == "S" else ALL_TRICKS - south
            if tricks < int(clause.bid[0]) + BOOK:
                beating.add(card.text)
        leads = [line.result.lead for line in self._lines_in(clause.bid, clause.declarer) if line.result.lead]
        beating_leads = [lead for lead in leads if lead in beating]
        return ({*clause.leads}, clause.found, clause.known) == (beating, len(beating_leads), len(leads))

    def _unbid(self, clause: told.UnbidContract) -> bool:
        tricks = int(clause.bid[0]) + BOOK
        points = self._points_to(clause.declarer, clause.bid, tricks)
        less = [line for line in self.lines if self._gained(line, clause.declarer) < points]
        named = any((clause.declarer, clause.bid) in play.calls for play in self.replays)
        unknown = len(self.replays) < len(self.lines)
        makes = self.table[clause.bid[1]][clause.declarer] >= tricks
        nobody = not self._lines_in(clause.bid, clause.declarer)
        figures = (clause.points, clause.better_than, clause.of) == (points, len(less), len(self.lines))
        return makes and nobody and figures and clause.never_called == (not named and not unknown)

    def _range(self, clause: told.ScoreRange) -> bool:
        scores = sorted(line.result.ns_score or 0 for line in self.lines)
        most = max(map(scores.count, scores))
        often = {score for score in scores if scores.count(score) == most}
        usual, count = (min(often), most) if len(often) == 1 and most > 1 else (None, 0)
        expected = (scores[-1], scores[0], usual, count, len(scores))
        return (clause.best, clause.worst, clause.usual, clause.count, clause.of) == expected

    # Clauses about the auctions

    def _auctions_differ(self, clause: told.AuctionsDiffer) -> bool:
        begun = len(clause.calls)
        texts = [play.call_texts for play in self.replays]
        alike = all(calls[:begun] == clause.calls and len(calls) > begun for calls in texts)
        following = [calls[begun] for calls in texts] if alike else []
        ways = {call: following.count(call) for call in following}
        return alike and len(ways) > 1 and (dict(clause.ways), clause.of) == (ways, len(texts))

    def _dearest(self, clause: told.DearestCall) -> bool:
        auction = self._calls.after(clause.before)
        same = [
            play for play in self.replays if play.call_texts[: len(clause.before) + 1] == (*clause.before, clause.call)
        ]
        costs = {
            play.call_texts[: place + 1]: self._calls.cost(self._calls.after(play.call_texts[:place]), call)
            for play in self.replays
            for place, call in enumerate(play.call_texts)
        }
        points = self._calls.cost(auction, clause.call)
        return (
            clause.points == points == max(costs.values()) >= told.LEAST_TOLD
            and clause.alone == (list(costs.values()).count(points) == 1)
            and clause.player == auction.caller
            and (clause.count, clause.of) == (len(same), len(self.replays))
            and bool(same)
        )

    def _better_calls(self, clause: told.BetterCalls) -> bool:
        return self._calls.free_calls(self._calls.after(clause.before)) == {*clause.calls}

    def _lines_in(self, bid: str, declarer: str) -> list[BookletLine]:
        return [line for line in self.lines if _contract(line) == (bid, declarer)]

    def _points_to(self, player: str, contract: str, tricks: int) -> int:
        result = BoardResult.of_contract(contract, player, tricks, self.board.vulnerability)
        return (result.ns_score or 0) * (1 if player == "S" else -1)

    def _gained(self, line: BookletLine, player: str) -> int:
        return (line.result.ns_score or 0) * (1 if player == "S" else -1)


def _counts(line: BookletLine) -> bool:
    """True if the line was played or passed out and is compared with the whole field."""
    return str(line.result.status) in ("played", "passed_out") and line.result.group == ""


def _contract(line: BookletLine) -> tuple[str, str]:
    contract = line.result.contract
    while contract != PASSED_OUT and contract.endswith("X"):
        contract = contract[:-1]
    return contract, line.result.declarer
