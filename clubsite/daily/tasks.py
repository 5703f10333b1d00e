"""The background jobs for the problem of the day. They can be lost, and can run twice."""

from celery import shared_task

from clubsite.daily import generate


@shared_task(name="daily.sweep")
def sweep() -> None:
    """Make the daily problems for today and tomorrow if either is missing. A slow job."""
    generate.problems_make()
