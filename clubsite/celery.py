"""Celery's application. Its jobs are in each app's `tasks.py`."""

import logging
import os
from typing import Any

from celery import Celery
from celery.signals import worker_init, worker_ready

import solver

GIVES_WAY = 10
"""Steps of niceness."""
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubsite.settings.local")

app = Celery("clubsite")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_init.connect
def give_way(**_: Any) -> None:
    """A worker and its processes leave a processor that is short to the tables' web processes."""
    os.nice(GIVES_WAY)


@worker_ready.connect
def tell_the_solver(**_: Any) -> None:
    """Without a compiled solver everything works, slowly: the log says so."""
    logging.getLogger(__name__).info(solver.backend())
