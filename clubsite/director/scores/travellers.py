"""The director's pages before publication: the ranking so far, the lines of each board, and their history."""

from dataclasses import dataclass, field
from typing import Any

from django.forms import BoundField
from django.http import Http404

from clubsite.accounts.models import User
from clubsite.clubs.selectors import owns
from clubsite.core.refused import Refused
from clubsite.director.scores.forms import LatePublishForm, PaperForm, ScoreSheetForm, field_of
from clubsite.nights.models import Board, Session, SessionStatus, TableBoard, WrongBoard
from clubsite.nights.selectors.boards import board_rows, boards_of, row_fault, wrong_board_of
from clubsite.nights.selectors.contestants import names_of
from clubsite.nights.selectors.sessions import board_groups_of, sections_of
from clubsite.privacy.names import names_warning
from clubsite.rankings.selectors.corrections import correction_period_of
from clubsite.rankings.selectors.published import publication_of
from clubsite.rankings.selectors.travellers import LiveLine, lines_now, live_lines
from clubsite.rankings.services.publications import changes_unpublished
from clubsite.results.selectors.boards import printed_board
from clubsite.scores.models import CorrectionReason, ScoreEntry, ScoreStatus
from clubsite.scores.selectors.entries import history_of, tells
from clubsite.scores.selectors.hidden_cards import boards_hidden_from
from clubsite.scores.services.checks import lead_check
from clubsite.scores.services.entries import score_enter
from clubsite.scores.services.score_parser import TYPEABLE, parse_score, read_score_line
from games.wording import BOOK, SEAT_NAMES, contestant_sides, made_text, over_text, seat_name
from scoring.lines import Status
from scoring.result import BoardResult
from scoring.ruling_text import STATUS_WORDS


def board_numbers(session: Session) -> list[tuple[str, list[int]]]:
    """Return (section letter, board numbers) for each board set. The letter is "" for the session's own set."""
    return [
        (group[0].boards_letter, [board.number for board in boards_of(group[0])]) for group in board_groups_of(session)
    ]


def board_of(session: Session, number: int, own: str = "") -> Board:
    """Return a board. `own` names a section with its own boards. Raise Http404 if there is no such board."""
    section = next((each for each in sections_of(session) if each.boards_letter == own), None)
    board = next((b for b in boards_of(section) if b.number == number), None) if section else None
    if board is None:
        raise Http404("No such board")
    return board


def board_lines(session: Session, number: int, user: User, own: str = "") -> dict[str, Any]:
    """Return a board's traveller as this director may see it. `own` and errors are as for `board_of`.

    Its `lines` are `covered` if the reader still has to play the board (SOLO-31), and `mixed` if pairs also play it.
    """
    board, numbers = board_of(session, number, own), dict(board_numbers(session))[own]
    lines, at = lines_now(session, user, board_rows(board)), numbers.index(number)
    return {
        "board": board,
        "own": own,
        "lines": lines,
        "top": max((line.points.top for line in lines if line.points), default=0),
        "covered": any(line.covered for line in lines),
        "being_scored": any(line.being_scored for line in lines),
        "mixed": any(line.four_handed for line in lines),
        "before": numbers[at - 1] if at else None,
        "after": numbers[at + 1] if at + 1 < len(numbers) else None,
    }


def boards_so_far(session: Session, user: User) -> list[dict[str, Any]]:
    """Return the boards of a session before publication, without those that have a line hidden from this director."""
    by_board: dict[tuple[str, int], list[LiveLine]] = {}
    for line in live_lines(session, user):
        by_board.setdefault((line.row.table.section.boards_letter, line.board), []).append(line)
    return [
        printed_board(f"{own}{number}", of_board[0].row.board, of_board)
        for (own, number), of_board in sorted(by_board.items())
        if not any(line.covered for line in of_board)
    ]


def publishing_of(session: Session, user: User) -> dict[str, Any]:
    """Return a session's publication, or None if members see none, and the actions since then (`changes`).

    After the correction `period`, in which directors may correct alone, only an `owner` of the club can still publish
    corrections, `with_reason`; `why` is the field for it.
    """
    newest = publication_of(session.pk)
    shown = None if newest is None or newest.withdrawn else newest
    period = correction_period_of(session) if newest is not None else None
    over = period is not None and period.over
    return {
        "ended": session.status == SessionStatus.ENDED,
        "publication": shown,
        "changes": changes_unpublished(shown) if shown is not None else [],
        "period": period,
        "owner": over and owns(user, session.club),
        "with_reason": over,
        "why": LatePublishForm(period.last)["why"] if period is not None else None,
    }


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

    board: dict[str, Any]
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
        return PaperForm({"why": self.why}, ())["why"]


def paper_of(session: Session, number: int, user: User, own: str = "") -> PaperPage:
    """Return the board in its current state, with empty fields. Raise Http404 if there is no such board."""
    board = board_lines(session, number, user, own)
    return PaperPage(board, [PaperLine(line) for line in board["lines"]])


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
    paper.why, paper.reason = sent["why"][:LONGEST_REASON], sent["reason"]
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


