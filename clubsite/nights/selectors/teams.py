"""Which contestants form a team, and the teams' names."""

from clubsite.nights.models import Section, Team
from movements.plan import Plan
from movements.swiss import team_of
from movements.teams import teams_in


def team_number(plan: Plan, number: int) -> int:
    """Return a contestant's team number, or 0 if there are no teams."""
    teams = teams_in(plan)
    return team_of(number, teams) if teams else 0


def in_team_order(plan: Plan, numbers: list[int]) -> list[int]:
    """Return contestant numbers team by team, or in the given order if there are no teams."""
    return sorted(numbers, key=lambda number: (team_number(plan, number), number))


def team_names(section: Section) -> dict[int, str]:
    """Map the number of each named team to its name."""
    return dict(Team.objects.filter(section=section).values_list("number", "name"))


def team_called(number: int, name: str = "") -> str:
    """Return a team's name, such as "Kiwis", or "Team 3" if the team has no name."""
    return name or f"Team {number}"


def team_with_players(name: str, players: str) -> str:
    """Return text such as "Kiwis: Bo and Ann", or only the players if the team has no name."""
    return f"{name}: {players}" if name else players
