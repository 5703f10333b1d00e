"""The lounge's jobs. They take ids, can be lost, and can run twice; `results.jobs` runs them as it runs its own."""

from celery import shared_task

from clubsite.lounge.daily import making
from clubsite.lounge.services import robots


@shared_task(name="lounge.robot_play")
def robot_play(match_id: int) -> None:
    """The robot of one match does what it has to do."""
    robots.tried(robots.robot_play, match_id=match_id)


@shared_task(name="lounge.sweep")
def sweep() -> None:
    """Whatever a lost message left undone in the lounge."""
    robots.lounge_sweep()


@shared_task(name="lounge.daily_sweep")
def daily_sweep() -> None:
    """The daily problems of today and tomorrow, if one is missing; a slow job."""
    making.problems_make()
