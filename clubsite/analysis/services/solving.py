"""Solving boards exactly, also with the dummies' cards in other orders, and storing the results."""

import logging
import time
from collections.abc import Callable, Iterable, Mapping
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from clubsite.analysis.models import BoardSolution
from clubsite.core import jobs
from clubsite.core.sealed_fields import KeyMissing
from clubsite.nights.models import Board, SectionKind, Session, SessionStatus
from clubsite.nights.selectors.sealed_boards import unshown_setup
from games.cards import Card, parse_cards
from games.deals import Deal
from games.seats import SEATS
from games.shuffle import sequences_from_seed
from solver import engine
from solver.tables import ten_values
from solver.thread_engines import solves_whole_deals
from solver.verdicts.solution import par_of

SOLVE_JOB = "analysis.solve_board"
RECENT_SESSIONS = timedelta(days=14)
A_FEW = 8
SECONDS_A_SWEEP = 5.0  # seconds of a sweep, after which others have a turn
# Boards that are played two-handed, with cards that the site knows.
SOLVABLE = Board.objects.filter(known=True, board_set__sections__kind=SectionKind.TWO_HANDED).distinct()
log = logging.getLogger(__name__)


def board_solve(board_id: int) -> bool:
    """Solve a board once. Return True if this call stored the solution. Do nothing if solving would take minutes.

    The search runs outside any transaction. It is not an error if the board has been replaced in the meantime. The
    solution of a board that is not open is sealed, like its cards. Raise KeyMissing if no key opens the cards.
    """
    if not solves_whole_deals():
        return False
    board = Board.objects.select_related("board_set__session").filter(pk=board_id).first()
    if board is None or not board.known or BoardSolution.objects.filter(board_id=board_id).exists():
        return False
    setup = unshown_setup(board)
    values = ten_values(_hands(setup), engine())
    with transaction.atomic():
        same = Board.objects.select_for_update(no_key=True).filter(pk=board_id, typings=board.typings).first()
        if same is None:
            return False  # it is gone, or its cards were typed again during the search
        # With the lock held: the options may have changed during the search (`pars_anew`).
        options = Session.objects.values_list("options", flat=True).get(pk=board.board_set.session_id)
        if BoardSolution.objects.filter(board_id=board_id).exists():
            return False
        solution = BoardSolution(board=board)
        solution.put(values, par_of(values, setup, options), sealed=bool(same.sealed))
        solution.save()
    return True


def solutions_open(boards: Iterable[Board]) -> None:
    """Store the solutions of boards that are being opened unencrypted. Delete a solution that no key opens."""
    rows = BoardSolution.objects.filter(board__in=list(boards)).exclude(sealed="")
    for solution in rows.select_related("board__board_set__session"):
        try:
            solution.put(*solution.found(), sealed=False)
        except KeyMissing:
            solution.delete()  # the sweep solves the board again
            continue
        solution.save(update_fields=["values", "par", "sealed"])


def board_solve_anew(board: Board) -> None:
    """Delete the solution of a board whose cards changed, and request a new one. The caller has locked the board."""
    BoardSolution.objects.filter(board=board).delete()
    if board.known and solves_whole_deals():
        jobs.enqueue(SOLVE_JOB, board.pk, slow=True)


def pars_anew(session: Session) -> None:
    """Recompute the pars of a session's boards after a change of its options, which affect an auction's value."""
    with transaction.atomic():
        boards = Board.objects.select_for_update(no_key=True).filter(board_set__session=session)
        boards = boards.prefetch_related("board_set__session")
        for board in boards.order_by("pk"):
            for solution in BoardSolution.objects.filter(board=board):
                solution.board = board
                values, _ = solution.found()
                solution.put(values, par_of(values, unshown_setup(board), session.options), sealed=bool(board.sealed))
                solution.other_orders, solution.orders_done = [], False
                solution.save(update_fields=["values", "par", "sealed", "other_orders", "orders_done"])


def _hands(setup: Mapping[str, Any]) -> list[tuple[Card, ...]]:
    return [parse_cards(setup["hands"][seat]) for seat in SEATS]


def boards_unsolved() -> QuerySet[Board]:
    """Return unsolved boards of sessions that are not over or that ended recently, running sessions first."""
    lately = Q(board_set__session__ended_at__gte=timezone.now() - RECENT_SESSIONS)
    going_on = ~Q(board_set__session__status=SessionStatus.ENDED)
    boards = SOLVABLE.filter(going_on | lately, solution__isnull=True)
    return boards.order_by("-board_set__session__started_at", "board_set", "number")


def boards_solve_some() -> int:
    """Solve a few boards for which nobody has requested a solution. Return how many were solved."""
    if not solves_whole_deals():
        return 0
    return done_some(board_solve, boards_unsolved().values_list("pk", flat=True)[:A_FEW])


def done_some(do: Callable[[int], bool], keys: Iterable[int]) -> int:
    """Call `do` for each key until `SECONDS_A_SWEEP` seconds have passed. Return how many calls returned True."""
    ends, done = time.monotonic() + SECONDS_A_SWEEP, 0
    for key in keys:
        try:
            done += do(key)
        except Exception:
            log.exception("%s(%s) failed: the next sweep tries again", do.__name__, key)
        if time.monotonic() > ends:
            break
    return done


def boards_ask(board_set_id: int) -> None:
    """Request solutions for every board in a set, once the current transaction has committed."""
    if not solves_whole_deals():
        return
    boards = SOLVABLE.filter(board_set_id=board_set_id).order_by("number")
    for board_id in boards.values_list("pk", flat=True):
        jobs.enqueue(SOLVE_JOB, board_id, slow=True)


ORDERS_A_BOARD = 200
ORDER_SECONDS_A_SWEEP = 1.0  # a fifth of the time between sweeps, so that tables in play are not slowed down
RECENT_BOARDS = timedelta(days=14)


def solutions_without_orders() -> QuerySet[BoardSolution]:
    """Return solutions that lack some orders, for open boards of recently ended sessions, oldest first."""
    since = timezone.now() - RECENT_BOARDS
    rows = BoardSolution.objects.filter(
        sealed="",
        orders_done=False,
        board__sealed="",
        board__known=True,
        board__board_set__session__status=SessionStatus.ENDED,
        board__board_set__session__ended_at__gte=since,
    )
    return rows.select_related("board__board_set__session").order_by("pk")


def orders_solve_some() -> int:
    """Solve some other orders of one board. Return how many orders were solved."""
    row = solutions_without_orders().first() if solves_whole_deals() else None
    if row is None:
        return 0
    ends, orders = time.monotonic() + ORDER_SECONDS_A_SWEEP, list(row.other_orders)
    setup, options, using = row.board.setup(), row.board.board_set.session.options, engine()
    deal = Deal.from_setup(setup)
    while len(orders) < ORDERS_A_BOARD and time.monotonic() < ends:
        other = sequences_from_seed(f"other order {len(orders)}", row.board.number, deal)
        orders.append(par_of(ten_values(other.all_hands, using), setup, options)["points"])
    same = BoardSolution.objects.filter(pk=row.pk, values=row.values, par=row.par, other_orders=row.other_orders)
    same.update(other_orders=orders, orders_done=len(orders) == ORDERS_A_BOARD)
    return len(orders) - len(row.other_orders)
