"""Sessions and their sections. One access function per kind of object: to a stranger it does not exist (Http404)."""

import re

from django.db.models import QuerySet
from django.http import Http404

from clubsite.accounts.models import User
from clubsite.clubs.models import Club
from clubsite.clubs.selectors import directs
from clubsite.duplicate.models import Section, Session, SessionStatus

IN_PLAY = [SessionStatus.RUNNING, SessionStatus.PAUSED]
CONTESTANT_LABEL = re.compile(r"([A-Z]?)([0-9]{1,4})")


def session_for(user: User, public_id: str) -> Session:
    """A session for one of its club's directors. Raises Http404 to everybody else."""
    session = session_by_id(public_id)
    if not directs(user, session.club):
        raise Http404("No such session")
    return session


def session_by_id(public_id: str) -> Session:
    """A session by its public id, whoever asks. Raises Http404. Show nothing of it that is not public."""
    if not public_id.isalnum():  # it comes from an address, and PostgreSQL refuses a NUL
        raise Http404("No such session")
    session = Session.objects.select_related("club").filter(public_id=public_id).first()
    if session is None:
        raise Http404("No such session")
    return session


def zone_of_session(public_id: str) -> str | None:
    """The name of the time zone of a session's club, empty for the site's; None without such a session."""
    if not public_id.isalnum():  # as above
        return None
    found = Session.objects.filter(public_id=public_id)
    return found.values_list("club__time_zone", flat=True).first()


def sessions_of(club: Club) -> QuerySet[Session]:
    """All sessions of a club, newest first."""
    return club.sessions.order_by("-date", "-pk")


def sections_of(session: Session) -> list[Section]:
    """The session's sections by name. There is always one."""
    return list(session.sections.select_related("session", "board_set").order_by("name"))


def section_for(session: Session, name: str = "") -> Section:
    """The section of this name, the first without one. Raises Http404."""
    if name and not name.isalnum():  # as above
        raise Http404("No such section")
    rows = session.sections.select_related("session", "board_set").order_by("name")
    section = rows.filter(name=name.upper()).first() if name else rows.first()
    if section is None:
        raise Http404("No such section")
    return section


def labelled(session: Session, label: str | int) -> tuple[Section, int]:
    """The section and number of a label ("3", "B7"). Raises Http404 where it names nothing that can be."""
    match = CONTESTANT_LABEL.fullmatch(str(label).upper())
    if match is None:
        raise Http404("No such number")
    return section_for(session, match[1]), int(match[2])
