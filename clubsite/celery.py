"""Celery's application. The jobs are in each app's `tasks.py`."""

import logging
import logging.config
import os
from typing import Any

from celery import Celery
from celery.signals import setup_logging, worker_process_init, worker_ready
from django.conf import settings

import solver
from clubsite.core.garbage import collect_seldom

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubsite.settings.local")

app = Celery("clubsite")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def log_as_the_site_does(**_: Any) -> None:
    """Log in the site's own format. Without this function, Celery would replace the format."""
    logging.config.dictConfig(settings.LOGGING)


@worker_ready.connect
def tell_the_solver(**_: Any) -> None:
    """Log which solver is used. Without a compiled solver everything still works, but slowly."""
    logging.getLogger(__name__).info(solver.backend())


@worker_process_init.connect
def begin_to_work(**_: Any) -> None:
    """Make garbage collection rare in each process of a worker when the process starts."""
    collect_seldom()
