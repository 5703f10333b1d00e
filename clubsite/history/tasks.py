"""The job that makes all ratings. It is slow, and can run twice."""

from celery import shared_task

from clubsite.history.services import ratings_sweep


@shared_task(name="history.slow_sweep")
def slow_sweep() -> None:
    """Make the ratings if something has changed."""
    ratings_sweep()
