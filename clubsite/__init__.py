"""The Django project: people, nights and sockets. It knows nothing of the rules, which live in `games`.

The Celery application is imported here so that `shared_task` finds it in every process.
"""

from clubsite.celery import app as celery_app

__all__ = ["celery_app"]
