"""PBN files with results: a `ScoreTable` for each board, a `TotalScoreTable` below the first."""

import re
from collections.abc import Iterable, Mapping, Sequence

from games.notation.faults import FileError as NotationError
from games.notation.pbn import decode_pbn, read_pbn
from games.notation.pbn_text import Game, Table, games_of
from games.notation.pbn_write import PbnTable, write_pbn
from games.notation.records import BareBoard, DealRecord
from scoring.errors import FileError
from scoring.files.model import Contestant, FileLine, FileSection, ResultFile, date_of
from scoring.files.rows import RowFault, line_of
from scoring.lines import Status

UNIT = {"match_points": "MP", "cross_imps": "IMP", "butler": "IMP"}
SCORINGS = {"match_points": "MatchPoints", "cross_imps": "IMP;Cross", "butler": "Butler"}
METHODS = {word: method for method, word in SCORINGS.items()}
NAMES_BETWEEN = " & "
HEADS = {"Section": "section", "Table": "table", "Round": "round", "PairId_NS": "ns", "PairId_EW": "ew"}
COLUMNS = HEADS | {"Contract": "contract", "Declarer": "declarer", "Result": "tricks", "Lead": "lead"}
NEEDED = ("PairId_NS", "PairId_EW")
VULS = {"none": "None", "love": "None", "-": "None", "ns": "NS", "ew": "EW", "all": "All", "both": "All"}


def write_pbn_results(night: ResultFile) -> str:
    """A PBN file of the night's boards with their results. Sit-outs are not in it: they count for nobody."""
    tables: dict[int, dict[str, PbnTable]] = {}
    unit = UNIT[night.method]
    for board in night.boards:
        rows = [
            (section.name, line)
            for section in night.sections
            for line in section.lines
            if line.board == board.number and line.parsed.status is not Status.SIT_OUT
        ]
        if rows:
            tables[board.number] = {"ScoreTable": _score_table(rows, unit)}
    if night.boards:
        tables.setdefault(night.boards[0].number, {})["TotalScoreTable"] = _total_table(night, unit)
    date = night.date.replace("-", ".") or "????.??.??"
    return write_pbn(night.boards, night.event, date, tables, night.club, SCORINGS[night.method])


def _score_table(rows: Iterable[tuple[str, FileLine]], unit: str) -> PbnTable:
    columns = [
        r"Section\1L", r"Table\3R", r"Round\2R", r"PairId_NS\3R", r"PairId_EW\3R", r"Contract\5L", r"Declarer\1R",
        r"Result\2R", r"Lead\2L", r"Score_NS\6R", r"Score_EW\6R", rf"{unit}_NS\7R", rf"{unit}_EW\7R",
    ]  # fmt: skip
    return PbnTable(columns, [_score_row(section, line) for section, line in rows])


def _score_row(section: str, line: FileLine) -> list[str]:
    contract = line.contract.replace("N", "NT") if line.contract != "PASS" else "Pass"
    ours, theirs = line.plain_score, ""
    if ours.startswith("-"):
        ours, theirs = "", ours.removeprefix("-")
    places = [_or_dash(line.table), _or_dash(line.round)]
    played = [contract, line.declarer, _or_dash(line.tricks), line.lead, ours, theirs]
    texts = [section, *places, line.ns, line.ew, *played, line.ns_points, line.ew_points]
    return [text or "-" for text in texts]


def _or_dash(number: int | None) -> str:
    return "-" if number is None else str(number)


def _total_table(night: ResultFile, unit: str) -> PbnTable:
    columns = [
        r"Place\3R", r"Section\1L", r"PairId\3R", r"Direction\2L", rf"TotalScore{unit}\8R", r"TotalPercentage\6R",
        "Names",
    ]  # fmt: skip
    rows = [
        [
            text or "-"
            for text in (one.place, section.name, one.number, one.direction, one.total, one.percentage)
        ]
        + [NAMES_BETWEEN.join(one.names) or "-"]
        for section in night.sections
        for one in section.contestants
    ]
    return PbnTable(columns, rows)


