"""The lines of a session's audit log as its director reads them: codes and figures in words."""

import datetime
from dataclasses import dataclass

from clubsite.accounts.models import User
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry
from clubsite.clubs.selectors import audit_of
from clubsite.nights.models import Session
from clubsite.nights.selectors.boards import audited_boards
from clubsite.nights.selectors.progress import call_words
from clubsite.nights.services.directing import showing_words
from clubsite.nights.services.opening import OpenedFor
from clubsite.nights.services.setup import options_words
from clubsite.scores.selectors.entries import score_told
from clubsite.scores.selectors.hidden_cards import boards_hidden_from
from games.wording import SEAT_NAMES


@dataclass(frozen=True, slots=True)
class AuditLine:
    """A line of the audit log. `covered` means that it concerns a board that the reader still has to play."""

    entry: AuditEntry
    covered: bool

    @property
    def about(self) -> str:
        """The subject of the action in words, with the calls that a director answered."""
        detail = self.entry.detail
        calls = "; ".join(call_words(**call, pairs=detail["pairs"]) for call in detail.get("calls", ()))
        return f"{self.entry.about}: {calls}" if calls else self.entry.about

    @property
    def typed(self) -> str:
        """The typed score. A refused lead is not in the log, because it would show what a hand lacks."""
        columns = self.entry.detail.get("typed")
        words = score_told(columns, with_lead=True)
        if self.entry.action == AuditAction.LEAD_REFUSED:
            return f"{words}, with a lead against {SEAT_NAMES[columns['declarer']]}"
        return words

    @property
    def typed_at(self) -> datetime.datetime | None:
        """The time when this line's score was typed at the table, or None."""
        at = self.entry.detail.get("typed_at")
        return datetime.datetime.fromisoformat(at) if at else None

    @property
    def before(self) -> str:
        return self._words("before")

    @property
    def after(self) -> str:
        return self._words("after")

    @property
    def why(self) -> str:
        """The reason, as typed. For a director's act at their own seat, who agreed to it."""
        detail = self.entry.detail
        if "own" not in detail:
            return detail.get("why", "")
        consented = ", and the opponent at the table consented" if detail.get("consented") else ""
        return f"their own {detail['own']}; no other director was there{consented}"

    @property
    def opened_for(self) -> str:
        """The reason why the boards of this line were opened, in words, or "" if no boards were opened."""
        reason = self.entry.detail.get("opened_for")
        return OpenedFor(reason).label if reason else ""

    def _words(self, key: str) -> str:
        value = self.entry.detail.get(key)
        if self.entry.action == AuditAction.OPTIONS_CHOSEN:
            return options_words(value)
        if self.entry.action == AuditAction.SHOWING_SET:
            return showing_words(**value)
        return score_told(value) if isinstance(value, dict) else value or ""


def audit_lines_of(session: Session, user: User) -> list[AuditLine]:
    """Return the lines of the audit log as this user may see them, newest first."""
    owed, boards = boards_hidden_from(user, session), audited_boards(session)
    return [AuditLine(entry, boards.get(entry.pk) in owed) for entry in audit_of(session.pk)]
