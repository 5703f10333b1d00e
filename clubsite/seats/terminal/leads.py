"""The lead of a score that a terminal sends: compared with the leader's hand, a few times a board."""

from typing import Any

from clubsite.duplicate.models import TableBoard
from clubsite.play.models import SeatTicket
from clubsite.play.services import room_locked
from clubsite.scores.selectors.refused_leads import leads_closed
from clubsite.scores.services.refused_leads import lead_check, lead_refuse
from clubsite.scores.services.score_parser import ScoreRefused
from clubsite.seats.terminal.forms import NO_LEAD, ActForm, TerminalScoreForm
from clubsite.seats.terminal.lines import Line

LEAD_LEFT_OUT = "The lead of board {} could not be, so the score is kept without it."
LEAD_NOT_KEPT = "Its lead is not kept."
CALLED = "That was the third such lead of board {}, so the director is called."
CLOSED = "Three leads of board {} could not be, so no more of them are checked. The director is told."
GO_ON = "Tap “Nobody remembers” to send the score without a lead, or wait for the director."


def score_with_lead(
    ticket: SeatTicket, line: Line, row: TableBoard, form: ActForm
) -> tuple[TerminalScoreForm, str]:
    """Return the form of a typed score with its lead checked, and what to say if the lead was left out.

    Only a lead of the table's own board is compared with a hand. Raise ScoreRefused if it is refused.
    """
    score, _ = without_lead(form, table_board=row)
    if not _names_lead(form) or not score.is_valid():
        return score, ""
    if line.asks:
        return score, LEAD_NOT_KEPT
    room_locked(row.table.room_id)  # two devices of a table count together
    number, offline = row.board.number, form.sent["offline"]
    if leads_closed(row):
        if offline:
            return score, LEAD_NOT_KEPT
        raise ScoreRefused({"lead": f"{CLOSED.format(number)} {GO_ON}"})
    whole = TerminalScoreForm(form.data, table_board=row)
    try:
        if not whole.is_valid() or whole.typed is None:
            raise ScoreRefused(whole.problems)
        lead_check(board=row.board, result=whole.typed, four_handed=whole.four_handed)
        return whole, ""
    except ScoreRefused as no:
        problems = no.problems
    typed = score.typed
    declarer = typed.declarer if typed is not None else ""
    last = lead_refuse(table_board=row, side=line.side, ticket=ticket, declarer=declarer, typed=typed)
    called = CALLED.format(number) if last else ""
    if offline:  # a score that was typed without a line is not held up by its lead
        return score, f"{LEAD_LEFT_OUT.format(number)} {called}".strip()
    if last:
        problems["lead"] = f"{problems['lead']} {called} {GO_ON}"
    raise ScoreRefused(problems)


def without_lead(form: ActForm, **line: Any) -> tuple[TerminalScoreForm, str]:
    """Return the form of a typed score without its lead, and what to say about that, "" if it names none."""
    score = TerminalScoreForm({**form.answers(), "lead": NO_LEAD}, **line)
    return score, LEAD_NOT_KEPT if _names_lead(form) else ""


def _names_lead(form: ActForm) -> bool:
    return form.answers().get("lead", NO_LEAD) != NO_LEAD
