"""The background jobs for the problem of the day. They can be lost, and can run twice."""

from celery import shared_task

from clubsite.practice import services


@shared_task(name="practice.sweep")
def sweep() -> None:
    """Make the daily problems for today and tomorrow if either is missing. A slow job."""
    services.problems_make()
