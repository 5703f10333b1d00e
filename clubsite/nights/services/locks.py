"""Locks and messages shared by several session services. Lock order: Session, Section, Board, Room, Play."""

from clubsite.nights import signals
from clubsite.nights.models import Section, Session, SessionStatus
from clubsite.play.models import Room


def session_locked(session: Session) -> Session:
    """Return the session in its current state, locked, with its club."""
    return Session.objects.select_for_update(of=("self",)).select_related("club").get(pk=session.pk)


def section_locked(section_id: int) -> Section:
    session_id = Section.objects.values_list("session_id", flat=True).get(pk=section_id)
    session = Session.objects.select_for_update().get(pk=session_id)
    section = Section.objects.select_for_update().get(pk=section_id)
    section.session = session
    return section


def rooms_locked(session: Session, section: Section | None = None) -> list[Room]:
    """Return the rooms of a session, or of one of its sections, locked in order."""
    which = {"table__section": section} if section else {"table__section__session": session}
    return list(Room.objects.select_for_update().filter(**which).order_by("pk"))


def changed(session: Session) -> None:
    """Announce a change once it is committed, because the receivers read the changed data."""
    signals.session_tell(Session, session.public_id, ended=session.status == SessionStatus.ENDED)
