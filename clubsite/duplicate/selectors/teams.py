"""Which contestants are a team, and what the teams are called."""

from clubsite.duplicate.models import Section, Team
from movements.plan import Plan
from movements.swiss import team_of
from movements.teams import teams_in


def team_number(plan: Plan, number: int) -> int:
    """The team of a contestant; 0 where no teams play."""
    teams = teams_in(plan)
    return team_of(number, teams) if teams else 0


def in_team_order(plan: Plan, numbers: list[int]) -> list[int]:
    """Numbers of contestants team by team; as they are where no teams play."""
    return sorted(numbers, key=lambda number: (team_number(plan, number), number))


def team_names(section: Section) -> dict[int, str]:
    """The names of the teams that have one, by number."""
    return dict(Team.objects.filter(section=section).values_list("number", "name"))


def team_called(number: int, name: str = "") -> str:
    """ "Kiwis", or "Team 3" of a team without a name."""
    return name or f"Team {number}"


def team_with_players(name: str, players: str) -> str:
    """ "Kiwis: Bo and Ann"; of a team without a name its players alone."""
    return f"{name}: {players}" if name else players
