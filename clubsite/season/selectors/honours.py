"""Who won a published night, and who came next: teams where it was one of teams, else contestants list by list."""

from dataclasses import dataclass

from clubsite.core.templatetags.bridge import imps, pct, vps
from clubsite.rankings.selectors.published import Published
from clubsite.rankings.selectors.rankings import rankings_published
from clubsite.rankings.selectors.teams import TeamTable, team_tables
from clubsite.rankings.shapes import RankingList
from games.wording import seat_name

LEADS = {"NS": seat_name("S"), "EW": seat_name("N"), "ALL": "Winner"}


@dataclass(slots=True)
class Honour:
    """A place with its figure as it is read."""

    place: str
    name: str
    figure: str


@dataclass(slots=True)
class HonourList:
    """`lead` says before the first name what was won: South's list, the night."""

    title: str
    lead: str
    rows: list[Honour]


def honours(published: Published) -> list[HonourList]:
    """The lists of a night, best first. Whose team wins is not ranked by themselves too."""
    teams = [table for table in team_tables(published) if table.matches]
    found = [_of_teams(table, several=len(published.sections) > 1) for table in teams]
    if len(teams) < len(published.sections):
        found += [_of_contestants(ranking) for ranking in rankings_published(published) if ranking.whole]
    return found


def _of_teams(table: TeamTable, *, several: bool) -> HonourList:
    title = f"Section {table.section}, teams" if several else "Teams"
    rows = [Honour(row.place, row.name, f"{vps(row.vps)} VPs") for row in table.rows]
    return HonourList(title, "Team", rows)


def _of_contestants(ranking: RankingList) -> HonourList:
    rows = [
        Honour(row.place_text, row.name, f"{imps(row.won)} IMPs" if ranking.imps else pct(row.percentage))
        for row in ranking.ranked
    ]
    return HonourList(ranking.title, LEADS[ranking.direction], rows)
