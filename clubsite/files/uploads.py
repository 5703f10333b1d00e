"""A summary of a file of boards, shown before the file is used: numbers and counts, but no cards."""

from dataclasses import dataclass

from clubsite.nights.models import Board, BoardSet, Session
from games.boards import dealer_of, vulnerability_of
from games.notation.deal_files import CARDS_ONLY
from games.wording import numbers_told


@dataclass(frozen=True, slots=True)
class Pending:
    """A file that has been read but not used yet. `ordered` means that its format can hold the dummies' order."""

    file_name: str
    format: str
    count: int
    numbers: str
    unusual: int
    ordered: bool
    board_set: BoardSet


def pending_of(session: Session) -> Pending | None:
    """Return the file that is waiting for the director's decision, or None."""
    found = session.board_sets.filter(pending=True).first()
    if found is None:
        return None
    boards = list(found.boards.order_by("number"))
    unusual = sum(
        (board.dealer, board.vulnerability) != (dealer_of(board.number), vulnerability_of(board.number))
        for board in boards
    )
    name = found.source.upper()
    return Pending(found.file_name, name, len(boards), numbers_text(boards), unusual, name not in CARDS_ONLY, found)


def numbers_text(boards: list[Board]) -> str:
    """Return `1 to 27`, or `1 to 9, 13 and 17 to 20` if some numbers are missing."""
    return numbers_told([board.number for board in boards])
