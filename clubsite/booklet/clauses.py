"""The clauses of the booklet's sentences: codes and figures. `clause_text` makes the words.

A contract is written without doubles, as a bid and a declarer, unless a clause says otherwise. A place in a play is
a line's key and the number of cards played before.
"""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

Place = tuple[str, int]
LEAST_TOLD = 50
"""A call that cost fewer points, or a play that saved fewer, is no news. An undertrick costs 50: what costs less is an
overtrick, or a strain that pays a little less.
"""


class TurnsAlike(StrEnum):
    """The way in which the deciding cards of several tables are alike. Each of them lost or won a contract."""

    POSITION = "position"  # they were played in the same position
    CARD = "card"  # they are the same card, played from the same hand
    FIRST = "first"  # nothing: the clause tells of the one that was played earliest


@dataclass(frozen=True, slots=True)
class BoardPar:
    """The points to South with best calls and play, and the contracts, with doubles, that lead to them."""

    points: int
    contracts: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ParScored:
    """The number of tables, out of `of`, whose score was par."""

    points: int
    count: int
    of: int


@dataclass(frozen=True, slots=True)
class AuctionsDiffer:
    """The calls `calls` that all known auctions begin with, and those that follow: `ways` has (call, number of tables).

    `of` is the number of known auctions.
    """

    calls: tuple[str, ...]
    ways: tuple[tuple[str, int], ...]
    of: int


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


@dataclass(frozen=True, slots=True)
class ManyContracts:
    """The number of different contracts at `of` tables, none of which was usual."""

    different: int
    of: int


@dataclass(frozen=True, slots=True)
class ContractValue:
    """Declarer's tricks in this contract with best play by both players."""

    bid: str
    declarer: str
    tricks: int


@dataclass(frozen=True, slots=True)
class ContractMade:
    """The number of tables, out of the `of` tables that played this contract, at which it was made."""

    bid: str
    declarer: str
    made: int
    of: int


@dataclass(frozen=True, slots=True)
class BeatingLeads:
    """The only opening leads that beat a contract, and at how many of the `known` tables one of them was made."""

    bid: str
    declarer: str
    leads: tuple[str, ...]
    found: int
    known: int


@dataclass(frozen=True, slots=True)
class TurningCard:
    """The cards at which tables lost a contract that makes with best play, or made one that fails.

    `made` says what happened at these tables. `turns` are the places of the cards that have in common what `alike`
    says, and `cards` are the cards played there, the most frequent first. `wrong` tables came to that result. The play
    of `recorded` of them is known, and at `turned` of these a card brought it about, and no claim.
    """

    bid: str
    declarer: str
    made: bool
    alike: TurnsAlike
    turns: tuple[Place, ...]
    seat: str
    cards: tuple[str, ...]
    turned: int
    recorded: int
    wrong: int


@dataclass(frozen=True, slots=True)
class HoldingCards:
    """The only cards, out of `of` legal cards, that would have kept the result of best play at this place."""

    bid: str
    declarer: str
    made: bool
    place: Place
    cards: tuple[str, ...]
    of: int


@dataclass(frozen=True, slots=True)
class BestLine:
    """Cards of best play from this place to the end of the next trick, the hand that plays each one first."""

    bid: str
    declarer: str
    made: bool
    place: Place
    cards: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class DearestCall:
    """The call that cost most of all the calls in the `of` known auctions, after the calls `before`.

    `count` is the number of tables that made the call in this auction. `alone` is True if no other call cost as much.
    """

    player: str
    before: tuple[str, ...]
    call: str
    points: int
    count: int
    of: int
    alone: bool


@dataclass(frozen=True, slots=True)
class BetterCalls:
    """The only calls that would have cost nothing after the calls `before`."""

    before: tuple[str, ...]
    calls: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BestPlay:
    """The card that saved most of all the cards that a glance would not have found (`solver.by_eye`).

    Only `holding` of `of` legal cards cost nothing, one of them this card. Each of the others costs at least `points`.
    `club` and `name` are of the player, and `name` is "" if strangers may not read it. `contract` has its doubles.
    `alone` is True if no other such card saved as much.
    """

    place: Place
    club: str
    name: str
    player: str
    contract: str
    declarer: str
    seat: str
    card: str
    holding: int
    of: int
    points: int
    alone: bool

    @property
    def merit(self) -> Fraction:
        """The points that the card saved, times the share of the legal cards that would not have saved them."""
        return Fraction(self.points * (self.of - self.holding), self.of)


@dataclass(frozen=True, slots=True)
class UnbidContract:
    """A contract that makes and that nobody played, the points to its declarer, and how many tables gave that player
    less.

    `never_called` is True if all auctions are known and nobody named the contract in any of them.
    """

    bid: str
    declarer: str
    points: int
    better_than: int
    of: int
    never_called: bool


@dataclass(frozen=True, slots=True)
class ScoreRange:
    """The best and the worst score for South. `usual` is the score of most tables, `count` of them, if there is one."""

    best: int
    worst: int
    usual: int | None
    count: int
    of: int


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
    """A sentence. Its first clause stands alone; each of the others is said after it and needs it."""

    clauses: tuple[Clause, ...]
