"""Taking back the start: a session becomes a draft again as long as nothing has been played or scored."""

from django.db import transaction

from clubsite.accounts.models import User
from clubsite.clubs.audit_actions import AuditAction
from clubsite.core.refused import Refused
from clubsite.duplicate import signals
from clubsite.duplicate.models import Round, Seating, Section, Session, SessionStatus, TableBoard
from clubsite.duplicate.selectors.sessions import IN_PLAY
from clubsite.duplicate.selectors.start_undo import begun_words
from clubsite.duplicate.services.locks import changed, rooms_locked, session_locked
from clubsite.duplicate.services.session_audit import session_audit_add
from clubsite.play.services import play_void, room_update

NOT_IN_PLAY = "The night is not in play."


def session_start_undo(*, session: Session, user: User) -> None:
    """Go back to the set-up; names, movement, boards, tables and their codes stay.

    A board that was opened without a call is taken off its table, where its hands have been seen. Raise Refused once a
    call, a card or a score is in.
    """
    with transaction.atomic():
        session = session_locked(session)
        if session.status not in IN_PLAY:
            raise Refused(NOT_IN_PLAY)
        sections = list(session.sections.select_for_update().order_by("name"))
        rooms = rooms_locked(session)
        begun = begun_words(session)
        if begun:
            raise Refused(begun)
        signals.start_taken_back.send(sender=Session, session=session)
        _emptied(session, sections)
        for room in rooms:
            room.refresh_from_db()
            room_update(room=room, play=None, ready=[], paused=False, calls=[])
        session.status, session.started_at, session.paused_at = SessionStatus.DRAFT, None, None
        session.save(update_fields=["status", "started_at", "paused_at"])
        session_audit_add(session, AuditAction.SESSION_START_TAKEN_BACK, str(session), user=user)
    changed(session)


def _emptied(session: Session, sections: list[Section]) -> None:
    """Delete rounds, seatings and boards at tables."""
    rows = TableBoard.objects.filter(round__section__session=session)
    for row in rows.filter(play__isnull=False).select_related("play"):
        if row.play is not None:
            play_void(play=row.play)
    rows.delete()
    Seating.objects.filter(round__section__session=session).delete()
    Round.objects.filter(section__session=session).delete()
    for section in sections:
        section.round_number, section.hold = 0, False
        section.save(update_fields=["round_number", "hold"])
    signals.lines_changed.send(sender=Section, session_id=session.pk)
