"""What is shown of a session while it is played: travellers at the tables, and one table that may be watched."""

from django.db import transaction

from clubsite.accounts.models import User
from clubsite.clubs.audit_actions import AuditAction
from clubsite.core.refused import Refused
from clubsite.duplicate.models import Session, Table, TravellersShown, WatchDelay
from clubsite.duplicate.services.session_audit import session_audit_add

NO_CARDS = "Table {} plays with cards: there is nothing of it on a screen."


def showing_set(*, session: Session, user: User, travellers: str, watched: Table | None, delay: int | None) -> Session:
    """Set when tables see how others fared, which one table may be watched, and how far behind.

    Raise Refused with a sentence.
    """
    if watched is not None and not watched.live:
        raise Refused(NO_CARDS.format(watched.label), "table")
    with transaction.atomic():
        session = Session.objects.select_for_update().get(pk=session.pk)
        before = _in_words(session)
        session.travellers = TravellersShown(travellers)
        session.save(update_fields=["travellers"])
        tables = Table.objects.filter(section__session=session)
        tables.filter(watch__isnull=False).update(watch=None)
        if watched is not None:
            tables.filter(pk=watched.pk).update(watch=WatchDelay(delay or WatchDelay.CLOSED))
        after = _in_words(session)
        if before != after:
            session_audit_add(session, AuditAction.SHOWING_SET, str(session), user=user, before=before, after=after)
    return session


def _in_words(session: Session) -> str:
    travellers = f"Travellers at the tables {TravellersShown(session.travellers).label}."
    watched = Table.objects.filter(section__session=session, watch__isnull=False).select_related("section").first()
    if watched is None:
        return f"{travellers} No table is watched."
    return f"{travellers} Table {watched.label} is watched {WatchDelay(watched.watch or 0).label}."
