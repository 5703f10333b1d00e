"""Jobs for a session, which take ids. A job may be lost or run twice. `core.jobs` describes what runs jobs."""

from celery import shared_task

from clubsite.analysis.services.robots import tried
from clubsite.seats import robot_player


@shared_task(name="seats.robot_play")
def robot_play(room_id: int) -> None:
    """Let the robot at one table take whatever actions are due."""
    tried(robot_player.robot_play, room_id=room_id)


@shared_task(name="seats.sweep")
def sweep() -> None:
    """Run the robots whose jobs were lost."""
    robot_player.robots_sweep()
