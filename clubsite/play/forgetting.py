"""The only place that deletes from the append-only log: old plays, for `manage.py retention`."""

from django.db.models import QuerySet

from clubsite.play.models import Play, PlayEvent
from clubsite.triggers import deleting


def logs_delete(plays: QuerySet[Play]) -> None:
    """Delete every call and card of these plays. What they started from and how they ended stays."""
    with deleting(PlayEvent._meta.db_table):
        PlayEvent.objects.filter(play__in=plays.values("pk")).delete()
