"""The night's jobs. They take ids, can be lost, and can run twice; `core.jobs` says who runs them."""

from celery import shared_task

from clubsite.seats import robot_player


@shared_task(name="seats.robot_play")
def robot_play(room_id: int) -> None:
    """The robot at one table does what it has to do."""
    robot_player.tried(room_id)


@shared_task(name="seats.sweep")
def sweep() -> None:
    """Robots of club nights whose message was lost."""
    robot_player.robots_sweep()
