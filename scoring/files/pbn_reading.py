"""Reading PBN files with results, as written by this program or by others."""

from collections.abc import Mapping, Sequence
from contextlib import suppress

from games.notation.faults import DealFileError
from games.notation.file_bytes import decode_text
from games.notation.pbn import VUL_WORDS, read_pbn_boards
from games.notation.pbn_text import PbnGame, PbnRows, games_of
from games.notation.records import BareBoard, DealRecord
from scoring.errors import FileError, ScoreError
from scoring.files.model import FileContestant, FileLine, FileSection, ResultFile, date_of
from scoring.files.pbn import BETWEEN, EXACT
from scoring.files.rows import RowFault, line_of
from scoring.lines import Status, parse_score_text

COLUMNS = {
    "Section": "section",
    "Table": "table",
    "Round": "round",
    "PairId_NS": "ns",
    "PairId_EW": "ew",
    "Contract": "contract",
    "Declarer": "declarer",
    "Result": "tricks",
    "Lead": "lead",
    "FouledGroup": "group",
}
NEEDED = ("PairId_NS", "PairId_EW")
Cells = Mapping[str, str]
Key = tuple[str, ...]


def read_pbn_results(data: bytes) -> ResultFile:
    """Return the night's results from a PBN file with score tables. Raise FileError with every fault."""
    text = decode_text(data)
    games, faults = games_of(text)
    wrong = [f"{fault.field}: {fault.message}." for fault in faults]
    boards = [] if wrong else _boards(text, games, wrong)
    lines: dict[str, list[FileLine]] = {}
    for game in games:
        _Scores(game, lines, wrong).read()
    contestants = _contestants(games, wrong)
    if not lines and not wrong:
        wrong.append("the file: no [ScoreTable] with PairId_NS and PairId_EW is in it, so there are no results.")
    if wrong:
        raise FileError(wrong)
    first = games[0].tags
    scoring = first.get("Scoring", "")
    names = [*contestants, *(name for name in lines if name not in contestants)]
    sections = [FileSection(name, tuple(contestants.get(name, ())), tuple(lines.get(name, ()))) for name in names]
    two = all(contestant.direction for section in sections for contestant in section.contestants)
    return ResultFile(
        sections=tuple(sections),
        event=first.get("Event", ""),
        club=first.get("Site", ""),
        date=date_of(first.get("Date", "")),
        method="butler" if "Butler" in scoring else "cross_imps" if "IMP" in scoring else "match_points",
        winners=0 if not contestants else 2 if two else 1,
        boards=tuple(boards),
        format="PBN",
    )


def _boards(text: str, games: Sequence[PbnGame], wrong: list[str]) -> list[DealRecord | BareBoard]:
    """Return the boards, and add their faults to `wrong`.

    If a game has no number, return [], because the games may then not be boards.
    """
    if not all(game.tags.get("Board") for game in games):
        return []
    try:
        return read_pbn_boards(text)
    except DealFileError as refused:
        wrong += [sentence for _, _, sentence in refused.problems]
        return []


class _Scores:
    """The lines of one game, which are added to `lines`, and their faults, which are added to `wrong`."""

    def __init__(self, game: PbnGame, lines: dict[str, list[FileLine]], wrong: list[str]) -> None:
        self.game = game
        self.lines = lines
        self.wrong = wrong
        self.vul = VUL_WORDS.get(game.tags.get("Vulnerable", "").lower())

    def read(self) -> None:
        """Join each exact score to its line. Sit-outs occur only among the exact scores."""
        exact = self._exact()
        for table in self.game.tables.get("ScoreTable", ()):
            if not set(NEEDED) <= set(table.columns):
                self.wrong += [f"line {n}, ScoreTable: there is no PairId_NS or PairId_EW." for n, _ in table.rows[:1]]
                continue
            for number, cells in _cells(table, "ScoreTable", self.wrong):
                at, own = exact.pop(_key(cells), (number, {}))
                self._add(number, cells, own.get("ExactScore", ""), at)
        for number, alone in exact.values():
            if _is_sit_out(alone["ExactScore"]):
                self._add(number, {"FouledGroup": "-", **alone}, alone["ExactScore"], number)
            else:
                who = " against ".join(alone[column] for column in NEEDED)
                self.wrong.append(f"line {number}, {EXACT}: no line of the ScoreTable is of {who}.")

    def _exact(self) -> dict[Key, tuple[int, Cells]]:
        rows: dict[Key, tuple[int, Cells]] = {}
        for table in self.game.tables.get(EXACT, ()):
            missing = [name for name in (*NEEDED, "ExactScore") if name not in table.columns]
            if missing:
                self.wrong.append(f"board {self._board()}, {EXACT}: there is no column {', '.join(missing)}.")
                continue
            for number, cells in _cells(table, EXACT, self.wrong):
                first, _ = rows.setdefault(_key(cells), (number, cells))
                if first != number:
                    self.wrong.append(f"line {number}, {EXACT}: these two are there already, on line {first}.")
        return rows

    def _board(self) -> str:
        return self.game.tags.get("Board", "")[:20]

    def _add(self, number: int, cells: Cells, exact: str, exact_at: int) -> None:
        row = {name: cells[column] for column, name in COLUMNS.items() if column in cells}
        row |= {"board": self.game.tags.get("Board", ""), "score": exact or _points(cells)}
        for side in ("NS", "EW"):
            row[f"{side.lower()}_points"] = cells.get(f"MP_{side}", cells.get(f"IMP_{side}", ""))
        try:
            line = line_of(row, number, self.vul)
        except RowFault as fault:
            self.wrong.append(_sentence(fault, number, exact_at if exact else None))
            return
        section = "" if row.get("section") == "-" else row.get("section", "")
        self.lines.setdefault(section, []).append(line)


