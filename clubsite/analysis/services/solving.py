"""Boards solved exactly and kept, and what the solver needs to know of scores: here alone it meets `scoring`."""

import logging
import time
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from clubsite.analysis.models import BoardSolution
from clubsite.analysis.solver_available import solves_whole_deals
from clubsite.core import jobs
from clubsite.duplicate.models import Board, SectionKind, Session, SessionStatus
from games.cards import Card, parse_cards
from games.seats import SEATS
from scoring.contracts import PASSED_OUT, score
from solver import engine
from solver.auction import Score, SolvedAuction, opening
from solver.tables import Table, ten_values

SOLVE = "analysis.solve_board"
SIDES = {"S": "NS", "N": "EW"}
RECENT = timedelta(days=14)
A_FEW = 8
SPELL = 5.0
# Boards that somebody plays two-handed, with cards that the site knows.
SOLVABLE = Board.objects.exclude(north="").filter(board_set__sections__kind=SectionKind.TWO_HANDED).distinct()
log = logging.getLogger(__name__)


def scorer(vul: str) -> Score:
    """Points to South of (contract, declarer S or N, tricks) when `vul` (None, NS, EW, All) are vulnerable."""
    return lambda contract, declarer, tricks: score(contract, SIDES[declarer], vul, tricks)


def board_solve(board_id: int) -> bool:
    """Solve a board once and for all. True when this call has stored it; never where that would take minutes.

    The search is done outside any transaction. A board that is gone by then is no error: others were made for it.
    """
    if not solves_whole_deals():
        return False
    board = Board.objects.select_related("board_set__session").filter(pk=board_id).first()
    if board is None or not board.known or BoardSolution.objects.filter(board_id=board_id).exists():
        return False
    setup = board.setup()
    values = ten_values(_hands(setup), engine())
    with transaction.atomic():
        same = Board.objects.filter(
            pk=board_id, fingerprint=board.fingerprint, east=board.east, west=board.west
        )
        if not same.select_for_update(no_key=True).exists():
            return False  # gone, or its cards were typed again during the search
        # Behind the lock: the options may have been chosen anew during the search (`pars_anew`).
        options = Session.objects.values_list("options", flat=True).get(pk=board.board_set.session_id)
        facts = {"values": values, "par": _par(values, setup, options)}
        _, new = BoardSolution.objects.get_or_create(board_id=board_id, defaults=facts)
    return new


def board_solve_anew(board: Board) -> None:
    """The cards of this board are others now: forget what they came to, and ask once more. The caller has it locked."""
    BoardSolution.objects.filter(board=board).delete()
    if board.known and solves_whole_deals():
        jobs.enqueue(SOLVE, board.pk, slow=True)


def pars_anew(session: Session) -> None:
    """The options of a session's game are others now: what its boards' auctions are worth follows from them."""
    with transaction.atomic():
        boards = Board.objects.select_for_update(no_key=True).filter(board_set__session=session)
        for board in boards.order_by("pk"):
            for solution in BoardSolution.objects.filter(board=board):
                solution.par = _par(solution.values, board.setup(), session.options)
                solution.save(update_fields=["par"])


def _hands(setup: Mapping[str, Any]) -> list[tuple[Card, ...]]:
    return [parse_cards(setup["hands"][seat]) for seat in SEATS]


def _par(values: Table, setup: Mapping[str, Any], options: Mapping[str, Any]) -> dict[str, Any]:
    auction = SolvedAuction(values, scorer(setup["vul"]), options.get("auction_end", "two_passes"))
    start = opening(setup["dealer"])
    return {
        "points": auction.worth(start).points,
        "contracts": [[contract or PASSED_OUT, declarer] for contract, declarer in auction.contracts(start)],
        "line": list(auction.line(start)),
    }


def boards_unsolved() -> QuerySet[Board]:
    """Boards without a solution, of sessions that go on or ended lately; those of running ones first."""
    lately = Q(board_set__session__ended_at__gte=timezone.now() - RECENT)
    going_on = ~Q(board_set__session__status=SessionStatus.ENDED)
    boards = SOLVABLE.filter(going_on | lately, solution__isnull=True)
    return boards.order_by("-board_set__session__started_at", "board_set", "number")


def boards_solve_some() -> int:
    """The sweep's part: solve for at most `SPELL` seconds, then let others have a turn. Returns how many."""
    if not solves_whole_deals():
        return 0
    ends, done = time.monotonic() + SPELL, 0
    for board_id in boards_unsolved().values_list("pk", flat=True)[:A_FEW]:
        try:
            done += board_solve(board_id)
        except Exception:
            log.exception("Board %s is not solved: the next sweep tries again", board_id)
        if time.monotonic() > ends:
            break
    return done


def boards_ask(board_set_id: int) -> None:
    """Ask for every board of a set to be solved once the current transaction has committed."""
    if not solves_whole_deals():
        return
    boards = SOLVABLE.filter(board_set_id=board_set_id).order_by("number")
    for board_id in boards.values_list("pk", flat=True):
        jobs.enqueue(SOLVE, board_id, slow=True)
