"""Typing a paper traveller: each row of a board has one field, and each entry is read back in full."""

from dataclasses import dataclass, field
from typing import Any

from django.forms import BoundField

from clubsite.accounts.models import User
from clubsite.core.refused import Refused
from clubsite.director.scores.forms import PaperForm, field_of
from clubsite.director.scores.travellers import BoardLines, board_lines
from clubsite.nights.models import Session, TableBoard
from clubsite.privacy.names_in_text import names_warning
from clubsite.rankings.selectors.travellers import LiveLine
from clubsite.scores.models import CorrectionReason
from clubsite.scores.services.entries import score_enter
from clubsite.scores.services.refused_leads import lead_check
from clubsite.scores.services.score_parser import parse_score, read_score_line
from scoring.lines import Status
from scoring.result import BoardResult

PAPER_REASON_ASKED = "There is a score already. Write below why it is changed."
IN_PLAY = "This board is being played there now. Its score sheet can end it."
LONGEST_REASON = 200


@dataclass(slots=True)
class PaperLine:
    """A row of the traveller. `typed` is the text in its field, and `fault` is the reason why the text was refused."""

    line: LiveLine
    typed: str = ""
    said: BoardResult | None = None
    fault: str = ""

    @property
    def has_score(self) -> bool:
        """True if a score other than "not played" counts in this row."""
        result = self.line.result
        return self.line.covered or (result is not None and result.status != Status.NOT_PLAYED)


@dataclass(slots=True)
class PaperPage:
    """The data for the page about one board."""

    board: BoardLines
    lines: list[PaperLine]
    why: str = ""
    reason: str = CorrectionReason.OTHER
    warned: str = ""
    """The reason that was refused because it contains a name."""
    entered: list[int] = field(default_factory=list)
    """TableBoards whose score was entered."""

    reasons = CorrectionReason.choices

    @property
    def faults(self) -> bool:
        return any(line.fault for line in self.lines)

    @property
    def changes(self) -> bool:
        """True if a row already has a score, so that a change needs a reason."""
        return any(line.has_score for line in self.lines)

    @property
    def why_field(self) -> BoundField:
        """The form field for the reason, filled with what was typed."""
        return PaperForm({"why": self.why}, ())["why"]


def paper_of(session: Session, number: int, user: User, own: str = "") -> PaperPage:
    """Return the board in its current state, with empty fields. Raise Http404 if there is no such board."""
    board = board_lines(session, number, user, own)
    return PaperPage(board, [PaperLine(line) for line in board.lines])


def read_line(row: TableBoard, text: str, user: User) -> BoardResult:
    """Return the score that `user` typed for a row. Raise Refused if it cannot be read or is impossible in this row."""
    four_handed = row.round.section.pairs
    keys: dict[str, Any] = dict(read_score_line(text))
    result = parse_score(vul=row.board.vulnerability, four_handed=four_handed, **keys)
    lead_check(board=row.board, result=result, four_handed=four_handed, typist=user)
    return result


def paper_take(paper: PaperPage, data: Any, user: User) -> None:
    """Enter all typed rows that can be entered. The other rows keep their text and show why they were refused."""
    sent = PaperForm(data, [line.line.table_board for line in paper.lines]).sent
    paper.why, paper.reason = sent["why"][:LONGEST_REASON], sent["reason"] or CorrectionReason.OTHER
    for line in paper.lines:
        line.typed = sent[field_of(line.line.table_board)]
        if not line.typed:
            continue
        try:
            _take(paper, line, user, sent["named"])
        except Refused as no:
            line.fault = str(no)


def _take(paper: PaperPage, line: PaperLine, user: User, warned: str) -> None:
    row = line.line.row
    line.said = result = read_line(row, line.typed, user)
    if row.play is not None and row.play.status == "live":
        raise Refused({"line": IN_PLAY})
    if line.has_score and not paper.why:
        raise Refused({"why": PAPER_REASON_ASKED})
    why = paper.why if line.has_score else ""
    if fault := names_warning(row.round.section.session.club, why, warned):
        paper.warned = why
        raise Refused({"why": fault})
    score_enter(table_board=row, result=result, user=user, why=why, reason=paper.reason)
    paper.entered.append(row.pk)
