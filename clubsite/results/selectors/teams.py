"""The table of teams of two and their matches, as pages show them."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from clubsite.results.selectors.published import Json, Published


@dataclass(slots=True)
class TeamRow:
    team: int
    name: str
    place: str
    vps: Fraction
    played: int
    record: str
    """Matches won, drawn, lost: "3-0-1"."""
    net: Fraction


@dataclass(slots=True)
class TeamMatch:
    first: int
    second: int
    names: tuple[str, str]
    boards: int
    net: Fraction
    vps: tuple[Fraction, Fraction]


@dataclass(slots=True)
class TeamTable:
    rows: list[TeamRow]
    matches: list[TeamMatch]


def team_tables(published: Published) -> list[TeamTable]:
    """Of every section that was played by teams."""
    return [team_table_of(s["teams"], published.names) for s in published.sections if s.get("teams")]


def team_table_of(teams: Json, names: dict[int, str]) -> TeamTable:
    """A stored table with names."""
    called = {row["team"]: " and ".join(names.get(pk, "?") for pk in row["entries"]) for row in teams["rows"]}
    return TeamTable(
        [_row(row, called[row["team"]]) for row in teams["rows"]],
        [_match(match, called) for match in teams["matches"]],
    )


def _row(row: dict[str, Any], name: str) -> TeamRow:
    record = f"{row['won']}–{row['drawn']}–{row['lost']}"
    return TeamRow(
        row["team"], name, row["place"], Fraction(row["vps"]), row["played"], record, Fraction(row["net"])
    )


def _match(match: dict[str, Any], called: dict[int, str]) -> TeamMatch:
    first, second = match["first"], match["second"]
    vps = Fraction(match["vps"][0]), Fraction(match["vps"][1])
    return TeamMatch(
        first, second, (called[first], called[second]), match["boards"], Fraction(match["net"]), vps
    )
