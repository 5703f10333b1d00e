"""The night's jobs. They take ids, can be lost, and can run twice; `results.jobs` runs them as it runs its own."""

from celery import shared_task

from clubsite.night import robots


@shared_task(name="night.robot_play")
def robot_play(room_id: int) -> None:
    """The robot at one table does what it has to do."""
    robots.tried(room_id)


@shared_task(name="night.sweep")
def sweep() -> None:
    """Robots of club nights whose message was lost."""
    robots.robots_sweep()
