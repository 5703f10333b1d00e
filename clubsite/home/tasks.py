"""The lounge's jobs, which take ids. A job may be lost or may run twice. `core.jobs` says what runs the jobs."""

from celery import shared_task

from clubsite.analysis.services.robots import tried
from clubsite.home.services import challenges, lobby, robots


@shared_task(name="home.robot_play")
def robot_play(match_id: int) -> None:
    """Let one match's robot do what it has to do."""
    tried(robots.robot_play, match_id=match_id)


@shared_task(name="home.robot_fill")
def robot_fill(match_id: int) -> None:
    """Seat a robot opposite a host who still waits for a person."""
    tried(lobby.robot_fill, match_id=match_id)


@shared_task(name="home.clock_run")
def clock_run(match_id: int) -> None:
    """Let a robot act for a player whose time is up."""
    tried(robots.clock_run, match_id=match_id)


@shared_task(name="home.robot_deal")
def robot_deal(play_id: int) -> None:
    """Let the robot of a solitaire play a finished deal too. Slow."""
    tried(robots.robot_deal_make, play_id=play_id)


@shared_task(name="home.slow_sweep")
def slow_sweep() -> None:
    """Let robots play the finished deals of solitaires whose job was lost."""
    robots.robot_deals_sweep()


@shared_task(name="home.sweep")
def sweep() -> None:
    """Do the lounge's work that lost messages left undone."""
    robots.lounge_sweep()
    lobby.lobby_sweep()
    robots.clock_sweep()
    challenges.challenges_sweep()
