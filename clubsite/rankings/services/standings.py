"""Who stands where now, for a night whose next round is drawn from it."""

from fractions import Fraction
from typing import Any

from clubsite.duplicate.models import Section
from clubsite.rankings.models import Ranking, RankingLine
from clubsite.rankings.payload import rows_read
from clubsite.rankings.services.comparison_groups import ranked_with
from clubsite.rankings.services.match_points import board_rescore
from clubsite.rankings.services.rankings import session_rank
from clubsite.rankings.services.stale import stale_boards
from clubsite.rankings.services.teams import teams_of

AVERAGE = Fraction(50)


def order_of(section: Section) -> list[int]:
    """The contestants' numbers, best first, every score counted; who has played nothing yet stands at average.

    In teams those of the best team come first, by victory points.
    """
    for board_id in stale_boards(section.session):
        board_rescore(board_id)
    session_rank(section.session_id)
    teams = teams_of(section)
    return _by_percentage(section) if teams is None else _by_team(section, teams)


def _by_team(section: Section, teams: dict[str, Any]) -> list[int]:
    """Both of the best team, both of the next; teams without a match come last."""
    placed = [contestant for row in teams["rows"] for contestant in row["entries"]]
    numbers = dict(section.contestants.order_by("number").values_list("pk", "number"))
    return [numbers[contestant] for contestant in dict.fromkeys([*placed, *numbers])]


def _by_percentage(section: Section) -> list[int]:
    lists = Ranking.objects.filter(
        section=ranked_with(section)[0], line=RankingLine.ALL, stratum="", handicap=False
    )
    shares = {row.contestant: row.percentage for ranking in lists for row in rows_read(ranking.rows)}

    def share(pk: int) -> Fraction:
        found = shares.get(pk)
        return AVERAGE if found is None else found

    contestants = section.contestants.order_by("number").values_list("pk", "number")
    return [
        number
        for _, number in sorted(contestants, key=lambda contestant: (-share(contestant[0]), contestant[1]))
    ]
