"""The background jobs that send documents to other servers. The rows are the queue."""

from celery import shared_task

from clubsite.core import jobs
from clubsite.event_documents.services.hub_sweep import hub_ask_again, hubs_sweep
from clubsite.event_documents.services.outgoing import ASK_JOB, TELL_JOB, heat_tell


@shared_task(name="event_documents.slow_sweep")
def slow_sweep() -> None:
    """Tell the hubs of other servers' events what is new, and send what waits. This waits for them, so it is slow."""
    hubs_sweep()


@shared_task(name=TELL_JOB)
def tell_hub(heat_id: int) -> None:
    """Tell a hub at once what is new in a heat, and send what waits. Slow, as the sweep."""
    jobs.begun(TELL_JOB, heat_id)
    heat_tell(heat_id=heat_id)


@shared_task(name=ASK_JOB)
def ask_hub(heat_id: int) -> None:
    """Ask a hub where a heat stands, after it has scored the lines that it was sent. Slow, as the sweep."""
    jobs.begun(ASK_JOB, heat_id)
    hub_ask_again(heat_id=heat_id)
