"""Everything derived from scores: match points, penalties, rankings and publications."""

from clubsite.rankings.models.published import Publication, PublishedLine, PublishedResult, PublishedSession
from clubsite.rankings.models.rankings import BoardScore, Penalty, PenaltyUnit, Ranking, RankingLine, SessionScoring
