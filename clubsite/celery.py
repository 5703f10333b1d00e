"""Celery's application. Its jobs are in `clubsite/results/tasks.py`, the robots' in those of `lounge` and `night`."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubsite.settings.local")

app = Celery("clubsite")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["clubsite.results", "clubsite.lounge", "clubsite.night"])
