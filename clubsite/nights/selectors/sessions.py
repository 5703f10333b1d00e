"""Sessions and their sections, with one access function per kind of object, which raises Http404 for strangers."""

import re

from django.db.models import QuerySet
from django.http import Http404

from clubsite.accounts.models import User
from clubsite.clubs.models import Club
from clubsite.clubs.selectors import directs
from clubsite.nights.models import Section, Session, SessionStatus

IN_PLAY = [SessionStatus.RUNNING, SessionStatus.PAUSED]
CONTESTANT_LABEL = re.compile(r"([A-Z]?)([0-9]{1,4})")


def session_for(user: User, public_id: str) -> Session:
    """Return a session for one of its club's directors. Raise Http404 for everyone else."""
    session = session_by_id(public_id)
    if not directs(user, session.club):
        raise Http404("No such session")
    return session


def session_by_id(public_id: str) -> Session:
    """Return a session by public id, for readers of its public parts. Raise Http404 if there is no such session."""
    if not public_id.isalnum():  # it comes from an address, and PostgreSQL refuses a NUL
        raise Http404("No such session")
    session = Session.objects.select_related("club").filter(public_id=public_id).first()
    if session is None:
        raise Http404("No such session")
    return session


def zone_of_session(public_id: str) -> str | None:
    """Return the time zone name of a session's club, "" for the site's zone, or None if there is no such session."""
    if not public_id.isalnum():  # as above
        return None
    found = Session.objects.filter(public_id=public_id)
    return found.values_list("club__time_zone", flat=True).first()


def sessions_of(club: Club) -> QuerySet[Session]:
    """Return all sessions of a club, the newest first."""
    return club.sessions.order_by("-date", "-pk")


def sections_of(session: Session) -> list[Section]:
    """Return the session's sections, sorted by name. There is always at least one."""
    return list(session.sections.select_related("session", "board_set").order_by("name"))


def section_for(session: Session, name: str = "") -> Section:
    """Return the section with this name, or the first if the name is "". Raise Http404 if there is none."""
    if name and not name.isalnum():  # as above
        raise Http404("No such section")
    rows = session.sections.select_related("session", "board_set").order_by("name")
    section = rows.filter(name=name.upper()).first() if name else rows.first()
    if section is None:
        raise Http404("No such section")
    return section


def labelled(session: Session, label: str | int) -> tuple[Section, int]:
    """Return the section and number for a label ("3", "B7"). Raise Http404 if it cannot be a label."""
    match = CONTESTANT_LABEL.fullmatch(str(label).upper())
    if match is None:
        raise Http404("No such number")
    return section_for(session, match[1]), int(match[2])


def board_groups_of(session: Session) -> list[list[Section]]:
    """Return the sections grouped by their boards: first those that share the session's boards, then the others."""
    rows = sections_of(session)
    shared = [section for section in rows if not section.own_boards]
    return [group for group in (shared, *([section] for section in rows if section.own_boards)) if group]
