"""The exact values of a board and its par, in figures and in words."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from games.players import PLAYERS
from games.wording import DOUBLED_NAMES, contract_name, seat_name, strain_name
from scoring.contracts import PASSED_OUT, score
from scoring.luck import OrderGave, order_gave
from solver.auction import Score, SolvedAuction, Stand, opening
from solver.tables import Table

SIDE_OF = {"S": "NS", "N": "EW"}
STRAINS = ("N", "S", "H", "D", "C")


def scorer(vul: str) -> Score:
    """Return a function that maps (contract, declarer S or N, tricks) to South's points when `vul` (None, NS, EW, All)
    is vulnerable.
    """
    return lambda contract, declarer, tricks: score(contract, SIDE_OF[declarer], vul, tricks)


def par_of(values: Table, setup: Mapping[str, Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """Return a board's par; see `par_in`."""
    auction = SolvedAuction(values, scorer(setup["vul"]), options.get("auction_end", "two_passes"))
    return par_in(auction, opening(setup["dealer"]))


def par_in(auction: SolvedAuction, start: Stand) -> dict[str, Any]:
    """Return the par of a solved auction for JSON: `points`, South's; `contracts` with declarers; and `line`, calls."""
    return {
        "points": auction.worth(start).points,
        "contracts": [[contract or PASSED_OUT, declarer] for contract, declarer in auction.contracts(start)],
        "line": list(auction.line(start)),
    }


@dataclass(frozen=True, slots=True)
class Solution:
    """A board's ten values and par as shown on pages. `points` are South's; `contracts` include their declarer."""

    values: dict[str, dict[str, int]]
    points: int
    contracts: list[tuple[str, str]]
    line: list[str]
    other_orders: list[int] = field(default_factory=list)
    """Par with the dummies' cards in other orders, once all of them are solved."""

    strains = STRAINS

    @classmethod
    def read(cls, values: Table, par: Mapping[str, Any], other_orders: Iterable[int] = ()) -> "Solution":
        """Return the solution with this par, as `par_in` writes it."""
        contracts = [(contract, declarer) for contract, declarer in par["contracts"]]
        return cls(values, par["points"], contracts, par["line"], list(other_orders))

    @property
    def order_gave(self) -> "OrderGave | None":
        """How much the order of the dummies' cards gave South, or None until it is known."""
        return order_gave(self.points, self.other_orders) if self.other_orders else None

    @property
    def rows(self) -> list[tuple[str, list[int]]]:
        """Each declarer, with their tricks in each of `strains`."""
        return [(seat_name(player), [self.values[s][player] for s in STRAINS]) for player in PLAYERS]

    @property
    def contract_words(self) -> str:
        """The contracts grouped and in words, as in "2 spades by South; 1, 2 or 3 clubs by North"."""
        groups = groupby(self.contracts, lambda pair: (pair[0][1:], pair[1]))
        return " or ".join(_words([contract[0] for contract, _ in group], *kind) for kind, group in groups)

    @property
    def contract_texts(self) -> list[str]:
        """The contracts in a form for programs, such as `2S by S` or `PASS`."""
        return [f"{contract} by {declarer}" if declarer else contract for contract, declarer in self.contracts]


def _words(levels: list[str], denomination: str, declarer: str) -> str:
    if not declarer:
        return contract_name("PASS")
    *others, last = levels
    if not others:
        return contract_name(last + denomination, declarer)
    strain, doubled = denomination[0], denomination[1:]
    several = f"{', '.join(others)} or {last} {strain_name(strain)}"
    return f"{several}{DOUBLED_NAMES[doubled]} by {seat_name(declarer)}"
