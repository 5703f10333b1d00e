"""Writing PBN files with results: a `ScoreTable` for each board, and a `TotalScoreTable` below the first board.

Other programs split table rows at every space. Rulings in words and sit-outs are therefore written in a table
of our own, `ExactScoreTable`, and the `ScoreTable` has the outcome of each ruling.
"""

from collections.abc import Sequence

from games.boards import dealer_of, vulnerability_of
from games.notation.pbn_write import PbnTable, write_pbn
from games.notation.records import BareBoard, DealRecord
from scoring.files.model import FileContestant, FileLine, ResultFile
from scoring.lines import Status

UNIT = {"match_points": "MP", "cross_imps": "IMP", "butler": "IMP"}
SCORINGS = {"match_points": "MatchPoints", "cross_imps": "IMP;Cross", "butler": "Butler"}
BETWEEN = ";"
SCORE_COLUMNS = [
    r"Section\1L", r"Table\3R", r"Round\2R", r"PairId_NS\3R", r"PairId_EW\3R", r"Contract\5L", r"Declarer\1R",
    r"Result\2R", r"Lead\2L", r"FouledGroup\1L", r"Score_NS\6R", r"Score_EW\6R",
]  # fmt: skip
EXACT_COLUMNS = [r"Section\1L", r"Table\3R", r"Round\2R", r"PairId_NS\3R", r"PairId_EW\3R", "ExactScore"]
EXACT = "ExactScoreTable"


def write_pbn_results(night: ResultFile) -> str:
    """Return a PBN file with the night's boards and results."""
    tables: dict[int, dict[str, PbnTable]] = {}
    unit = UNIT[night.method]
    boards = _with_their_boards(night)
    for board in boards:
        rows = [
            (section.name, line) for section in night.sections for line in section.lines if line.board == board.number
        ]
        tables[board.number] = _tables(rows, unit)
    if boards:
        tables[boards[0].number]["TotalScoreTable"] = _total_table(night, unit)
    date = night.date.replace("-", ".") or "????.??.??"
    return write_pbn(boards, night.event, date, tables, night.club, SCORINGS[night.method])


def _with_their_boards(night: ResultFile) -> list[DealRecord | BareBoard]:
    """Return the night's boards, adding a board without cards for each number that has lines but no board."""
    known = {board.number for board in night.boards}
    missing = sorted({line.board for line in night.lines} - known)
    return [*night.boards, *(BareBoard(n, dealer_of(n), vulnerability_of(n)) for n in missing)]


def _tables(rows: Sequence[tuple[str, FileLine]], unit: str) -> dict[str, PbnTable]:
    """Return a `ScoreTable` that every program can read, and our own table for what a `ScoreTable` cannot express."""
    played = [row for row in rows if not _sits_out(row[1])]
    ours = [row for row in rows if row[1].exact_score or _sits_out(row[1])]
    tables = {"ScoreTable": PbnTable(SCORE_COLUMNS + _units(unit), [_score_row(*row) for row in played])}
    if ours:
        tables[EXACT] = PbnTable(EXACT_COLUMNS, [_exact_row(*row) for row in ours])
    return {name: table for name, table in tables.items() if table.rows}


def _sits_out(line: FileLine) -> bool:
    return line.parsed.status is Status.SIT_OUT


def _units(unit: str) -> list[str]:
    return [rf"{unit}_NS\7R", rf"{unit}_EW\7R"]


def _score_row(section: str, line: FileLine) -> list[str]:
    contract = line.contract.replace("N", "NT") if line.contract != "PASS" else "Pass"
    ours, theirs = line.plain_score, ""
    if ours.startswith("-"):
        ours, theirs = "", ours.removeprefix("-")
    places = [_or_dash(line.table), _or_dash(line.round)]
    played = [contract, line.declarer, _or_dash(line.tricks), line.lead, line.group or "", ours, theirs]
    texts = [section, *places, line.ns, line.ew, *played, line.ns_points, line.ew_points]
    return [text or "-" for text in texts]


def _exact_row(section: str, line: FileLine) -> list[str]:
    texts = [section, _or_dash(line.table), _or_dash(line.round), line.ns, line.ew, line.score]
    return [text or "-" for text in texts]


def _or_dash(number: int | None) -> str:
    return "-" if number is None else str(number)


def _total_table(night: ResultFile, unit: str) -> PbnTable:
    with_ids = any(contestant.ids for section in night.sections for contestant in section.contestants)
    columns = [
        r"Place\3R", r"Section\1L", r"PairId\3R", r"Direction\2L", rf"TotalScore{unit}\8R", r"TotalPercentage\6R",
        *(["MemberIds"] if with_ids else []), "Names",
    ]  # fmt: skip
    rows = [
        [text or "-" for text in _total_row(section.name, contestant, with_ids)]
        for section in night.sections
        for contestant in section.contestants
    ]
    return PbnTable(columns, rows)


def _total_row(section: str, entry: FileContestant, with_ids: bool) -> list[str]:
    figures = [entry.place, section, entry.number, entry.direction, entry.total, entry.percentage]
    return [*figures, *([BETWEEN.join(entry.ids)] if with_ids else []), BETWEEN.join(entry.names)]
