"""The background job that sends documents to other servers. The rows are the queue."""

from celery import shared_task

from clubsite.event_documents.services.hub_sweep import hubs_sweep


@shared_task(name="event_documents.slow_sweep")
def slow_sweep() -> None:
    """Tell the hubs of other servers' events what is new, and send what waits. This waits for them, so it is slow."""
    hubs_sweep()
