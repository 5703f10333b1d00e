"""What was scored, what it came to, and what was published."""

from clubsite.results.models.entries import ScoreEntry, ScoreSource, ScoreStatus
from clubsite.results.models.publications import Publication
from clubsite.results.models.scores import BoardScore, BoardScoring, Ranking, RankingLine

__all__ = [
    "BoardScore",
    "BoardScoring",
    "Publication",
    "Ranking",
    "RankingLine",
    "ScoreEntry",
    "ScoreSource",
    "ScoreStatus",
]
