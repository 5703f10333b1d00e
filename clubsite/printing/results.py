"""The ranking so far and every board's rows, on a sheet that is marked as unpublished."""

from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.director.scores.travellers import board_lines, board_numbers
from clubsite.nights.models import Session, SessionStatus
from clubsite.pdf.result_boards import PrintedBoard
from clubsite.pdf.result_sheets import PlaceTable, SheetHead
from clubsite.rankings.selectors.rankings import rankings_so_far
from clubsite.rankings.services.teams import teams_so_far
from clubsite.results.selectors.printed import printed_board, printed_lists
from scoring.settings import ScoringSettings


def results_so_far(
    session: Session, user: User, *, boards: bool
) -> tuple[SheetHead, list[PlaceTable], list[PrintedBoard]]:
    """Return the current arguments for `pdf.results_sheet`, without boards that this director still has to play."""
    settings = ScoringSettings.from_json(session.scoring)
    halves = settings.points == "one_half"
    state = "The results" if session.status == SessionStatus.ENDED else "The ranking so far"
    head = SheetHead(
        session.club.name,
        session.name,
        f"{session.date:%A} {session.date.day} {session.date:%B %Y}. {state}: not published yet",
        f"Not published yet. As it stood at {timezone.localtime():%H:%M}",
    )
    lists = printed_lists(rankings_so_far(session), teams_so_far(session), halves=halves)
    if not boards:
        return head, lists, []
    found = []
    for own, numbers in board_numbers(session):
        for number in numbers:
            each = board_lines(session, number, user, own)
            if each.lines and not each.covered:
                facts = (each.board.dealer, each.board.vulnerability)
                found.append(printed_board(f"{own}{number}", *facts, each.lines, imps=settings.imps, halves=halves))
    return head, lists, found
