"""The job that numbers links."""

from celery import shared_task

from clubsite.chains.services import links_sweep


@shared_task(name="chains.sweep")
def sweep() -> None:
    """Number the links that were stored since the last run."""
    links_sweep()
