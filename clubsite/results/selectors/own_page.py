"""The reader's own page: their latest result at each club that knows them, and sessions with results to come."""

from dataclasses import dataclass

from clubsite.clubs.models import Person
from clubsite.nights.models import Session, SessionStatus
from clubsite.nights.selectors.sessions import IN_PLAY
from clubsite.privacy.names import may_be_followed
from clubsite.rankings.models import PublishedResult
from clubsite.rankings.selectors.results_state import waiting_for
from clubsite.readers.visitor import ClubVisitor, Visitor

MAX_EARLIER = 6
"""Sessions of a club that are listed below its last one."""


@dataclass(slots=True)
class OwnSession:
    """A published session with the reader's result. `label` is used in the address of the reader's card."""

    session: Session
    result: PublishedResult
    label: str


@dataclass(slots=True)
class OwnClub:
    """The part of the page about one club, with the club's newest session first.

    A reader who has merely said who they are sees only what a stranger sees. `to_come` has sessions without
    published results. `has_profile` means that the reader may see their own profile.
    """

    visitor: ClubVisitor
    person: Person
    called: str
    sessions: list[OwnSession]
    to_come: list[Session]
    has_profile: bool


@dataclass(slots=True)
class OwnResultsPage:
    """The reader's own page. `clubs` is sorted by each club's latest session, newest first."""

    clubs: list[OwnClub]

    @property
    def last(self) -> OwnSession | None:
        return next((played for club in self.clubs for played in club.sessions), None)


def own_page(visitor: Visitor) -> OwnResultsPage:
    """Return the results that the site's clubs show about the reader, from published results only."""
    clubs = [_own_club(there, there.person) for there in visitor.at_known_clubs() if there.person]
    clubs.sort(key=lambda club: club.sessions[0].session.date.toordinal() if club.sessions else 0, reverse=True)
    return OwnResultsPage(clubs)


def own_last(visitor: ClubVisitor) -> OwnSession | None:
    """Return a person's latest published session if this visitor may see it, else None."""
    return next(iter(_sessions(visitor.person)), None) if visitor.person and visitor.may_read else None


def _own_club(visitor: ClubVisitor, person: Person) -> OwnClub:
    sessions = _sessions(person) if visitor.may_read else []
    called = visitor.called_person(person)
    has_profile = bool(sessions) and may_be_followed(called, person.forgotten_at)
    return OwnClub(visitor, person, called, sessions, _to_come(person, visitor.visitor), has_profile)


def _sessions(person: Person) -> list[OwnSession]:
    """Return each of a person's sessions once, from the list that ranks everyone, even if they were a substitute."""
    rows = PublishedResult.objects.filter(person=person, stratum="", handicap=False)
    rows = rows.filter(published__session__status=SessionStatus.ENDED).order_by(
        "-date", "-published", "-counts", "list"
    )
    rows = rows.select_related("published__session", "contestant__section")
    sessions: dict[int, OwnSession] = {}
    for row in rows[: 3 * (MAX_EARLIER + 1)]:
        section = row.contestant.section
        label = f"{section.name if section.lettered else ''}{row.contestant.number}"
        sessions.setdefault(row.published_id, OwnSession(row.published.session, row, label))
    return list(sessions.values())[: MAX_EARLIER + 1]


def _to_come(person: Person, visitor: Visitor) -> list[Session]:
    """Return sessions with results to come in which the person plays or has played, if the reader may know of them."""
    sessions = Session.objects.filter(
        club=person.club_id,
        status__in=[*IN_PLAY, SessionStatus.ENDED],
        published=None,
        sections__contestants__persons__person=person,
    )
    newest = sessions.distinct().order_by("-date", "-pk")[:2]
    return [session for session in newest if waiting_for(session.public_id, visitor)]
