"""The reader's own page: where they came last, at each club that knows them, and what is still to come."""

from dataclasses import dataclass

from clubsite.accounts.models import Device
from clubsite.accounts.requests import Visitor
from clubsite.clubs.models import Person
from clubsite.duplicate.models import Session, SessionStatus
from clubsite.duplicate.selectors.readers import reader_of
from clubsite.duplicate.selectors.sessions import IN_PLAY
from clubsite.members.selectors import KnownBy, Viewer, viewers_of
from clubsite.rankings.models import PublishedResult
from clubsite.rankings.selectors.results_state import waiting_for

EARLIER = 6
"""Nights of a club that are listed below its last one."""


@dataclass(slots=True)
class OwnNight:
    """A published session, as it came out for the reader. `label`: what their card is addressed by."""

    session: Session
    result: PublishedResult
    label: str


@dataclass(slots=True)
class OwnClub:
    """What a club knows of the reader, newest night first. `to_come`: sessions without published results."""

    viewer: Viewer
    person: Person
    called: str
    """Their name, or what strangers read where it was only said who they are."""
    nights: list[OwnNight]
    to_come: list[Session]


@dataclass(slots=True)
class OwnPage:
    """`clubs`: whose last night is the newest first."""

    clubs: list[OwnClub]

    @property
    def last(self) -> OwnNight | None:
        return next((night for club in self.clubs for night in club.nights), None)


def own_page(user: Visitor, device: Device | None) -> OwnPage:
    """What the sites' clubs know of the reader, of published results only."""
    clubs = []
    for viewer in viewers_of(user, device):
        person = viewer.person
        reader = reader_of(person.club, user, device) if person else None
        if person and reader and reader.may_read:
            called = reader.called_person(person) if viewer.known_by == KnownBy.DEVICE else person.name
            nights, to_come = _nights(person), _to_come(person, user, device)
            clubs.append(OwnClub(viewer, person, called, nights, to_come))
    clubs.sort(key=lambda club: club.nights[0].session.date.toordinal() if club.nights else 0, reverse=True)
    return OwnPage(clubs)


def _nights(person: Person) -> list[OwnNight]:
    """Of a session that somebody only helped out in, too: once each, in the list of everybody."""
    rows = PublishedResult.objects.filter(person=person, stratum="", handicap=False)
    rows = rows.filter(published__session__status=SessionStatus.ENDED).order_by(
        "-date", "-published", "-counts", "list"
    )
    rows = rows.select_related("published__session", "contestant__section")
    nights: dict[int, OwnNight] = {}
    for row in rows[: 3 * (EARLIER + 1)]:
        section = row.contestant.section
        label = f"{section.name if section.lettered else ''}{row.contestant.number}"
        nights.setdefault(row.published_id, OwnNight(row.published.session, row, label))
    return list(nights.values())[: EARLIER + 1]


def _to_come(person: Person, user: Visitor, device: Device | None) -> list[Session]:
    """Sessions that they play or have played in, whose results are to come, if this reader may know that."""
    sessions = Session.objects.filter(
        club=person.club_id,
        status__in=[*IN_PLAY, SessionStatus.ENDED],
        published=None,
        sections__contestants__persons__person=person,
    )
    newest = sessions.distinct().order_by("-date", "-pk")[:2]
    return [session for session in newest if waiting_for(session.public_id, user, device)]
