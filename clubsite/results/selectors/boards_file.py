"""A night's boards as a PBN file."""

from clubsite.duplicate.models import Board
from clubsite.results.selectors.published import Published
from clubsite.results.selectors.solutions import Solution, solutions_of
from games.deals import Deal
from games.notation.pbn_write import write_pbn
from games.notation.records import DealRecord, Optimum
from games.seats import Seat


def boards_file(published: Published) -> str:
    """Every board with results, by number; with tricks and par where they may be seen."""
    found = solutions_of(published)
    cards = (published.cards[board["id"]] for board in published.boards if not board["own"])
    boards = {board.number: board for board in cards if board.known}
    rows = [_row(board, found.get(board.pk)) for board in boards.values()]
    return write_pbn(rows, published.session.name, f"{published.session.date:%Y.%m.%d}")


def _row(board: Board, solution: Solution | None) -> DealRecord:
    return DealRecord(
        number=board.number,
        dealer=Seat(board.dealer),
        vul=board.vulnerability,
        deal=Deal.from_setup(board.setup()),
        sequences=True,
        optimum=_optimum(solution) if solution else None,
    )


def _optimum(solution: Solution) -> Optimum:
    pairs = (text.partition(" by ") for text in solution.contracts)
    reached = tuple((contract, declarer) for contract, _, declarer in pairs if declarer)
    return Optimum(solution.values, solution.points, reached)
