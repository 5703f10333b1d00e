"""The jobs that make club files and bring clubs here. They may be lost or run twice."""

from celery import shared_task

from clubsite.clubfile.services.asked_files import file_make, files_sweep
from clubsite.clubfile.services.brought_files import brought_files_sweep, file_work


@shared_task(name="clubfile.make")
def make(file_id: int) -> None:
    """Make a club file. Slow."""
    file_make(file_id)


@shared_task(name="clubfile.bring")
def bring(file_id: int) -> None:
    """Check a club file that was sent, or store its club. Slow."""
    file_work(file_id)


@shared_task(name="clubfile.sweep")
def sweep() -> None:
    """Do what lost jobs should have done, and delete old files. Slow."""
    files_sweep()
    brought_files_sweep()
