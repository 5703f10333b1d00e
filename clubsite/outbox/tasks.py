"""The outbox job. It may be lost or may run twice."""

from celery import shared_task

from clubsite.outbox.services import letters_send


@shared_task(name="outbox.sweep")
def sweep() -> None:
    """Send every letter that is due. This waits for a mail server, so it is slow."""
    letters_send()
