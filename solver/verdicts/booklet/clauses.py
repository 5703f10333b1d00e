"""The clauses of the booklet's sentences: codes, figures and words. Clauses are put into words only in this module.

A contract is written without doubles, as a bid and a declarer, unless a clause says otherwise.
"""

from dataclasses import dataclass

from games.wording import card_name, contract_name, listed, number_name, score_text, seat_name, signed
from scoring.contracts import PASSED_OUT
from solver.auction import BOOK
from solver.verdicts.booklet.play_clauses import (
    AuctionsDiffer,
    BestLine,
    BestPlay,
    BetterCalls,
    DearestCall,
    HoldingCards,
    TurningCard,
    every,
)
from solver.verdicts.solution import Solution

MAX_PAR_CONTRACTS = 4
LEAST_TOLD = 50
"""A call that cost fewer points, or a play that saved fewer, is no news. An undertrick costs 50: what costs less is an
overtrick, or a strain that pays a little less.
"""


@dataclass(frozen=True, slots=True)
class BoardPar:
    """The points to South with best calls and play, and the contracts, with doubles, that lead to them."""

    points: int
    contracts: tuple[tuple[str, str], ...]

    def words(self) -> str:
        if self.contracts == ((PASSED_OUT, ""),):
            return "par is 0: with best calls the board is passed out"
        if len(self.contracts) > MAX_PAR_CONTRACTS:
            return f"par is {_score(self.points)}"
        return f"par is {_score(self.points)}, for {Solution({}, self.points, list(self.contracts), []).contract_words}"


@dataclass(frozen=True, slots=True)
class ParScored:
    """The number of tables, out of `of`, whose score was par."""

    points: int
    count: int
    of: int

    def words(self) -> str:
        if self.of == 1:
            return "; the only table scored it" if self.count else "; the only table did not score it"
        return f"; {_some(self.count, self.of)} scored it"


@dataclass(frozen=True, slots=True)
class UsualContract:
    """The most frequent contracts, doubled or not, played at `count` tables each, out of `of`.

    `doubled` is the number of tables, of all these contracts together, at which the contract was doubled or redoubled.
    The contract is ("PASS", "") if the board was passed out.
    """

    contracts: tuple[tuple[str, str], ...]
    count: int
    of: int
    doubled: int

    def words(self) -> str:
        names = [contract_name(bid, declarer) for bid, declarer in self.contracts]
        if self.of == 1:
            return f"the only table {_played(names[0])}"
        if len(names) > 1:
            text = f"the usual contracts were {listed(names, 'and')}, each at {number_name(self.count)} of the "
            return f"{text}{counted_word(self.of, 'table')}{_doubled(self)}"
        if self.count == self.of:
            return f"{every(self.of)} {_played(names[0])}{_doubled(self)}"
        if names == [contract_name(PASSED_OUT)]:
            return f"the board was passed out at {number_name(self.count)} of the {counted_word(self.of, 'table')}"
        place = f"at {number_name(self.count)} of the {counted_word(self.of, 'table')}"
        return f"the usual contract was {names[0]}, {place}{_doubled(self)}"


@dataclass(frozen=True, slots=True)
class ManyContracts:
    """The number of different contracts at `of` tables, none of which was usual."""

    different: int
    of: int

    def words(self) -> str:
        return f"the {counted_word(self.of, 'table')} played {number_name(self.different)} different contracts"


@dataclass(frozen=True, slots=True)
class ContractValue:
    """Declarer's tricks in this contract with best play by both players."""

    bid: str
    declarer: str
    tricks: int

    def words(self) -> str:
        over = self.tricks - int(self.bid[0]) - BOOK
        if over < 0:
            return f"; with best play it goes {number_name(-over)} down"
        extra = "an overtrick" if over == 1 else counted_word(over, "overtrick")
        return f"; with best play it makes{f' with {extra}' if over else ''}"


