"""The jobs of mail: they can be lost, and can run twice. They wait for a mail server, so they are slow ones."""

from celery import shared_task

from clubsite.mailing.services.requests import unconfirmed_drop
from clubsite.mailing.services.sending import JOB, night_send, nights_waiting


@shared_task(name=JOB)
def send_night(night_id: int) -> None:
    """The mail of a night that was published."""
    night_send(night_id)


@shared_task(name="mailing.sweep")
def sweep() -> None:
    """Go on with the mail of nights that is not done; drop addresses that nobody confirmed."""
    unconfirmed_drop()
    for night in nights_waiting():
        night_send(night)
