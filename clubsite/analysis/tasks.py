"""The solver's jobs. They take ids, can be lost, and can run twice; see `core.jobs` for what runs them."""

from celery import shared_task

from clubsite.analysis.services import plays
from clubsite.analysis.services.plays import play_analyse, plays_analyse_some
from clubsite.analysis.services.robots import robots_play_some
from clubsite.analysis.services.solving import board_solve, boards_solve_some, orders_solve_some


@shared_task(name="analysis.check_claim")
def check_claim(play_id: int) -> None:
    """Check the claim waiting in a play: accept the number of tricks that best play takes, and refuse a higher one."""
    plays.claim_check(play_id=play_id)


@shared_task(name="analysis.sweep")
def sweep() -> None:
    """Check claims at club tables if their job was lost."""
    plays.claims_ask(plays.club_claims_waiting())


@shared_task(name="analysis.solve_board")
def solve_board(board_id: int) -> None:
    """Solve a board, so that its solution is ready after the session. Slow."""
    board_solve(board_id)


@shared_task(name="analysis.slow_sweep")
def slow_sweep() -> None:
    """Solve boards that nobody requested or whose job was lost. Otherwise let robots play, or solve other orders."""
    if not boards_solve_some() + plays_analyse_some() and not robots_play_some():
        orders_solve_some()


@shared_task(name="analysis.analyse_play")
def analyse_play(play_id: int) -> None:
    """Compute what each call and card of a closed play cost. Slow."""
    play_analyse(play_id)
