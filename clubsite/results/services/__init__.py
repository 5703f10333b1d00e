"""Writes of results: scores as they come in (`entries`), what they come to (`scores`), what is published
(`publications`), what the solver finds (`solving`, `analysing`), and the sweep that catches up with all of it.
"""

from clubsite.results.services.analysing import (
    finished_ask,
    play_analyse,
    play_ask,
    plays_analyse_some,
    session_ask,
)
from clubsite.results.services.entries import (
    ScoreRefused,
    score_carry,
    score_enter,
    score_from_play,
    score_settled,
)
from clubsite.results.services.leaderboards import leaderboard_set
from clubsite.results.services.programs import ScoreChanged, ScoresRefused, scores_put
from clubsite.results.services.publications import PublishRefused, publish, unpublish
from clubsite.results.services.rankings import session_rank
from clubsite.results.services.scores import board_rescore
from clubsite.results.services.slips import slip_carry, slip_confirm, slip_drop, slip_refuse, slip_type
from clubsite.results.services.solving import board_solve, boards_ask, boards_solve_some, pars_anew
from clubsite.results.services.sweep import results_sweep

__all__ = [
    "PublishRefused",
    "ScoreChanged",
    "ScoreRefused",
    "ScoresRefused",
    "board_rescore",
    "board_solve",
    "boards_ask",
    "boards_solve_some",
    "finished_ask",
    "leaderboard_set",
    "pars_anew",
    "play_analyse",
    "play_ask",
    "plays_analyse_some",
    "publish",
    "results_sweep",
    "score_carry",
    "score_enter",
    "score_from_play",
    "score_settled",
    "scores_put",
    "session_ask",
    "session_rank",
    "slip_carry",
    "slip_confirm",
    "slip_drop",
    "slip_refuse",
    "slip_type",
    "unpublish",
]