def read_pbn_results(data: bytes) -> ResultFile:
    """The night of a PBN file with score tables. Raises FileError with every fault."""
    text = decode_pbn(data)
    games, faults = games_of(text)
    wrong = [f"line {fault.message}" for fault in faults]
    boards = [] if wrong else _boards(text, games, wrong)
    lines: dict[str, list[FileLine]] = {}
    for game in games:
        _read_scores(game, lines, wrong)
    contestants = _contestants(games, wrong)
    if not lines and not wrong:
        wrong.append(
            "the file: no [ScoreTable] with PairId_NS and PairId_EW is in it, so there are no results."
        )
    if wrong:
        raise FileError(wrong)
    first = games[0].tags
    names = [*contestants, *(name for name in lines if name not in contestants)]
    sections = [
        FileSection(name, tuple(contestants.get(name, ())), tuple(lines.get(name, ()))) for name in names
    ]
    two = any(one.direction for section in sections for one in section.contestants)
    return ResultFile(
        sections=tuple(sections),
        event=first.get("Event", ""),
        club=first.get("Site", ""),
        date=date_of(first.get("Date", "")),
        method=METHODS.get(first.get("Scoring", ""), "match_points"),
        winners=0 if not contestants else 2 if two else 1,
        boards=tuple(boards),
        format="PBN",
    )


def _boards(text: str, games: Sequence[Game], wrong: list[str]) -> list[DealRecord | BareBoard]:
    """Deals where every board has one, else none."""
    if not games or not all(game.tags.get("Deal") for game in games):
        return []
    try:
        return list(read_pbn(text))
    except NotationError as refused:
        wrong += [sentence for _, _, sentence in refused.problems]
        return []


def _read_scores(game: Game, lines: dict[str, list[FileLine]], wrong: list[str]) -> None:
    table = game.tables.get("ScoreTable")
    if table is None or not set(NEEDED) <= set(table.columns):
        return
    vul = VULS.get(game.tags.get("Vulnerable", "").lower())
    for number, cells in _cells(table, "ScoreTable", wrong):
        row = {name: cells.get(column, "") for column, name in COLUMNS.items()}
        row |= {"board": game.tags.get("Board", ""), "score": _points(cells)}
        for side in ("NS", "EW"):
            row[f"{side.lower()}_points"] = cells.get(f"MP_{side}", cells.get(f"IMP_{side}", ""))
        try:
            section = "" if row["section"] == "-" else row["section"]
            lines.setdefault(section, []).append(line_of(row, number, vul))
        except RowFault as fault:
            column = next((name for name, field in COLUMNS.items() if field == fault.field), fault.field)
            wrong.append(f"line {number}, ScoreTable, {column}: {fault}")


def _points(cells: Mapping[str, str]) -> str:
    """From N/S's side: a score stands in the column of the side that has it, or from its own side in both."""
    ours, theirs = (cells.get(f"Score_{side}", "-") for side in ("NS", "EW"))
    if ours in ("", "-") and re.fullmatch(r"[+-]?[0-9]{1,5}", theirs):
        return str(-int(theirs))
    return "" if ours == "-" else ours


def _cells(table: Table, name: str, wrong: list[str]) -> list[tuple[int, dict[str, str]]]:
    """Line and value by column. Names of people may hold blanks without quotes: they stand last, or are left out."""
    found = []
    counted = next((at for at, column in enumerate(table.columns) if column.startswith("Names")), None)
    for number, values in table.rows:
        if len(values) < (len(table.columns) if counted is None else counted):
            wrong.append(
                f"line {number}, {name}: {len(values)} values are given for {len(table.columns)} columns."
            )
            continue
        if counted is not None and len(values) != len(table.columns):
            values = values[:counted]
        elif len(values) > len(table.columns):
            wrong.append(
                f"line {number}, {name}: {len(values)} values are given for {len(table.columns)} columns."
            )
            continue
        found.append((number, dict(zip(table.columns, values, strict=False))))
    return found


def _contestants(games: Sequence[Game], wrong: list[str]) -> dict[str, list[Contestant]]:
    found: dict[str, list[Contestant]] = {}
    tables = [game.tables["TotalScoreTable"] for game in games if "TotalScoreTable" in game.tables]
    for table in tables[:1]:
        for _, cells in _cells(table, "TotalScoreTable", wrong):
            plain = {column: "" if text == "-" else text for column, text in cells.items()}
            names = tuple(filter(None, plain.get("Names", "").split(NAMES_BETWEEN)))
            one = Contestant(
                number=plain.get("PairId", ""),
                names=names,
                direction=plain.get("Direction", ""),
                place=plain.get("Place", plain.get("Rank", "")),
                total=plain.get("TotalScoreMP", plain.get("TotalScoreIMP", "")),
                percentage=plain.get("TotalPercentage", ""),
            )
            found.setdefault(plain.get("Section", ""), []).append(one)
    return found
