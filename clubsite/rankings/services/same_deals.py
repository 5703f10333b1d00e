"""Entries in the club's audit log saying that other sessions have the same boards."""

from clubsite.clubs.audit_actions import AuditAction
from clubsite.nights.models import BoardSet
from clubsite.nights.services.session_audit import session_audit_add
from clubsite.rankings.selectors.embargoes import alike_of


def alike_note(board_set: BoardSet) -> None:
    """Add an entry for each session of the club that has some of these deals, and one entry for all other clubs."""
    session = board_set.session
    for alike in alike_of(board_set):
        session_audit_add(
            session,
            AuditAction.KNOWN_BOARDS_NOTICED,
            known=alike.known,
            boards=[board.number for board in alike.boards],
            other=alike.session.public_id if alike.session else "",
            also_in=str(alike.session or ""),
            elsewhere=alike.session is None,
        )
