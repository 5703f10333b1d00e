"""What was scored, what it came to, and what was published."""

from clubsite.results.models.entries import ScoreEntry, ScoreSource, ScoreStatus
from clubsite.results.models.leaderboards import Leaderboard
from clubsite.results.models.penalties import Penalty, PenaltyUnit
from clubsite.results.models.publications import Publication
from clubsite.results.models.rankings import Ranking, RankingLine
from clubsite.results.models.scores import BoardScore, BoardScoring, Frequency
from clubsite.results.models.season import Ladder, PointScheme, Series, SeriesNight, SeriesSubstitute
from clubsite.results.models.slips import Slip
from clubsite.results.models.solutions import BoardSolution, PlayAnalysis

__all__ = [
    "BoardScore",
    "BoardScoring",
    "BoardSolution",
    "Frequency",
    "Ladder",
    "Leaderboard",
    "Penalty",
    "PenaltyUnit",
    "PlayAnalysis",
    "PointScheme",
    "Publication",
    "Ranking",
    "RankingLine",
    "ScoreEntry",
    "ScoreSource",
    "ScoreStatus",
    "Series",
    "SeriesNight",
    "SeriesSubstitute",
    "Slip",
]
