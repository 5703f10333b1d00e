"""The only module that deletes from the append-only log: old plays, for `manage.py retention`."""

from django.db.models import QuerySet

from clubsite.core.triggers import deleting
from clubsite.play.models import Play, PlayEvent

BATCH_ROWS = 500  # plays named to the database at once


def logs_delete(plays: QuerySet[Play]) -> None:
    """Delete every call and card of these plays. The start and the result of each play are kept.

    Runs in the caller's transaction. The database refuses to delete rows younger than 89 days (IntegrityError).
    Raise Refused if the database role has no right to delete from the log (PostgreSQL).
    """
    gone = sorted(plays.values_list("pk", flat=True))
    for at in range(0, len(gone), BATCH_ROWS):
        named = gone[at : at + BATCH_ROWS]
        with deleting(PlayEvent._meta.db_table, named):
            PlayEvent.objects.filter(play__in=named).delete()
