"""The solver's results for a board, shown to everybody once the board is closed."""

from collections.abc import Collection
from dataclasses import dataclass, field
from itertools import groupby

from clubsite.analysis.models import BoardSolution
from clubsite.nights.models import Board
from clubsite.rankings.selectors.published import Published
from games.players import PLAYERS
from games.wording import DOUBLED_NAMES, contract_name, seat_name, strain_name
from scoring.luck import OrderGave, order_gave

STRAINS = ("N", "S", "H", "D", "C")


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

    @property
    def order_gave(self) -> "OrderGave | None":
        """How much the order of the dummies' cards gave South, or None until it is known."""
        return order_gave(self.points, self.other_orders) if self.other_orders else None

    @property
    def rows(self) -> list[tuple[str, list[int]]]:
        """Each declarer with the tricks in each of `strains`."""
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


def solutions_of(published: Published, boards: Collection[int] | None = None) -> dict[int, Solution]:
    """Map board ids to solutions, for the given boards (or all boards) that are both closed and solved."""
    closed = published.board_ids
    wanted = closed if boards is None else closed.intersection(boards)
    rows = BoardSolution.objects.filter(board__in=wanted)
    found = [(row.board_id, *row.found(), row.other_orders if row.orders_done else []) for row in rows]
    return {
        board_id: Solution(values, par["points"], [tuple(pair) for pair in par["contracts"]], par["line"], orders)
        for board_id, values, par, orders in found
    }


def solving_progress(board_set_id: int) -> tuple[int, int]:
    """Return the number of solved boards and of all boards. Until the session ends, directors learn nothing else."""
    boards = Board.objects.filter(board_set_id=board_set_id)
    return boards.filter(solution__isnull=False).count(), boards.count()
