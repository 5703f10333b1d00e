"""Matches and rankings for teams of two, in American whist or a Swiss. Contestants t and T + t form team t."""

from collections import defaultdict
from operator import itemgetter
from typing import Any

from clubsite.nights.models import Movement, Section, Session
from clubsite.nights.selectors.contestants import names_of
from clubsite.nights.selectors.movements import team_names
from clubsite.nights.selectors.sessions import sections_of
from clubsite.rankings.selectors.teams import TeamTable, team_table_of
from clubsite.rankings.selectors.travellers import table_boards_of
from clubsite.scores.selectors.entries import latest_entries
from movements.plan import Plan
from movements.swiss import team_of
from movements.teams import TEAM_MOVEMENTS
from scoring.lines import Line
from scoring.teams import Match, MatchScore, TeamBoard, TeamPlace, score_match, team_table

TEAM_SWISS = "swiss-teams"
Tables = dict[int, dict[str, Line]]
Meeting = tuple[int, int, int]


def teams_of(section: Section) -> dict[str, Any] | None:
    """Return a section's current `{"rows": [...], "matches": [...]}`, or None if it is not played by teams.

    A row has `team, name` (given by a director, or empty), `entries, place, vps, played, won, drawn, lost, net,
    byes`, with figures as "num/den". A match has `first, second, round` (None in American whist), `boards, net`
    (for the first team), and `vps` (for both). Two teams that have met at only one table have no match yet. If a
    player of one team is away, the other team has a bye.
    """
    movement = Movement.objects.filter(section=section).first()
    if movement is None or movement.plan.get("name") not in TEAM_MOVEMENTS:
        return None
    tables = movement.plan["tables"]
    contestants = {e.number: e.pk for e in section.contestants.all()}
    met = _met(section, tables, by_round=movement.plan["name"] == TEAM_SWISS)
    scored = {meeting: score for meeting, boards in met.items() if (score := _score(boards)).boards}
    matches = [Match(first, second, score) for (first, second, _), score in scored.items()]
    byes = [team for team, meeting in _byes(section, movement) if meeting not in scored]
    names = team_names(section)
    table = team_table([*matches, *(Match(team, None, None) for team in byes)])
    return {
        "rows": [
            _row(place, contestants, tables, names) | {"byes": byes.count(int(str(place.team)))} for place in table
        ],
        "matches": [_match(*meeting, scored[meeting]) for meeting in sorted(scored, key=itemgetter(2, 0, 1))],
    }


def teams_so_far(session: Session) -> list[TeamTable]:
    """Return the team rankings from the scores so far, for every section that is played by teams."""
    tables = []
    for section in sections_of(session):
        teams = teams_of(section)
        if teams and teams["rows"]:
            names = names_of([pk for row in teams["rows"] for pk in row["entries"]])
            tables.append(team_table_of(teams, names, section.name))
    return tables


def _met(section: Section, tables: int, by_round: bool) -> dict[Meeting, Tables]:
    """Return {(lower team, higher team, round): {board: the lines at both tables}}.

    In American whist, the two tables of a match play in two different rounds, so the round is 0.
    """
    rows = table_boards_of(section)
    latest = latest_entries(row.pk for row in rows)
    numbers = dict(section.contestants.values_list("pk", "number"))
    met: dict[Meeting, Tables] = defaultdict(lambda: defaultdict(dict))
    for row in rows:
        if row.pk in latest:
            south, north = (team_of(numbers[pk], tables) for pk in (row.ns_id, row.ew_id))
            where = "home" if south < north else "away"
            meeting = min(south, north), max(south, north), row.round.number if by_round else 0
            met[meeting][row.board.number][where] = latest[row.pk].result.line(row.pk)
    return met


def _byes(section: Section, movement: Movement) -> set[tuple[int, Meeting]]:
    """Return the complete teams that have met a team with an absent player.

    A meeting of this kind has only one table and cannot be scored. Each team is returned with the key of the match,
    as in `_met`. In American whist, one match takes two rounds.
    """
    plan = Plan.from_json(movement.plan)
    byes = set()
    for row in plan.sit_outs():
        missing = {team_of(number, plan.tables) for number in plan.missing(row.round)}
        teams = {team_of(number, plan.tables) for number in (row.ns, row.ew)}
        if row.round <= section.round_number and len(teams - missing) == 1:
            number = row.round if plan.name == TEAM_SWISS else 0
            byes.add((min(teams - missing), (min(teams), max(teams), number)))
    return byes


def _score(boards: Tables) -> MatchScore:
    return score_match(
        TeamBoard(number, lines.get("home"), lines.get("away")) for number, lines in sorted(boards.items())
    )


def _row(place: TeamPlace, contestants: dict[int, int], tables: int, names: dict[int, str]) -> dict[str, Any]:
    team = int(str(place.team))
    return {
        "team": team,
        "name": names.get(team, ""),
        "entries": [contestants[number] for number in (team, tables + team) if number in contestants],
        "vps": str(place.vps),
        "net": str(place.net),
        **{name: getattr(place, name) for name in ("place", "played", "won", "drawn", "lost")},
    }


def _match(first: int, second: int, number: int, score: MatchScore) -> dict[str, Any]:
    return {
        "first": first,
        "second": second,
        "round": number or None,
        "boards": score.boards,
        "net": str(score.first),
        "vps": [str(score.first_vps), str(score.second_vps)],
    }
