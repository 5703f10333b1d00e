"""The director's pages before publication: the ranking so far, the lines of each board, and their history."""

from dataclasses import dataclass, field
from typing import Any

from django.http import Http404

from clubsite.accounts.models import User
from clubsite.nights.models import Board, Session
from clubsite.nights.selectors.boards import board_rows, boards_of
from clubsite.nights.selectors.sessions import board_groups_of, sections_of
from clubsite.rankings.selectors.travellers import LiveLine, lines_now, live_lines
from clubsite.results.selectors.printed import printed_board


@dataclass(slots=True)
class BoardLines:
    """A board and its rows, without the cards."""

    board: Board
    lines: list[LiveLine]
    top: int
    numbers: list[int] = field(default_factory=list)
    own: str = ""

    @property
    def covered(self) -> bool:
        """True if rows are covered because the reader still has to play the board (SOLO-31)."""
        return any(line.covered for line in self.lines)

    @property
    def being_scored(self) -> bool:
        """True if there is a new score whose match points have not been calculated yet."""
        return any(line.being_scored for line in self.lines)

    @property
    def mixed(self) -> bool:
        """True if some of the rows are pairs' rows."""
        return any(line.four_handed for line in self.lines)

    @property
    def before(self) -> int | None:
        at = self.numbers.index(self.board.number)
        return self.numbers[at - 1] if at else None

    @property
    def after(self) -> int | None:
        at = self.numbers.index(self.board.number)
        return self.numbers[at + 1] if at + 1 < len(self.numbers) else None


def board_numbers(session: Session) -> list[tuple[str, list[int]]]:
    """Return (section letter, board numbers) for each board set. The letter is "" for the session's own set."""
    return [
        (group[0].boards_letter, [board.number for board in boards_of(group[0])]) for group in board_groups_of(session)
    ]


def board_of(session: Session, number: int, own: str = "") -> Board:
    """Return a board of the session. `own` names a section with its own boards. Raise Http404 if there is no such
    board.
    """
    section = next((one for one in sections_of(session) if one.boards_letter == own), None)
    board = next((b for b in boards_of(section) if b.number == number), None) if section else None
    if board is None:
        raise Http404("No such board")
    return board


def board_lines(session: Session, number: int, user: User, own: str = "") -> BoardLines:
    """Return a board's traveller as this director is allowed to see it. `own` names a section with its own boards.

    Raise Http404 if there is no such board.
    """
    board_groups = dict(board_numbers(session))
    board = board_of(session, number, own)
    lines = lines_now(session, user, board_rows(board))
    top = max((line.points.top for line in lines if line.points), default=0)
    return BoardLines(board, lines, top, board_groups[own], own)


def boards_so_far(session: Session, user: User) -> list[dict[str, Any]]:
    """Return the boards of a session before publication, without those that have a line hidden from this director."""
    found: dict[tuple[str, int], list[LiveLine]] = {}
    for line in live_lines(session, user):
        found.setdefault((line.row.table.section.boards_letter, line.board), []).append(line)
    return [
        printed_board(f"{own}{number}", of_board[0].row.board, of_board)
        for (own, number), of_board in sorted(found.items())
        if not any(line.covered for line in of_board)
    ]
