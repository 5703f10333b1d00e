"""Results that are still to come: their state, and who may know about them."""

from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Q

from clubsite.clubs.models import Membership
from clubsite.clubs.selectors import directs
from clubsite.nights.models import Contestant, Session, SessionStatus
from clubsite.nights.selectors.sessions import IN_PLAY
from clubsite.rankings.selectors.published import publication_of
from clubsite.readers.visitor import Visitor


class ResultsState(StrEnum):
    """The state that a session's results are in."""

    PLAYING = "playing"  # the session has not ended
    WAITING = "waiting"  # it has ended, and nothing has been published
    WITHDRAWN = "withdrawn"  # the results were published, and withdrawn
    PUBLISHED = "published"


@dataclass(frozen=True, slots=True)
class AwaitedResults:
    """A session whose results are not currently published, for a reader who may know about it."""

    session: Session
    state: ResultsState
    directs: bool


def results_state(session: Session) -> ResultsState:
    """Return the state of a session's results. It is `published` exactly when `published_or_404` finds them."""
    if session.status != SessionStatus.ENDED:
        return ResultsState.PLAYING
    newest = publication_of(session.pk)
    if newest is None:
        return ResultsState.WAITING
    return ResultsState.WITHDRAWN if newest.withdrawn else ResultsState.PUBLISHED


def waiting_for(public_id: str, visitor: Visitor) -> AwaitedResults | None:
    """Return the session if its results are still to come and this reader may know that, else None. For a draft,
    return None.

    Players who are signed in or recognised by their device may know about it, and so may everyone with a role in
    the club.
    """
    if not public_id.isalnum():  # it comes from an address, and PostgreSQL refuses a NUL
        return None
    found = Session.objects.select_related("club").filter(
        public_id=public_id, status__in=[*IN_PLAY, SessionStatus.ENDED]
    )
    session = found.first()
    if session is None or not _may_know(visitor, session):
        return None
    state = results_state(session)
    if state == ResultsState.PUBLISHED:
        return None
    return AwaitedResults(session, state, directs(visitor.user, session.club))


def _may_know(visitor: Visitor, session: Session) -> bool:
    user = visitor.user
    if user.is_authenticated:
        mine = Contestant.objects.filter(section__session=session, persons__person__user=user)
        if mine.exists() or Membership.objects.filter(club=session.club_id, user=user).exists():
            return True
    if visitor.device is None:
        return False
    here = Q(seat__contestant__section__session=session) | Q(seat__table__section__session=session)
    return visitor.device.tickets.filter(here).exists()
