"""Which contestants are a team, and the names of teams."""

from clubsite.duplicate.models import Section, Team
from movements.plan import Plan
from movements.swiss import team_of
from movements.teams import teams_in


def team_number(plan: Plan, number: int) -> int:
    """Return the team of a contestant, or 0 if no teams play."""
    teams = teams_in(plan)
    return team_of(number, teams) if teams else 0


def in_team_order(plan: Plan, numbers: list[int]) -> list[int]:
    """Return numbers of contestants team by team, or in their own order if no teams play."""
    return sorted(numbers, key=lambda number: (team_number(plan, number), number))


def team_names(section: Section) -> dict[int, str]:
    """Return number -> name for the teams that have a name."""
    return dict(Team.objects.filter(section=section).values_list("number", "name"))


def team_called(number: int, name: str = "") -> str:
    """Return "Kiwis", or "Team 3" for a team without a name."""
    return name or f"Team {number}"


def team_with_players(name: str, players: str) -> str:
    """Return "Kiwis: Bo and Ann", or only the players of a team without a name."""
    return f"{name}: {players}" if name else players
