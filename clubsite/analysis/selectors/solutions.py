"""The solver's results for a board, shown to everybody once the board is closed."""

from collections.abc import Collection

from clubsite.analysis.models import BoardSolution
from clubsite.nights.models import Board
from clubsite.rankings.selectors.published import Published
from solver.verdicts.solution import Solution


def solutions_of(published: Published, boards: Collection[int] | None = None) -> dict[int, Solution]:
    """Map board ids to solutions, for the given boards (or all boards) that are both closed and solved."""
    closed = published.board_ids
    wanted = closed if boards is None else closed.intersection(boards)
    rows = BoardSolution.objects.filter(board__in=wanted)
    facts = [(row.board_id, *row.found(), row.other_orders if row.orders_done else []) for row in rows]
    return {board_id: Solution.read(values, par, orders) for board_id, values, par, orders in facts}


def solving_progress(board_set_id: int) -> tuple[int, int]:
    """Return the number of solved boards and of all boards. Until the session ends, directors learn nothing else."""
    boards = Board.objects.filter(board_set_id=board_set_id)
    return boards.filter(solution__isnull=False).count(), boards.count()
