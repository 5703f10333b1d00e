"""The Django project: people, sessions and sockets. It knows nothing about the rules, which are in `games`.

The Celery application is imported here so that `shared_task` finds it in every process.
"""

from clubsite.celery import app as celery_app

__all__ = ["celery_app"]
