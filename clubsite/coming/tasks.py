"""The job of coming nights. It can be lost, and can run twice."""

from celery import shared_task

from clubsite.coming import retention


@shared_task(name="coming.sweep")
def sweep() -> None:
    """Names and mail addresses of nights that are over go."""
    retention.swept()
