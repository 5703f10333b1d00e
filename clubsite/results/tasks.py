"""The job for mail requests. It may be lost or may run twice."""

from celery import shared_task

from clubsite.results.services import unconfirmed_drop


@shared_task(name="results.sweep")
def sweep() -> None:
    """Delete addresses that have not been confirmed in time."""
    unconfirmed_drop()
