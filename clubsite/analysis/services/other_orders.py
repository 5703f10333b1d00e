"""Par with the same cards in other orders of the dummies, for open boards of ended sessions.

One board takes some seconds to minutes of a processor, so a sweep does a few orders at a time, when no board and no
play waits for the solver.
"""

import time
from datetime import timedelta

from django.db.models import QuerySet
from django.utils import timezone

from clubsite.analysis.models import BoardSolution
from clubsite.nights.models import SessionStatus
from games.deals import Deal
from games.shuffle import sequences_from_seed
from solver import engine
from solver.tables import ten_values
from solver.thread_engines import solves_whole_deals
from solver.verdicts.solution import par_of

ORDERS_A_BOARD = 200
ORDER_SECONDS_A_SWEEP = 1.0  # a fifth of the time between sweeps, so that tables in play are not slowed down
RECENT_BOARDS = timedelta(days=14)


def solutions_without_orders() -> QuerySet[BoardSolution]:
    """Return the solutions of open boards of lately ended sessions for which orders are missing, oldest first."""
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
    ends, found = time.monotonic() + ORDER_SECONDS_A_SWEEP, list(row.other_orders)
    setup, options, using = row.board.setup(), row.board.board_set.session.options, engine()
    deal = Deal.from_setup(setup)
    while len(found) < ORDERS_A_BOARD and time.monotonic() < ends:
        other = sequences_from_seed(f"other order {len(found)}", row.board.number, deal)
        found.append(par_of(ten_values(other.all_hands, using), setup, options)["points"])
    same = BoardSolution.objects.filter(pk=row.pk, values=row.values, par=row.par, other_orders=row.other_orders)
    same.update(other_orders=found, orders_done=len(found) == ORDERS_A_BOARD)
    return len(found) - len(row.other_orders)
