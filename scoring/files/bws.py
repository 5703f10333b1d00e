"""Reading scores from Bridgemates: an evening's .bws file, which is an Access file (Bridgemate Developer's Guide).

A score is a row in `ReceivedData`: section, table, round, board, the two pairs, the declarer and the result. A score
that was typed again has another row, and the last row counts. A score that was taken back is marked `Erased`. It makes
no difference here whether the scoring program has seen a row (`Processed`) or wrote it itself (`ExternalUpdate`).

At a table of two players, South's number is the N/S pair's and North's the E/W pair's (SOLO-11a). If a board was
played in the wrong direction, the row has the pairs as in the movement and the declarer as actually seated.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from scoring.contracts import side_of
from scoring.errors import MOST_FAULTS, FileError
from scoring.files.jet.reading import Row, read_tables
from scoring.files.jet.shapes import Cell
from scoring.files.model import FileContestant, FileLine, FileSection, ResultFile
from scoring.files.rows import RowFault, line_of
from scoring.lines import UntoldScore, state_of

WANTED_COLUMNS = {
    "Section": ("ID", "Letter"),
    "RoundData": ("Section", "Table", "Round", "NSPair", "EWPair"),
    "ReceivedData": (
        *("ID", "Section", "Table", "Round", "Board", "PairNS", "PairEW", "Declarer", "NS/EW"),
        *("Contract", "Result", "LeadCard", "Remarks", "Erased"),
    ),
    "PlayerNumbers": ("Section", "Table", "Direction", "Number", "Name", "Round"),
    "PlayerNames": ("ID", "Name", "strID"),
}
COLUMN_OF = {
    "board": "Board",
    "ns": "PairNS",
    "ew": "PairEW",
    "contract": "Contract",
    "declarer": "NS/EW",
    "tricks": "Result",
    "lead": "LeadCard",
    "score": "Remarks",
    "table": "Table",
    "round": "Round",
}
NOT_PLAYED, WRONG_DIRECTION = "not played", "wrong direction"
SEATS = {"NS": ("S", "N"), "EW": ("W", "E")}  # at a table of two the first one plays (SOLO-11a)
MOST_NOTES = 100
Where = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class _Place:
    """The location of a row, in words that help a person to find the row on the Bridgemate Control screen."""

    letter: str
    where: Where

    def __str__(self) -> str:
        _, table, round_number, board = self.where
        return f"section {self.letter}, table {table}, round {round_number}, board {board}"


def read_bws(data: bytes, vuls: Mapping[int, str] | None = None) -> ResultFile:
    """Return the last score for each board at each table, and who sat where. Raise FileError, listing every fault.

    The `notes` in the result name the scores that only a director can decide.
    """
    tables = read_tables(data, WANTED_COLUMNS)
    if "ReceivedData" not in tables:
        raise FileError(["the file is an Access file, but not of Bridgemates: it has no table ReceivedData."])
    letters = _letters(tables.get("Section", []))
    names = _names(tables, letters)
    reader = _BwsReader(letters, vuls or {})
    for row in _in_order(tables["ReceivedData"]):
        reader.take(row)
    return reader.night(names)


def _letters(rows: Iterable[Row]) -> dict[int, str]:
    return {_number(row, "ID"): _text(row, "Letter").upper() for row in rows}


def _in_order(rows: list[Row]) -> list[Row]:
    """Return the rows in the order in which they were typed, which is the order of the ID column."""
    return sorted(rows, key=lambda row: _number(row, "ID"))


class _BwsReader:
    """A reader that takes rows in order. A later row for the same board and table replaces an earlier row."""

    def __init__(self, letters: dict[int, str], vuls: Mapping[int, str]) -> None:
        self.letters, self.vuls = letters, vuls
        self.last: dict[Where, Row] = {}
        self.again = 0
        self.notes: list[str] = []
        self.wrong: list[str] = []

    def take(self, row: Row) -> None:
        """Read one more row from the file."""
        where = tuple(_number(row, name) for name in ("Section", "Table", "Round", "Board"))
        before = self.last.get(where)  # type: ignore[arg-type]
        self.again += before is not None and not before.get("Erased") and not row.get("Erased")
        self.last[where] = row  # type: ignore[index]

    def night(self, names: dict[str, dict[str, FileContestant]]) -> ResultFile:
        """Return the results from all the rows taken. Raise FileError, listing every fault."""
        sections: dict[str, list[FileLine]] = {}
        for where, row in self.last.items():
            letter = self.letters.get(where[0]) or (_letter_of(where[0]) if not self.letters else "")
            place = _Place(letter or str(where[0]), where)
            if not letter:
                self.wrong.append(f"{place}: the file has no section {where[0]}.")
            elif line := self._line(place, row):
                sections.setdefault(letter, []).append(line)
            if len(self.wrong) > MOST_FAULTS:
                break
        if not self.last:
            self.wrong.append("the file holds no score: the Bridgemates have sent none yet.")
        if self.wrong:
            raise FileError(self.wrong)
        if self.again:
            scores = "score was" if self.again == 1 else "scores were"
            self.notes.append(f"{self.again} {scores} typed again on a Bridgemate: the last one counts.")
        file_sections = [
            FileSection(letter, tuple(names.get(letter, {}).values()), tuple(sections.get(letter, ())))
            for letter in sorted({*sections, *names})
        ]
        return ResultFile(tuple(file_sections), format="BWS", notes=tuple(self.notes[:MOST_NOTES]))

    def _line(self, place: _Place, row: Row) -> FileLine | None:
        """Return the row as a traveller line. If there is nothing to score, add a note and return None."""
        remark = _text(row, "Remarks").lower()
        if row.get("Erased"):
            remark = NOT_PLAYED
        state = state_of(remark)
        if isinstance(state, UntoldScore) or not (state or _text(row, "Contract")):
            self.notes.append(f"{place}: {_undecided(row)} Type the score in the room.")
            return None
        board = place.where[3]
        try:
            texts, turned = _texts(row, remark)
            line = line_of(texts, _number(row, "ID"), self.vuls.get(board))
            return replace(line, turned=turned, erased=bool(row.get("Erased")))
        except RowFault as fault:
            self.wrong.append(f"{place}, column {COLUMN_OF.get(fault.field, fault.field)}: {fault}")
            return None


def _undecided(row: Row) -> str:
    remark = _text(row, "Remarks")
    return f"the Bridgemate says “{remark[:40]}” and no more." if remark else "it has neither contract nor remark."


def _texts(row: Row, remark: str) -> tuple[dict[str, str], bool]:
    """Return the row's strings, keyed by FileLine's field names, with each pair in the direction in which it sat.

    The second value is True if the file has the pairs the other way round.
    """
    score = remark if state_of(remark) else ""
    declarer = "" if score else _text(row, "NS/EW").upper()
    pairs = [_pair(row, "PairNS"), _pair(row, "PairEW")]
    turned = remark == WRONG_DIRECTION or _turned(row, declarer, pairs)
    if turned:
        pairs.reverse()
    texts = {
        "board": str(_number(row, "Board")),
        "ns": pairs[0],
        "ew": pairs[1],
        "contract": "" if score else _text(row, "Contract"),
        "declarer": declarer,
        "tricks": "" if score else _text(row, "Result"),
        "lead": "" if score else _text(row, "LeadCard").replace("10", "T"),
        "score": score,
        "table": str(_number(row, "Table")),
        "round": str(_number(row, "Round")),
    }
    return texts, turned


def _turned(row: Row, declarer: str, pairs: list[str]) -> bool:
    """True if the declaring pair did not sit in the direction that the movement gives it."""
    pair = _pair(row, "Declarer")
    if pair not in pairs or declarer not in ("N", "E", "S", "W") or pairs[0] == pairs[1]:
        return False
    return pairs[side_of(declarer) == "EW"] != pair


def _names(tables: dict[str, list[Row]], letters: dict[int, str]) -> dict[str, dict[str, FileContestant]]:
    """Return each pair's players, by section and pair, from the numbers that were typed or preset at their table."""
    known = {
        _text(row, "strID") or str(_number(row, "ID")): _text(row, "Name") for row in tables.get("PlayerNames", [])
    }
    pairs = {
        (_number(row, "Section"), _number(row, "Table"), _number(row, "Round")): row
        for row in tables.get("RoundData", [])
    }
    seats: dict[tuple[str, str], dict[str, tuple[str, str]]] = {}
    for row in tables.get("PlayerNumbers", []):
        section, table = _number(row, "Section"), _number(row, "Table")
        meeting = pairs.get((section, table, _number(row, "Round") or 1))
        seat, number = _text(row, "Direction").upper(), _text(row, "Number")
        name = _text(row, "Name") or known.get(number, "")
        if meeting is None or not (name or number):
            continue
        for side, both in SEATS.items():
            if seat in both:
                key = letters.get(section) or _letter_of(section), _pair(meeting, f"{side}Pair")
                seats.setdefault(key, {}).setdefault(seat, (name, number))
    contestants: dict[str, dict[str, FileContestant]] = {}
    for (letter, pair), who in seats.items():
        people = [who[seat] for both in SEATS.values() for seat in both if seat in who]
        contestant = FileContestant(pair, tuple(name for name, _ in people), ids=tuple(number for _, number in people))
        contestants.setdefault(letter, {})[pair] = contestant
    return contestants


def _letter_of(section: int) -> str:
    return chr(64 + section) if 0 < section <= 26 else str(section)


def _pair(row: Row, name: str) -> str:
    number = _number(row, name)
    return str(number) if number else ""


def _number(row: Row, name: str) -> int:
    """Return a number that may be stored as text, or 0 if no number is stored."""
    cell: Cell = row.get(name)
    if isinstance(cell, str) and cell.strip().isascii() and cell.strip().isdigit():
        return int(cell.strip()[:9])
    return int(cell) if isinstance(cell, int) else 0


def _text(row: Row, name: str) -> str:
    cell = row.get(name)
    return "" if cell is None or isinstance(cell, bytes) else " ".join(str(cell).split())
