"""The jobs: match points of a board, places of a session, solutions, and the sweeps for what no message asked for.

They take ids, can be lost, and can run twice. Celery runs them on the club server, else the threads of `jobs`.
"""

from celery import shared_task

from clubsite.play.seats import presence_sweep
from clubsite.results import services
from clubsite.results.services import claims


@shared_task(name="results.score_board")
def score_board(board_id: int) -> None:
    """Match points of every table on one board."""
    services.board_rescore(board_id)


@shared_task(name="results.rank_session")
def rank_session(session_id: int) -> None:
    """Places of a session's sections."""
    services.session_rank(session_id)


@shared_task(name="results.sweep")
def sweep() -> None:
    """Score and rank whatever has changed since it was last scored, and notice who has gone."""
    services.results_sweep()
    claims.claims_ask(claims.club_claims_waiting())
    presence_sweep()


@shared_task(name="results.check_claim")
def check_claim(play_id: int) -> None:
    """Whether the claim that waits in a play is what best play takes; answered if so, refused if it is more."""
    claims.claim_check(play_id=play_id)


@shared_task(name="results.solve_board")
def solve_board(board_id: int) -> None:
    """What a board is worth, for when the night is over. Slow."""
    services.board_solve(board_id)


@shared_task(name="results.slow_sweep")
def slow_sweep() -> None:
    """A few of the boards that nobody has asked to be solved, or whose message was lost. Slow."""
    services.boards_solve_some()
    services.plays_analyse_some()


@shared_task(name="results.analyse_play")
def analyse_play(play_id: int) -> None:
    """What each call and card of a closed play cost. Slow."""
    services.play_analyse(play_id)
