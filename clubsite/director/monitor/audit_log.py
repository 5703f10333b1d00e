"""A session's audit log as a director may read it: scores on boards that the director still has to play are
covered (SOLO-31).
"""

import datetime
from dataclasses import dataclass

from clubsite.accounts.models import User
from clubsite.clubs.models import AuditEntry
from clubsite.clubs.selectors import audit_of
from clubsite.nights.models import Session
from clubsite.nights.selectors.boards import audited_boards
from clubsite.nights.services.opening import OpenedFor
from clubsite.scores.selectors.hidden_cards import boards_hidden_from


@dataclass(frozen=True, slots=True)
class AuditLine:
    """A line of the audit log. `covered` means that it concerns a board that the reader still has to play."""

    entry: AuditEntry
    covered: bool

    @property
    def typed_at(self) -> datetime.datetime | None:
        """The time when this line's score was typed at the table, or None."""
        at = self.entry.detail.get("typed_at")
        return datetime.datetime.fromisoformat(at) if at else None

    @property
    def opened_for(self) -> str:
        """The reason why the boards of this line were opened, in words, or "" if no boards were opened."""
        reason = self.entry.detail.get("opened_for")
        return OpenedFor(reason).label if reason else ""


def audit_lines_of(session: Session, user: User) -> list[AuditLine]:
    """Return the lines of the audit log as this user may see them, newest first."""
    owed, boards = boards_hidden_from(user, session), audited_boards(session)
    return [AuditLine(entry, boards.get(entry.pk) in owed) for entry in audit_of(session.pk)]
