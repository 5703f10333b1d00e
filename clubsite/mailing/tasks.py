"""The jobs of mail. They can be lost, and can run twice. They are slow, as they wait for a mail server."""

from celery import shared_task

from clubsite.mailing.services.requests import unconfirmed_drop
from clubsite.mailing.services.sending import JOB, night_send, nights_waiting


@shared_task(name=JOB)
def send_night(night_id: int) -> None:
    """Send the mail of a published session."""
    night_send(night_id)


@shared_task(name="mailing.sweep")
def sweep() -> None:
    """Continue unfinished mail, and delete addresses that nobody confirmed."""
    unconfirmed_drop()
    for night in nights_waiting():
        night_send(night)
