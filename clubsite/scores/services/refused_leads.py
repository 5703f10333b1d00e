"""A lead that was refused, noted with the score that it was typed with, and without the card."""

from django.utils import timezone

from clubsite.clubs.audit import audit_add
from clubsite.clubs.audit_actions import AuditAction
from clubsite.duplicate.models import TableBoard
from clubsite.scores.services.pending_audit import line_words, score_words
from games.wording import SEAT_NAMES
from scoring.result import BoardResult


def lead_refused(
    *, table_board: TableBoard, actor: str, declarer: str = "", typed: BoardResult | None = None
) -> None:
    """Put into the audit log that a lead was refused, and with which score it was typed, as far as that was known.

    Not which card: that would tell what a hand does not hold. Whoever tries card after card is seen there.
    """
    row, section = table_board, table_board.round.section
    against = f"a lead against {SEAT_NAMES[declarer]}" if declarer in SEAT_NAMES else "a lead"
    audit_add(
        club=section.session.club,
        action=AuditAction.LEAD_REFUSED,
        subject=line_words(row),
        session_ref=section.session.public_id,
        actor=actor,
        board=row.board_id,
        typed=f"{score_words(typed)}, with {against}" if typed is not None else against,
        typed_by=actor,
        typed_at=timezone.now().isoformat(),
    )
