"""The jobs: match points of a board, places of a session, and the sweep for what no message asked for.

They take ids, can be lost, and can run twice. Celery runs them on the club server, else the threads of `core.jobs`.
"""

from celery import shared_task

from clubsite.rankings.services.match_points import board_rescore
from clubsite.rankings.services.rankings import session_rank
from clubsite.rankings.services.sweep import results_sweep


@shared_task(name="rankings.score_board")
def score_board(board_id: int) -> None:
    """Match points of every table on one board."""
    board_rescore(board_id)


@shared_task(name="rankings.rank_session")
def rank_session(session_id: int) -> None:
    """Places of a session's sections."""
    session_rank(session_id)


@shared_task(name="rankings.sweep")
def sweep() -> None:
    """Score and rank whatever has changed since it was last scored, and draw the rounds that wait for it."""
    results_sweep()
