"""Whether members see what stands now, for the room and the ranking."""

from dataclasses import dataclass

from clubsite.clubs.models import AuditEntry
from clubsite.duplicate.models import Session, SessionStatus
from clubsite.rankings.models import Publication
from clubsite.rankings.selectors.published import publication_of
from clubsite.rankings.services.publications import changes_unpublished


@dataclass(frozen=True, slots=True)
class Publishing:
    """`publication` is what members see, None where they see nothing; `changes`: what has been done since."""

    ended: bool
    publication: Publication | None
    changes: list[AuditEntry]


def publishing_of(session: Session) -> Publishing:
    """Of a session at this moment."""
    newest = publication_of(session.pk)
    shown = None if newest is None or newest.withdrawn else newest
    changes = changes_unpublished(shown) if shown is not None else []
    return Publishing(session.status == SessionStatus.ENDED, shown, changes)
