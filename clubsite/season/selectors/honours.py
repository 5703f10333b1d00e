"""The winners and runners-up of a published session, either the teams or the contestants in each list."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import groupby

from clubsite.core.templatetags.bridge import fixed, imps, pct
from clubsite.nights.selectors.movements import team_with_players
from clubsite.rankings.models.published import PlayerRole, PublishedDirection, PublishedResult
from clubsite.rankings.shapes import RankingList
from clubsite.readers.names_shown import names_shown
from clubsite.readers.visitor import ClubVisitor
from games.wording import seat_name

LEADS = {"NS": seat_name("S"), "EW": seat_name("N"), "ALL": "Winner", PublishedDirection.TEAMS: "Team"}


@dataclass(slots=True)
class Honour:
    """A place, with the figure achieved as a string: "55.56 %", "+12 IMPs" or "15.40 VPs"."""

    place: str
    name: str
    figure: str
    people: frozenset[int] = frozenset()
    """The ids of the people who played as these contestants."""


@dataclass(slots=True)
class HonourList:
    """A list of honours. `lead`, shown before the first name, says which list was won, such as South's."""

    title: str
    lead: str
    rows: list[Honour]


def honours(sessions: Collection[int], visitor: ClubVisitor, *, winners: bool = False) -> dict[int, list[HonourList]]:
    """Return {session id: lists} for published sessions, best first. With `winners`, each list has only its first row.

    All sessions must belong to the visitor's club, and names are shown as the visitor may see them. Members of a
    winning team are not also ranked as individuals.
    """
    rows = PublishedResult.objects.filter(published__in=sessions, honours=True).exclude(role=PlayerRole.ROBOT)
    rows = rows.filter(position=1) if winners else rows
    found = list(rows.order_by("published", "list", "position", "pk"))
    names = names_shown([row.contestant_id for row in found], visitor)
    lists: dict[int, list[HonourList]] = {pk: [] for pk in sessions}
    for (pk, _), group in groupby(found, key=lambda row: (row.published_id, row.list)):
        lists[pk].append(_list(list(group), names))
    return lists


def _list(rows: list[PublishedResult], names: dict[int, str]) -> HonourList:
    return HonourList(_title(rows[0]), LEADS[rows[0].direction], list(_honours(rows, names)))


def _title(row: PublishedResult) -> str:
    sections = tuple(row.sections.split(",")) if row.sections else ()
    return RankingList(
        direction=row.direction,
        sections=sections,
        four_handed=row.four_handed,
        stratum=row.stratum,
        handicap=row.handicap,
        imps=row.imps,
        rows=(),
    ).title


def _honours(rows: list[PublishedResult], names: dict[int, str]) -> Iterator[Honour]:
    """Yield an honour for each place. A team is shown with its name and the names of both contestants."""
    for _, group in groupby(rows, key=lambda row: row.position):
        one, *others = group
        contestants = dict.fromkeys(row.contestant_id for row in (one, *others))
        people = frozenset(row.person_id for row in (one, *others) if row.person_id)
        players = " and ".join(names[pk] for pk in contestants)
        yield Honour(one.place_text, team_with_players(one.team_name, players), figure_of(one), people)


def figure_of(row: PublishedResult) -> str:
    """Return the figure by which a row is ranked, as a string with its unit, or a dash if no board counts."""
    if row.vps is not None:
        return f"{fixed(row.vps, 2)} VPs"
    if row.imps:
        return f"{imps(row.won)} IMPs"
    percentage = pct(row.listed_percentage)
    return percentage if row.percentage is None else f"{percentage}\N{NO-BREAK SPACE}%"
