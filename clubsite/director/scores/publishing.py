"""A session's publication state, for the director's room and the ranking."""

from dataclasses import dataclass

from django.forms import BoundField

from clubsite.accounts.models import User
from clubsite.clubs.models import AuditEntry
from clubsite.clubs.selectors import owns
from clubsite.director.scores.forms import LatePublishForm
from clubsite.nights.models import Session, SessionStatus
from clubsite.rankings.models import Publication
from clubsite.rankings.selectors.corrections import CorrectionPeriod, correction_period_of
from clubsite.rankings.selectors.published import publication_of
from clubsite.rankings.services.publications import changes_unpublished


@dataclass(frozen=True, slots=True)
class Publishing:
    """A session's publication: `publication` is what members see, or None; `changes` are the actions since then."""

    ended: bool
    publication: Publication | None
    changes: list[AuditEntry]
    period: CorrectionPeriod | None = None
    """The time in which directors may correct alone, or None before the first publication."""
    owner: bool = False
    """True if the period is over and the reader owns the club, and so may still publish corrections."""

    @property
    def with_reason(self) -> bool:
        """True if publishing now requires an owner and a reason."""
        return self.period is not None and self.period.over

    @property
    def why(self) -> BoundField:
        assert self.period is not None
        return LatePublishForm(self.period.last)["why"]


def publishing_of(session: Session, user: User) -> Publishing:
    """Return the current publication state of a session, for this director."""
    newest = publication_of(session.pk)
    shown = None if newest is None or newest.withdrawn else newest
    changes = changes_unpublished(shown) if shown is not None else []
    period = correction_period_of(session) if newest is not None else None
    owner = period is not None and period.over and owns(user, session.club)
    return Publishing(session.status == SessionStatus.ENDED, shown, changes, period, owner)
