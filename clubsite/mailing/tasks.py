"""The job for mail requests. It can be lost, and can run twice."""

from celery import shared_task

from clubsite.mailing.services.requests import unconfirmed_drop


@shared_task(name="mailing.sweep")
def sweep() -> None:
    """Delete addresses that nobody confirmed."""
    unconfirmed_drop()