def _sentence(fault: RowFault, number: int, exact_at: int | None) -> str:
    """Return the fault as a sentence with its line and column. `exact_at` is the line of the exact score, or None."""
    if fault.field == "score" and exact_at is not None:
        return f"line {exact_at}, {EXACT}, ExactScore: {fault}"
    column = next((name for name, field in COLUMNS.items() if field == fault.field), fault.field)
    return f"line {number}, ScoreTable, {column}: {fault}"


def _key(cells: Cells) -> Key:
    return tuple(cells.get(column, "-") for column in ("Section", *NEEDED))


def _is_sit_out(text: str) -> bool:
    try:
        return parse_score_text(text).status is Status.SIT_OUT
    except ScoreError:
        return False


def _points(cells: Cells) -> str:
    """Return the score in points from N/S's point of view.

    The score is in the column of the side that scored, or in both columns, each from that side's point of view.
    """
    ours, theirs = (cells.get(f"Score_{side}", "-") for side in ("NS", "EW"))
    with suppress(ScoreError):
        if ours in ("", "-") and (points := parse_score_text(theirs).ns_score) is not None:
            return str(-points)
    return "" if ours == "-" else ours


def _cells(table: PbnRows, name: str, wrong: list[str]) -> list[tuple[int, dict[str, str]]]:
    """Return the line number of each row and its values by column.

    Names may contain unquoted spaces. If a row then has too many values, the values from the names on are dropped.
    """
    rows = []
    counted = next((at for at, column in enumerate(table.columns) if column.startswith("Names")), None)
    for number, values in table.rows:
        if len(values) < (len(table.columns) if counted is None else counted):
            wrong.append(f"line {number}, {name}: {len(values)} values are given for {len(table.columns)} columns.")
            continue
        if counted is not None and len(values) != len(table.columns):
            values = values[:counted]
        elif len(values) > len(table.columns):
            wrong.append(f"line {number}, {name}: {len(values)} values are given for {len(table.columns)} columns.")
            continue
        rows.append((number, dict(zip(table.columns, values, strict=False))))
    return rows


def _contestants(games: Sequence[PbnGame], wrong: list[str]) -> dict[str, list[FileContestant]]:
    contestants: dict[str, list[FileContestant]] = {}
    for table in next((game.tables["TotalScoreTable"] for game in games if "TotalScoreTable" in game.tables), []):
        for _, cells in _cells(table, "TotalScoreTable", wrong):
            plain = {column: "" if text == "-" else text for column, text in cells.items()}
            contestant = FileContestant(
                number=plain.get("PairId", ""),
                names=_several(plain.get("Names", "")),
                direction=plain.get("Direction", ""),
                place=plain.get("Place", plain.get("Rank", "")),
                total=plain.get("TotalScoreMP", plain.get("TotalScoreIMP", "")),
                percentage=plain.get("TotalPercentage", ""),
                ids=_several(plain.get("MemberIds", "")),
            )
            contestants.setdefault(plain.get("Section", ""), []).append(contestant)
    return contestants


def _several(text: str) -> tuple[str, ...]:
    return tuple(text.split(BETWEEN)) if text else ()
