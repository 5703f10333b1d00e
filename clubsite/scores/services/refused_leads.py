"""A lead that was refused, noted without the card."""

from clubsite.clubs.audit import audit_add
from clubsite.clubs.audit_actions import AuditAction
from clubsite.duplicate.models import TableBoard


def lead_refused(*, table_board: TableBoard, actor: str) -> None:
    """Put into the audit log that a lead was refused, not which: the sentence tells of a card in a hand.

    Whoever tries card after card is seen there.
    """
    row, section = table_board, table_board.round.section
    audit_add(
        club=section.session.club,
        action=AuditAction.LEAD_REFUSED,
        subject=f"table {row.table.label}, board {row.board.number}",
        session_ref=section.session.public_id,
        actor=actor,
    )
