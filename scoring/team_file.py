"""An evening of matches between teams of two, as a CSV file of travellers: the matches, their swings and the table.

The file has the columns of `scoring.traveller`, where `ns` and `ew` are teams, plus `round`. Each board of a match
occurs twice: in the row where a team sits N/S and in the row where it sits E/W. A row with only one team is that
team's bye in the round.
"""

from collections.abc import Hashable, Sequence
from fractions import Fraction
from typing import Any

from scoring.evening import Result
from scoring.figures import number
from scoring.lines import Line
from scoring.teams import BYE_VICTORY_POINTS, Match, TeamBoard, TeamPlace, score_match, team_table
from scoring.traveller import TravellerError, read_traveller

VP_DECIMALS = 2
Pairing = tuple[Hashable, Hashable, Hashable | None]


def team_evening(
    text: str, *, scale: str = "wbf", method: str = "imps", bye: Fraction = BYE_VICTORY_POINTS
) -> dict[str, Any]:
    """Return `{"matches": [...], "table": [...]}` for a file's text, with rounds in the order given.

    Raise TravellerError for a faulty file, and ScoreError for an unknown scale or length.
    """
    pairings = _pairings(read_traveller(text, teams=True))
    matches = {
        pairing: Match(pairing[1], pairing[2], score_match(_boards(pairing[1], rows), scale=scale, method=method))
        if pairing[2] is not None
        else Match(pairing[1], None, None)
        for pairing, rows in pairings.items()
    }
    return {
        "matches": [_match(held, match) for (held, _, _), match in matches.items()],
        "table": [_row(row) for row in team_table(list(matches.values()), bye=bye)],
    }


def _match(held: Hashable, match: Match) -> dict[str, Any]:
    entry = {"round": held, "first": match.first, "second": match.second}
    if match.score is None:
        return entry
    score = match.score
    swings = [{"board": row.number, "first": _shown(row.first), "second": _shown(row.second)} for row in score.swings]
    return entry | {
        "boards": score.boards,
        "swings": swings,
        "won": [_shown(score.first), _shown(score.second)],
        "vps": [_shown(score.first_vps), _shown(score.second_vps)],
    }


def _row(row: TeamPlace) -> dict[str, Any]:
    return {
        "team": row.team,
        "place": row.place,
        "vps": _shown(row.vps),
        "played": row.played,
        "won": row.won,
        "drawn": row.drawn,
        "lost": row.lost,
        "net": _shown(row.net),
    }


def _pairings(results: Sequence[Result]) -> dict[Pairing, list[Result]]:
    """Return the results of each match. In each round every team has one opponent or a bye."""
    pairings: dict[Pairing, list[Result]] = {}
    opponents: dict[tuple[Hashable, Hashable], Hashable | None] = {}
    wrong: list[str] = []
    for row in results:
        first, second = (row.ns, row.ew) if row.ns is not None else (row.ew, row.ns)
        assert first is not None
        for team, other in ((first, second), (second, first)):
            met = opponents.setdefault((row.section, team), other) if team is not None else other
            if met != other:
                wrong.append(
                    f"line {row.line.key}: {team} meets {_name(other)} here and {_name(met)} before, in one round."
                )
        key = (row.section, first, second)
        turned = (row.section, second, first)
        pairings.setdefault(turned if turned in pairings else key, []).append(row)
    if wrong:
        raise TravellerError(wrong)
    return pairings


def _boards(first: Hashable, rows: Sequence[Result]) -> list[TeamBoard]:
    tables: dict[int, dict[bool, Line]] = {}
    for row in rows:
        tables.setdefault(row.board, {})[row.ns == first] = row.line
    return [TeamBoard(number, both.get(True), both.get(False)) for number, both in sorted(tables.items())]


def _name(team: Hashable | None) -> str:
    return "nobody" if team is None else str(team)


def _shown(figure: Fraction | None) -> int | float | None:
    return None if figure is None else number(figure, VP_DECIMALS)
