"""Everything derived from scores: match points, penalties, rankings and publications."""

from clubsite.rankings.models.match_points import BoardScore, SessionScoring
from clubsite.rankings.models.penalties import Penalty, PenaltyUnit
from clubsite.rankings.models.publications import Publication
from clubsite.rankings.models.published import PublishedLine, PublishedResult, PublishedSession
from clubsite.rankings.models.rankings import Ranking, RankingLine
