"""A score typed by the director: keys to fields, fields to a sentence, the sentence stored."""

from dataclasses import dataclass, field
from typing import Any

from clubsite.accounts.models import User
from clubsite.duplicate.models import TableBoard
from clubsite.duplicate.selectors.contestants import names_of
from clubsite.scores.models import ScoreEntry, ScoreStatus
from clubsite.scores.selectors.entries import boards_owed_by, history_of, tells
from clubsite.scores.services.entries import ScoreRefused, score_enter
from clubsite.scores.services.score_parser import understand
from scoring.plausible import SEAT_NAMES
from scoring.result import BoardResult

FIELDS = (
    "status",
    "level",
    "strain",
    "doubled",
    "declarer",
    "tricks",
    "lead",
    "points",
    "artificial",
    "ruling",
    "group",
    "why",
)
KINDS = [
    ("played", "Played"),
    ("passed_out", "Passed out"),
    ("not_played", "Not played"),
    ("late", "Late play"),
    ("artificial", "Artificial"),
    ("assigned", "A ruling"),
]
GIVEN = [("A6040", "60 / 40"), ("A5050", "50 / 50"), ("A4060", "40 / 60"), ("A6060", "60 / 60")]
LEVELS = ("1", "2", "3", "4", "5", "6", "7")
WHY = "Write why the score is changed: it stays beside the old one."


@dataclass(slots=True)
class Sheet:
    """What the form shows: the fields as typed, the faults beside them, what was understood."""

    row: TableBoard
    south: str
    north: str
    data: dict[str, str]
    history: list[ScoreEntry]
    faults: dict[str, str] = field(default_factory=dict)
    typed: BoardResult | None = None
    typist: Any = None
    covered: bool = False
    """There are scores, of a board that the typist has still to play: they are not in `history` (SOLO-31)."""

    kinds = KINDS
    given = GIVEN
    strains = ("C", "D", "H", "S", "N")

    @property
    def correcting(self) -> bool:
        """Whether a score that somebody made is being replaced ("not played" asks for no reason)."""
        return self.covered or (bool(self.history) and self.history[0].status != ScoreStatus.NOT_PLAYED)

    @property
    def made(self) -> str:
        return made_words(self.typed.contract, self.typed.tricks) if self.typed else ""

    @property
    def live(self) -> bool:
        """Whether a play at the table would be stopped by this score."""
        return self.row.play is not None and self.row.play.status == "live"

    @property
    def pairs(self) -> bool:
        """Whether it was played four-handed."""
        return self.row.round.section.pairs

    @property
    def player(self) -> str:
        return SEAT_NAMES.get(self.typed.declarer if self.typed else "", "")

    @property
    def declarers(self) -> list[tuple[str, str, str]]:
        """(letter, seat, who sits there) of everybody who can have played it."""
        if self.pairs:
            return [(s, SEAT_NAMES[s], self.south if s in "NS" else self.north) for s in "NESW"]
        return [("S", "South", self.south), ("N", "North", self.north)]

    @property
    def sides(self) -> tuple[str, str]:
        return ("N/S", "E/W") if self.pairs else ("South", "North")

    @property
    def kind_words(self) -> str:
        return dict(KINDS).get(self.typed.status if self.typed else "", "")

    @property
    def levels(self) -> list[int]:
        return [int(level) for level in LEVELS]

    @property
    def trick_keys(self) -> list[tuple[str, str]]:
        """0 to 13 with what each means for the level chosen."""
        level = self.data["level"]
        need = int(level) + 6 if level in LEVELS else None
        return [(str(n), _against(n, need)) for n in range(13, -1, -1)]


def _against(tricks: int, need: int | None) -> str:
    if need is None:
        return ""
    over = tricks - need
    return "made" if over == 0 else f"+{over}" if over > 0 else f"−{-over}"


def made_words(contract: str, tricks: int | None) -> str:
    """ "made 10 tricks", "2 down"."""
    if tricks is None or not contract or contract == "PASS":
        return ""
    need = int(contract[0]) + 6
    return f"made {tricks} tricks" if tricks >= need else f"{need - tricks} down"


def sheet_of(row: TableBoard, typist: Any, data: Any = None) -> Sheet:
    """The sheet of a board at a table: as the user `typist` typed it, or with what counts now."""
    names = names_of([row.ns_id, row.ew_id])
    history = list(history_of(row))
    covered = any(map(tells, history)) and row.board_id in boards_owed_by(typist, row.round.section.session)
    history = [] if covered else history
    fields = (
        {name: str(data.get(name, "")).strip() for name in FIELDS} if data is not None else _fields(history)
    )
    sheet = Sheet(row, names[row.ns_id], names[row.ew_id], fields, history, typist=typist, covered=covered)
    if data is None and read(sheet, whole=False) is False:
        sheet.faults = {}
    return sheet


def _fields(history: list[ScoreEntry]) -> dict[str, str]:
    blank = dict.fromkeys(FIELDS, "")
    if not history or history[0].status == ScoreStatus.NOT_PLAYED:
        return {**blank, "status": "played"}
    last = history[0]
    played = last.status == ScoreStatus.PLAYED
    return {
        **blank,
        "status": last.status if last.status in dict(KINDS) else "played",
        "level": last.contract[0] if played else "",
        "strain": last.contract[1] if played else "",
        "doubled": last.contract[2:] if played else "",
        "declarer": last.declarer,
        "tricks": "" if last.tricks is None else str(last.tricks),
        "lead": last.lead,
        "artificial": last.ruling if last.status == ScoreStatus.ARTIFICIAL else "",
        "ruling": _ruling_of(last),
        "group": last.group,
    }


def _ruling_of(last: ScoreEntry) -> str:
    if last.status != ScoreStatus.ASSIGNED:
        return ""
    return last.ruling or str(last.ns_score)


def read(sheet: Sheet, *, whole: bool = True) -> bool:
    """Understand what is on the sheet; faults go beside their fields. `whole`: the reason is asked for too."""
    data = sheet.data
    try:
        sheet.typed = understand(
            board=sheet.row.board, four_handed=sheet.pairs, typist=sheet.typist, **_score_of(data)
        )
    except ScoreRefused as no:
        sheet.faults = _at_their_fields(sheet, no)
    if whole and sheet.correcting and not data["why"]:
        sheet.faults["why"] = WHY
    return not sheet.faults


def _score_of(data: dict[str, str]) -> dict[str, Any]:
    contract = f"{data['level']}{data['strain']}{data['doubled']}" if data["level"] or data["strain"] else ""
    return {
        "status": data["status"] or "played",
        "contract": contract,
        "declarer": data["declarer"],
        "tricks": data["tricks"],
        "lead": data["lead"],
        "points": data["points"],
        "artificial": data["ruling" if data["status"] == ScoreStatus.ASSIGNED else "artificial"],
        "group": data["group"],
    }


def save(sheet: Sheet, user: User) -> bool:
    """Store it as a new score; the older ones stay. False with the faults on the sheet."""
    if not read(sheet):
        return False
    try:
        score_enter(table_board=sheet.row, user=user, why=sheet.data["why"], **_score_of(sheet.data))
    except ScoreRefused as no:
        sheet.faults = _at_their_fields(sheet, no)
        return False
    return True


def _at_their_fields(sheet: Sheet, no: ScoreRefused) -> dict[str, str]:
    """A ruling has a field of its own."""
    ruled = sheet.data["status"] == ScoreStatus.ASSIGNED
    return {"ruling" if ruled and name == "artificial" else name: text for name, text in no.problems.items()}