@dataclass(frozen=True, slots=True)
class ContractMade:
    """The number of tables, out of the `of` tables that played this contract, at which it was made."""

    bid: str
    declarer: str
    made: int
    of: int

    def words(self) -> str:
        if self.of == 1:
            return ", and it was made" if self.made else ", and it went down"
        if self.made == self.of:
            return f", and {every(self.of)} made it"
        if not self.made:
            return ", and nobody made it"
        return f", and {number_name(self.made)} of the {number_name(self.of)} made it"


@dataclass(frozen=True, slots=True)
class BeatingLeads:
    """The only opening leads that beat a contract, and the number of `known` tables at which one of them was made."""

    bid: str
    declarer: str
    leads: tuple[str, ...]
    found: int
    known: int

    def words(self) -> str:
        leads = listed([card_name(lead) for lead in self.leads], "or")
        text = f"only the lead of {leads} beats {contract_name(self.bid, self.declarer)}"
        if not self.known:
            return text
        if self.known == 1:
            return f"{text}; it was {'' if self.found else 'not '}led at the one table whose lead is known"
        return f"{text}; {_some(self.found, self.known)} whose lead is known found it"


@dataclass(frozen=True, slots=True)
class UnbidContract:
    """A contract that makes but that nobody played, its points to declarer, and how many tables gave that player less.

    `never_called` is True if all auctions are known and nobody named the contract in any of them.
    """

    bid: str
    declarer: str
    points: int
    better_than: int
    of: int
    never_called: bool

    def words(self) -> str:
        contract, who = contract_name(self.bid, self.declarer), seat_name(self.declarer)
        text = f"nobody {'bid' if self.never_called else 'played'} {contract}, which makes and scores {self.points}"
        most = f"{number_name(self.better_than)} of the {counted_word(self.of, 'table')}"
        return f"{text}: more than {who} had at {'any table' if self.better_than == self.of else most}"


@dataclass(frozen=True, slots=True)
class ScoreRange:
    """The best and worst scores for South. `usual` is the score at most tables (`count` of them), if there is one."""

    best: int
    worst: int
    usual: int | None
    count: int
    of: int

    def words(self) -> str:
        if self.best == self.worst:
            return f"{every(self.of)} scored {_score(self.best)}"
        text = f"scores for South ran from {signed(self.best)} to {signed(self.worst)}"
        if self.usual is None:
            return text
        return f"{text}; the most frequent was {signed(self.usual)}, at {counted_word(self.count, 'table')}"


Clause = (
    BoardPar
    | ParScored
    | AuctionsDiffer
    | UsualContract
    | ManyContracts
    | ContractValue
    | ContractMade
    | BeatingLeads
    | TurningCard
    | HoldingCards
    | BestLine
    | DearestCall
    | BetterCalls
    | BestPlay
    | UnbidContract
    | ScoreRange
)


@dataclass(frozen=True, slots=True)
class BookletSentence:
    """A sentence. Its first clause can stand alone. Each later clause follows it and depends on it."""

    clauses: tuple[Clause, ...]

    @property
    def text(self) -> str:
        """The sentence in words, with its full stop."""
        text = "".join(clause.words() for clause in self.clauses)
        return f"{text[0].upper()}{text[1:]}."


def _played(name: str) -> str:
    return "passed the board out" if name == contract_name(PASSED_OUT) else f"played {name}"


def _doubled(clause: "UsualContract") -> str:
    if not clause.doubled:
        return ""
    tables = clause.count * len(clause.contracts)
    if clause.doubled == tables:
        return ", always doubled"
    of_these = f" of these {number_name(tables)}" if len(clause.contracts) > 1 else ""
    return f", doubled at {number_name(clause.doubled)}{of_these}"


def counted_word(number: int, noun: str) -> str:
    """Return a number as a word, with its noun: `one table`, `five tables`."""
    return f"{number_name(number)} {noun}{'' if number == 1 else 's'}"


def _score(points: int) -> str:
    return score_text(points) if points else "0"


def _some(count: int, of: int) -> str:
    """Return `none of the 16 tables`, `all 16 tables` or `five of the 16 tables`."""
    if count == of:
        return every(of)
    return f"{number_name(count) if count else 'none'} of the {counted_word(of, 'table')}"
