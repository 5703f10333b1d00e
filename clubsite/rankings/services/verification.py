"""Comparing published results with their digest, based on the payload, the published rows, and the current session."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from django.db import transaction

from clubsite.nights.models import Session
from clubsite.rankings.digests import Parts, digest_of, parts_that_differ
from clubsite.rankings.models import Publication, PublishedSession
from clubsite.rankings.services.digests import forgotten_since, parts_of_payload, parts_of_rows, parts_of_session
from clubsite.rankings.services.publications import results_of
from clubsite.rankings.services.scoring import score_session

log = logging.getLogger(__name__)
UNREADABLE = "cannot be read"
WITHOUT_ROWS = "there are none"
MISSING_VERSION = "Version {} is missing."
NOT_ROWS_OF_NEWEST = "The published rows are not those of the newest version."


class Source(StrEnum):
    """The source from which a digest is computed. The values are shown to people."""

    PAYLOAD = "the payload"
    ROWS = "the published rows"
    SESSION = "scores, seats and boards"


@dataclass(frozen=True, slots=True)
class Verified:
    """One version of a session's results. `differs` has the sources with another digest, each with the parts that
    differ from the payload's (none for the payload itself), or with the reason why there is no digest. `forgotten` is
    the number of players who were forgotten later.
    """

    publication: Publication
    sources: tuple[Source, ...]
    differs: dict[Source, list[str]]
    forgotten: int = 0


def night_verify(session: Session) -> tuple[list[Verified], list[str]]:
    """Recompute the digests of all versions of a session's results. Nothing is stored.

    Return the versions, and sentences about versions or rows that are missing. Only the newest version has published
    rows, and only it is compared with the session as it is now.
    """
    rows = list(session.publications.order_by("version", "withdrawn").select_related("session__club"))
    stored = PublishedSession.objects.filter(session=session).select_related("publication__session__club").first()
    current = rows[-1] if rows and not rows[-1].withdrawn else None
    newest = max((row.version for row in rows), default=0)
    gone = set(range(1, newest + 1)).difference(row.version for row in rows if not row.withdrawn)
    faults = [MISSING_VERSION.format(number) for number in sorted(gone)]
    if (stored.publication if stored else None) != current:
        faults.append(NOT_ROWS_OF_NEWEST)
    versions = [_verified(row, stored if row == current else None, row == current) for row in rows if not row.withdrawn]
    return versions, faults


def _verified(publication: Publication, stored: PublishedSession | None, current: bool) -> Verified:
    payload = _read(lambda: parts_of_payload(publication))
    by_source = {Source.PAYLOAD: payload}
    if current:
        by_source[Source.ROWS] = _read(lambda: parts_of_rows(stored)) if stored is not None else None
        by_source[Source.SESSION] = _read(lambda: _now(publication))
    differs = {}
    for source, parts in by_source.items():
        if parts is None:
            differs[source] = [UNREADABLE if source != Source.ROWS or stored else WITHOUT_ROWS]
        elif digest_of(publication.session.public_id, publication.version, parts) != publication.digest:
            differs[source] = parts_that_differ(payload, parts) if payload is not None else []
    return Verified(publication, tuple(by_source), differs, forgotten_since(publication))


def _read(parts: Callable[[], Parts]) -> Parts | None:
    """Return the parts, or None if rows are missing or have a form that the site does not write."""
    try:
        with transaction.atomic():
            return parts()
    except Exception:  # whatever somebody did to the rows, the other sources and nights are verified
        log.info("No digest can be computed", exc_info=True)
        return None


def _now(publication: Publication) -> Parts:
    """Return the digest's parts after scoring the session again. This scoring is rolled back."""
    session = publication.session
    with transaction.atomic():
        score_session(session.pk)
        results = results_of(session)
        transaction.set_rollback(True)
    return parts_of_session(publication, results)
