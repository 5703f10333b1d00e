"""Publications with a payload written by a test, and the rows that every publication has."""

from django.db import transaction
from django.utils import timezone

from clubsite.nights.models import Session
from clubsite.rankings.models import Publication
from clubsite.rankings.services.published_rows import rows_of_payload, rows_set


def publish_payload(session: Session, payload=None, *, user=None, withdrawn: bool = False) -> Publication:
    """Publish the next version of a session's results, with this payload or as a withdrawal."""
    version = 1 + session.publications.count()
    with transaction.atomic():
        publication = Publication.objects.create(
            session=session,
            version=version,
            payload=payload or {},
            withdrawn=withdrawn,
            by_user=user,
            at=timezone.now(),
        )
        rows_set(session, None if withdrawn else rows_of_payload(publication))
    return publication
