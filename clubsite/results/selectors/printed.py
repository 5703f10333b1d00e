"""Every board of a session with its lines, as a ranking page shows them below the ranking to be printed."""

from collections.abc import Sequence
from typing import Any

from clubsite.nights.models import Board
from clubsite.rankings.selectors.published import Published
from clubsite.rankings.shapes import TravellerLine


def boards_published(published: Published) -> list[dict[str, Any]]:
    """Return the boards that this visitor may see, for `results/_every_board.html`."""
    return [
        printed_board(board.key, published.cards[board.id], [published.named(line) for line in board.lines])
        for board in published.boards
    ]


def printed_board(key: str, board: Board, lines: Sequence[TravellerLine]) -> dict[str, Any]:
    """Return a board with the best score for South first and lines without a score last."""
    pairs = bool(lines) and all(line.four_handed for line in lines)
    return {"key": key, "board": board, "pairs": pairs, "lines": sorted(lines, key=_best_first)}


def _best_first(line: TravellerLine) -> tuple[bool, int, str]:
    score = line.result.ns_score if line.result else None
    return (score is None, -(score or 0), str(line.table).rjust(5))
