"""Comparing what was published with its digest, from the payload, the published rows, and the session as it is now."""

from dataclasses import dataclass
from enum import StrEnum

from django.db import transaction

from clubsite.duplicate.models import Session
from clubsite.rankings.digests import Parts, digest_of, parts_that_differ
from clubsite.rankings.models import Publication, PublishedSession
from clubsite.rankings.services.digests import parts_of_payload, parts_of_rows, parts_of_session
from clubsite.rankings.services.publications import payload_of
from clubsite.rankings.services.scoring import score_session


class Source(StrEnum):
    """From what a digest is computed. The values are read by people."""

    PAYLOAD = "the payload"
    ROWS = "the published rows"
    SESSION = "scores, seats and boards"


@dataclass(frozen=True, slots=True)
class Verified:
    """One version of a session's results. `differs` has the sources that give another digest, each with the parts of
    its text that are not those of the payload: none for the payload itself.
    """

    publication: Publication
    sources: tuple[Source, ...]
    differs: dict[Source, list[str]]


def night_verify(session: Session) -> list[Verified]:
    """Compute the digests of all versions of a session's results anew. Only the newest version has published rows, and
    only it is compared with the session as it is now. Nothing is stored.
    """
    publications = session.publications.filter(withdrawn=False).order_by("version")
    return [_verified(publication) for publication in publications.select_related("session__club")]


def _verified(publication: Publication) -> Verified:
    payload = parts_of_payload(publication)
    found = {Source.PAYLOAD: payload}
    stored = PublishedSession.objects.filter(publication=publication).select_related("publication__session__club")
    if session := stored.first():
        found |= {Source.ROWS: parts_of_rows(session), Source.SESSION: _now(publication)}
    differs = {
        source: parts_that_differ(payload, parts)
        for source, parts in found.items()
        if digest_of(publication.session.public_id, publication.version, parts) != publication.digest
    }
    return Verified(publication, tuple(found), differs)


def _now(publication: Publication) -> Parts:
    """Return what would be published now, with the session scored again. The scoring is taken back."""
    session = publication.session
    with transaction.atomic():
        score_session(session.pk)
        payload = payload_of(session)
        transaction.set_rollback(True)
    return parts_of_session(publication, payload)
