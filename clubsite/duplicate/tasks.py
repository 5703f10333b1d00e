"""The sweep of sessions in play. A run may be lost or happen twice; `core.jobs` says what runs the sweep."""

from celery import shared_task

from clubsite.duplicate.services import sweep as session_sweep
from clubsite.play.seat_tickets import presence_sweep


@shared_task(name="duplicate.sweep")
def sweep() -> None:
    """Continue tables and rounds for which a signal was lost, and notice players who have left."""
    session_sweep.sweep()
    presence_sweep()
