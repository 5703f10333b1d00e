"""What scores come to: match points, penalties, rankings, publications."""

from clubsite.rankings.models.match_points import BoardScore, BoardScoring, Frequency
from clubsite.rankings.models.penalties import Penalty, PenaltyUnit
from clubsite.rankings.models.publications import Publication
from clubsite.rankings.models.rankings import Ranking, RankingLine

__all__ = [
    "BoardScore",
    "BoardScoring",
    "Frequency",
    "Penalty",
    "PenaltyUnit",
    "Publication",
    "Ranking",
    "RankingLine",
]
