"""Who may print the dummies' slips: a director who plays owes those boards, so another one prints (SOLO-31)."""

from clubsite.accounts.models import User
from clubsite.duplicate.errors import Refused
from clubsite.duplicate.models import Board, Kind, Session
from clubsite.duplicate.selectors.boards import owes_board
from clubsite.duplicate.services.table_control import slips_print
from clubsite.scores.selectors.entries import owes_late_board

PLAYS = (
    "You play in this session yourself, and the slips show the dummies of boards that you have still to play. "
    "Another director of the club can print them."
)


def boards_made(session: Session) -> list[Board]:
    """Every board of the session whose cards the site knows and two-handed tables need."""
    rows = Board.objects.filter(
        board_set__sections__session=session, board_set__sections__kind=Kind.TWO_HANDED
    )
    return list(rows.exclude(north="").distinct().order_by("board_set", "number"))


def why_not(user: User, session: Session) -> str:
    """Why this director may not print the slips; empty when they may."""
    boards = boards_made(session)
    if not boards:
        return "There are no boards yet."
    owes = owes_late_board(user, session) or any(owes_board(user, board) for board in boards)
    return PLAYS if owes else ""


def slips_taken(user: User, session: Session) -> list[Board]:
    """The boards whose slips are printed now, noted in the audit log. Raises Refused."""
    no = why_not(user, session)
    if no:
        raise Refused(no)
    boards = boards_made(session)
    slips_print(session=session, boards=boards, user=user)
    return boards
