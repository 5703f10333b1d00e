"""The background job for coming nights. It can be lost, and can run twice."""

from celery import shared_task

from clubsite.signups import kept


@shared_task(name="signups.sweep")
def sweep() -> None:
    """Delete names and mail addresses from past nights."""
    kept.swept()
