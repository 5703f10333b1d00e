"""The jobs that make club files. They may be lost or run twice."""

from celery import shared_task

from clubsite.keeper.services.exporting import file_make, files_sweep


@shared_task(name="keeper.make")
def make(file_id: int) -> None:
    file_make(file_id)


@shared_task(name="keeper.sweep")
def sweep() -> None:
    """Do what lost jobs should have done, and delete old files. Slow."""
    files_sweep()
