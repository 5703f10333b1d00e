"""The table of teams of two and their matches, for pages and for other programs."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from clubsite.nights.selectors.movements import team_with_players
from clubsite.rankings.payload import Json
from clubsite.rankings.selectors.published import Published
from clubsite.rankings.shapes import PublishedSection

SAME_IN_ROW = ("team", "place", "played", "won", "drawn", "lost")
"""Columns of a stored TeamRow."""


@dataclass(slots=True)
class TeamRow:
    """A team in the table. `name` lists its players; `team_name` is the name that a director gave it, or empty."""

    team: int
    name: str
    team_name: str
    place: str
    vps: Fraction
    played: int
    won: int
    drawn: int
    lost: int
    net: Fraction
    byes: int = 0

    @property
    def record(self) -> str:
        """The numbers of matches won, drawn and lost, such as "3–0–1"."""
        return f"{self.won}–{self.drawn}–{self.lost}"

    @property
    def called(self) -> str:
        """The names of the team and of its players, such as "Kiwis: Bo and Ann"."""
        return team_with_players(self.team_name, self.name)


@dataclass(slots=True)
class TeamMatch:
    """A match. `first_name` lists the first team's players; `first_team_name` is the name given to the team, or empty.

    The second team has the corresponding fields.
    """

    first: int
    second: int
    first_name: str
    second_name: str
    first_team_name: str
    second_team_name: str
    boards: int
    net: Fraction
    first_vps: Fraction
    second_vps: Fraction
    round: int | None
    """None if the two tables of a match are in two rounds."""
    section: str

    @property
    def first_called(self) -> str:
        """The first team's name, such as "Kiwis", or else its players' names."""
        return self.first_team_name or self.first_name

    @property
    def second_called(self) -> str:
        return self.second_team_name or self.second_name


@dataclass(slots=True)
class TeamTable:
    section: str
    rows: list[TeamRow]
    matches: list[TeamMatch]


def played_by_teams(section: PublishedSection) -> bool:
    """True if the session was played by teams and has matches. The teams' table then shows who won."""
    return bool(section.teams and section.teams["rows"] and section.teams["matches"])


def team_tables(published: Published) -> list[TeamTable]:
    """Return the table for every section that was played by teams and has a match."""
    played = [s for s in published.sections if s.teams and s.teams["rows"]]
    return [team_table_of(section.teams or {}, published.names, section.name) for section in played]


def team_table_of(teams: Json, names: dict[int, str], section: str) -> TeamTable:
    """Return a stored table with names added."""
    players = {row["team"]: " and ".join(names.get(pk, "?") for pk in row["entries"]) for row in teams["rows"]}
    called = {row["team"]: team_name_of(row) for row in teams["rows"]}
    return TeamTable(
        section,
        [_row(row, players[row["team"]]) for row in teams["rows"]],
        [_match(match, players, called, section) for match in teams["matches"]],
    )


def team_name_of(row: Json) -> str:
    """Return a team's name in a stored table, or "" if the team has none, as in older tables."""
    return str(row.get("name", ""))


def matches_of(
    tables: list[TeamTable], *, section: str | None = None, team: int | None = None, round: int | None = None
) -> list[TeamMatch]:
    """Return the matches in some tables, limited to one section, team or round if given."""
    return [
        match
        for table in tables
        for match in table.matches
        if section in (None, match.section)
        and (team is None or team in (match.first, match.second))
        and round in (None, match.round)
    ]


def _row(row: dict[str, Any], name: str) -> TeamRow:
    figures = {"vps": Fraction(row["vps"]), "net": Fraction(row["net"]), "byes": row.get("byes", 0)}
    return TeamRow(name=name, team_name=team_name_of(row), **{key: row[key] for key in SAME_IN_ROW}, **figures)


def _match(match: dict[str, Any], players: dict[int, str], called: dict[int, str], section: str) -> TeamMatch:
    facts: dict[str, Any] = {name: match[name] for name in ("first", "second", "boards")}
    for side, vps in zip(("first", "second"), match["vps"], strict=True):
        team = match[side]
        facts |= {f"{side}_name": players[team], f"{side}_team_name": called[team], f"{side}_vps": Fraction(vps)}
    return TeamMatch(**facts, net=Fraction(match["net"]), round=match.get("round"), section=section)
