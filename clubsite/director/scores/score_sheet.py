"""The page where a director types a score: the form, the keys next to it, and the earlier scores."""

from dataclasses import dataclass
from typing import Any

from clubsite.accounts.models import User
from clubsite.core.refused import Refused
from clubsite.director.scores.forms import ScoreSheetForm
from clubsite.nights.models import TableBoard, WrongBoard
from clubsite.nights.selectors.boards import row_fault, wrong_board_of
from clubsite.nights.selectors.contestants import names_of
from clubsite.rankings.selectors.corrections import correction_period_of
from clubsite.scores.models import CorrectionReason, ScoreEntry, ScoreStatus
from clubsite.scores.selectors.entries import history_of, tells
from clubsite.scores.selectors.hidden_cards import boards_hidden_from
from clubsite.scores.services.entries import score_enter
from clubsite.scores.services.score_parser import TYPEABLE
from games.wording import BOOK, SEAT_NAMES, contestant_sides, made_text, over_text, seat_name
from scoring.result import BoardResult
from scoring.ruling_text import STATUS_WORDS

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
    def faults(self) -> dict[str, str]:
        return self.form.problems

    @property
    def made(self) -> str:
        return made_words(self.typed.contract, self.typed.tricks) if self.typed else ""

    @property
    def wrong_board(self) -> WrongBoard | None:
        """The report that put this board in place of another, or None if no such report can be taken back."""
        return wrong_board_of(self.row)

    @property
    def other_board_possible(self) -> bool:
        """True if the table may have played a different board instead."""
        return not row_fault(self.row)

    @property
    def live(self) -> bool:
        """True if entering this score would stop a play at the table."""
        return self.row.play is not None and self.row.play.status == "live"

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
        if self.pairs:
            return [(s, seat_name(s), self.south if s in "NS" else self.north) for s in "NESW"]
        return [(s, seat_name(s), self.south if s == "S" else self.north) for s in "SN"]

    @property
    def sides(self) -> tuple[str, str]:
        return contestant_sides(self.pairs)

    @property
    def trick_keys(self) -> list[tuple[str, str]]:
        """The numbers 0 to 13, each with its meaning at the chosen level."""
        level = self.data["level"]
        need = int(level) + BOOK if level in LEVELS else None
        return [(str(n), "" if need is None else over_text(n - need, "made")) for n in range(13, -1, -1)]


def made_words(contract: str, tricks: int | None) -> str:
    if tricks is None or not contract or contract == "PASS":
        return ""
    return made_text(int(contract[0]) + BOOK, tricks)


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
    said = sheet.form.cleaned_data
    try:
        score_enter(table_board=sheet.row, result=result, user=user, why=said["why"], reason=said["reason"])
    except Refused as no:
        sheet.form.refuse(no)
        return False
    return True
