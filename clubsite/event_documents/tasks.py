"""The background jobs that send documents to other servers. The rows are the queue."""

from celery import shared_task

from clubsite.core import jobs
from clubsite.event_documents.services.hub_sweep import hubs_sweep
from clubsite.event_documents.services.outgoing import TELL_JOB, heat_tell


@shared_task(name="event_documents.slow_sweep")
def slow_sweep() -> None:
    """Tell the hubs of other servers' events what is new, and send what waits. This waits for them, so it is slow."""
    hubs_sweep()


@shared_task(name=TELL_JOB)
def tell_hub(heat_id: int) -> None:
    """Tell a hub at once what is new in a heat, and send what waits. Slow, as the sweep."""
    jobs.begun(TELL_JOB, heat_id)
    heat_tell(heat_id=heat_id)
