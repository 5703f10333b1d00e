"""A club's sessions, in the order in which a director looks for them."""

from dataclasses import dataclass, field

from clubsite.clubs.models import Club
from clubsite.clubs.selectors import corrections_waiting
from clubsite.nights.models import Session, SessionStatus
from clubsite.nights.selectors.sessions import IN_PLAY, sessions_of
from clubsite.rankings.selectors.published import publication_of

ENDED_SHOWN = 20


@dataclass(slots=True)
class Ended:
    """A session that is over. `published` is the number of its published version, or 0 if members cannot see it."""

    session: Session
    published: int


@dataclass(slots=True)
class ClubSessions:
    running: list[Session] = field(default_factory=list)
    drafts: list[Session] = field(default_factory=list)
    ended: list[Ended] = field(default_factory=list)
    waiting: int = 0
    """Requests for a correction without an answer."""

    @property
    def empty(self) -> bool:
        return not (self.running or self.drafts or self.ended)


def club_sessions_of(club: Club) -> ClubSessions:
    """Return the running sessions, the drafts, and the sessions that ended most recently."""
    sessions = sessions_of(club)
    ended = sessions.filter(status=SessionStatus.ENDED)[:ENDED_SHOWN]
    return ClubSessions(
        running=list(sessions.filter(status__in=IN_PLAY)),
        drafts=list(sessions.filter(status=SessionStatus.DRAFT)),
        ended=[Ended(session, _version(session)) for session in ended],
        waiting=corrections_waiting(club).count(),
    )


def _version(session: Session) -> int:
    publication = publication_of(session.pk)
    return 0 if publication is None or publication.withdrawn else publication.version
