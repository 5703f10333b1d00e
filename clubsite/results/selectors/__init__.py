"""Reads of results. Members' pages and the API read the newest Publication and nothing else."""

from clubsite.results.selectors.boards import BoardPage, board_page, boards_page
from clubsite.results.selectors.entries import (
    history_of,
    late_boards,
    latest_of,
    owes_late_board,
    points_of,
    publication_of,
)
from clubsite.results.selectors.files import (
    FilesPage,
    download,
    files_page,
    members_report,
    result_file,
)
from clubsite.results.selectors.home import club_page, home_page, results_page
from clubsite.results.selectors.leaderboards import leaderboard_for, leaderboard_page, leaderboard_shown
from clubsite.results.selectors.listing import nights_of, publications, traveller_lines
from clubsite.results.selectors.nights import (
    night_for,
    night_score,
    night_scores,
    rank_lists_so_far,
)
from clubsite.results.selectors.published import Published, published_or_404, published_sessions
from clubsite.results.selectors.ranking import card_page, ranking_page
from clubsite.results.selectors.replays import ReplayPage, replay_page
from clubsite.results.selectors.solutions import solutions_of, solving_progress

__all__ = [
    "BoardPage",
    "FilesPage",
    "Published",
    "ReplayPage",
    "board_page",
    "boards_page",
    "card_page",
    "club_page",
    "download",
    "files_page",
    "history_of",
    "home_page",
    "late_boards",
    "latest_of",
    "leaderboard_for",
    "leaderboard_page",
    "leaderboard_shown",
    "members_report",
    "night_for",
    "night_score",
    "night_scores",
    "nights_of",
    "owes_late_board",
    "points_of",
    "publication_of",
    "publications",
    "published_or_404",
    "published_sessions",
    "rank_lists_so_far",
    "ranking_page",
    "replay_page",
    "result_file",
    "results_page",
    "solutions_of",
    "solving_progress",
    "traveller_lines",
]