SCORE_KINDS = [(status.value, STATUS_WORDS[status]) for status in TYPEABLE]
GIVEN_AVERAGES = [("A6040", "60 / 40"), ("A5050", "50 / 50"), ("A4060", "40 / 60"), ("A6060", "60 / 60")]
LEVELS = ("1", "2", "3", "4", "5", "6", "7")
LEVEL_KEYS = [(level, level) for level in LEVELS]
DOUBLE_KEYS = [("", "No"), ("X", "Doubled"), ("XX", "Redoubled")]


@dataclass(slots=True)
class ScoreSheet:
    """The content of the page. `typed` is the score as the page understood it, or else the score that counts now."""

    row: TableBoard
    south: str
    north: str
    form: ScoreSheetForm
    history: list[ScoreEntry]
    typed: BoardResult | None
    correcting: bool
    covered: bool
    """True if there are scores for a board that the typist has still to play: they are not in `history` (SOLO-31)."""

    kinds = SCORE_KINDS
    reasons = CorrectionReason.choices
    given = GIVEN_AVERAGES
    levels = LEVEL_KEYS
    doubles = DOUBLE_KEYS
    strains = ("C", "D", "H", "S", "N")

    @property
    def data(self) -> dict[str, str]:
        return {field.name: str(field.value() or "") for field in self.form}

    @property
    def made(self) -> str:
        typed = self.typed
        if typed is None or typed.tricks is None or typed.contract in ("", "PASS"):
            return ""
        return made_text(int(typed.contract[0]) + BOOK, typed.tricks)

    @property
    def wrong_board(self) -> WrongBoard | None:
        """The report that put this board in place of another, or None if no report can be taken back."""
        return wrong_board_of(self.row)

    @property
    def other_board_possible(self) -> bool:
        """True if the table may have played a different board instead."""
        return not row_fault(self.row)

    @property
    def pairs(self) -> bool:
        """True if the board was played four-handed."""
        return self.row.round.section.pairs

    @property
    def player(self) -> str:
        return SEAT_NAMES.get(self.typed.declarer if self.typed else "", "")

    @property
    def declarers(self) -> list[tuple[str, str, str]]:
        """A (letter, seat, name) triple for everyone who could have been declarer."""
        seats, ours = ("NESW", "NS") if self.pairs else ("SN", "S")
        return [(seat, seat_name(seat), self.south if seat in ours else self.north) for seat in seats]

    @property
    def sides(self) -> tuple[str, str]:
        return contestant_sides(self.pairs)

    @property
    def trick_keys(self) -> list[tuple[str, str]]:
        """The numbers 0 to 13, each with its meaning at the chosen level."""
        level = self.data["level"]
        need = int(level) + BOOK if level in LEVELS else None
        return [(str(n), "" if need is None else over_text(n - need, "made")) for n in range(13, -1, -1)]


def sheet_of(row: TableBoard, typist: User, data: Any = None) -> ScoreSheet:
    """Return the sheet for a board at a table, with what `typist` typed or with the score that counts now."""
    names = names_of([row.ns_id, row.ew_id])
    history = list(history_of(row))
    covered = any(map(tells, history)) and row.board_id in boards_hidden_from(typist, row.round.section.session)
    history = [] if covered else history
    counts = history[0] if history and history[0].status != ScoreStatus.NOT_PLAYED else None
    correcting = covered or counts is not None
    period = correction_period_of(row.round.section.session) if correcting else None
    form = ScoreSheetForm(
        data, table_board=row, typist=typist, correcting=correcting, period=period, initial=_initial(counts)
    )
    typed = counts.result if counts and counts.status in dict(SCORE_KINDS) else None
    if data is not None:
        form.is_valid()
        typed = form.result
    return ScoreSheet(row, names[row.ns_id], names[row.ew_id], form, history, typed, correcting, covered)


def _initial(entry: ScoreEntry | None) -> dict[str, str]:
    if entry is None:
        return {"status": "played"}
    played = entry.status == ScoreStatus.PLAYED
    return {
        "status": entry.status if entry.status in dict(SCORE_KINDS) else "played",
        "level": entry.contract[:1] if played else "",
        "strain": entry.contract[1:2] if played else "",
        "doubled": entry.contract[2:] if played else "",
        "declarer": entry.declarer,
        "tricks": "" if entry.tricks is None else str(entry.tricks),
        "lead": entry.lead,
        "artificial": entry.ruling if entry.status == ScoreStatus.ARTIFICIAL else "",
        "ruling": (entry.ruling or str(entry.ns_score)) if entry.status == ScoreStatus.ASSIGNED else "",
        "group": entry.group,
    }


def save(sheet: ScoreSheet, user: User) -> bool:
    """Store the score as a new entry. Return False if there are faults, which are shown next to their fields."""
    result = sheet.form.result
    if not sheet.form.is_valid() or result is None:
        return False
    data = sheet.form.cleaned_data
    try:
        score_enter(table_board=sheet.row, result=result, user=user, why=data["why"], reason=data["reason"])
    except Refused as no:
        sheet.form.refuse(no)
        return False
    return True
