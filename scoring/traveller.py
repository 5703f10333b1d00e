"""Travellers as a CSV file: one row per result, with the columns `board,ns,ew,contract,declarer,tricks,ns_score`.

`ns_score` is points, `A5050`-style percentages, `SIT` (a sit-out), `NP` (not played), `LATE`, or empty. If it
is empty, it is computed from the contract, declarer, tricks and the usual vulnerability for the board number.
Points that the contract, declarer and tricks cannot give at any vulnerability are refused with a hint about
what was probably meant. A row with neither contract nor score means that the board was not played; a row
without `ns` or `ew` is a sit-out. `group`, if present, names the group of a fouled board in which the line is
compared, and `section` says where the board was played. Other columns and the order of rows do not matter.
"""

import csv
import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import zip_longest

from games.boards import VULNERABILITIES, vulnerability_of
from scoring.errors import FileError
from scoring.evening import Result
from scoring.files.csv_files import COLUMN_OF
from scoring.files.rows import HIGHEST_BOARD, RowFault, read_played, whole
from scoring.lines import ParsedScore, Status

NAMES = "The first line names the columns: board,ns,ew,contract,declarer,tricks,ns_score."
UNNAMED = "…"
NEEDED = ("board", "ns", "ew")
COMPUTED_FROM = ("contract", "declarer", "tricks")


class TravellerError(FileError):
    """An error that reports all the faults in a traveller file. Each sentence names the line and the column."""


@dataclass
class _Seen:
    """The file line on which each contestant was seen, for each section and board."""

    lines: dict[tuple[str, int, int | str], int] = field(default_factory=dict)

    def note(self, section: str, board: int, column: str, entry: int | str | None, line: int) -> None:
        if entry is None:
            return
        before = self.lines.setdefault((section, board, entry), line)
        if before != line:
            raise RowFault(column, f"{entry} has a result on board {board} already, on line {before}.")


def read_traveller(text: str, *, teams: bool = False) -> list[Result]:
    """Return the results from a file's text, keyed by line number. Raise TravellerError listing every fault.

    If `teams` is True, a contestant is a team that has each board twice in a round, once in each direction. The
    `round` column is then the result's section.
    """
    results: list[Result] = []
    wrong: list[str] = []
    seen = _Seen()
    try:
        for number, row in _rows(text):
            try:
                results.append(_result(number, row, seen, teams))
            except RowFault as fault:
                wrong.append(f"line {number}, column {COLUMN_OF.get(fault.field, fault.field)}: {fault}")
    except csv.Error as error:
        wrong.append(f"this is no CSV file: {error}.")
    if not wrong and not results:
        wrong.append("line 2: there are no results under the column names.")
    if wrong:
        raise TravellerError(wrong)
    return results


def _rows(text: str) -> Iterator[tuple[int, Mapping[str, str]]]:
    """Yield each non-blank line's number and its cells by column name. Cells without a column are under `UNNAMED`."""
    heading = text.removeprefix("\ufeff").lstrip().partition("\n")[0]
    delimiter = max(",;\t", key=heading.count)
    reader = csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""), delimiter=delimiter)
    filled = ([cell.strip() for cell in cells] for cells in reader if any(cell.strip() for cell in cells))
    names = [name.lower() for name in next(filled, [])]
    if not names:
        raise TravellerError([f"line 1: the file is empty. {NAMES}"])
    _check_names(names, reader.line_num)
    for cells in filled:
        row = dict(zip_longest(names, cells[: len(names)], fillvalue=""))
        yield reader.line_num, {**row, UNNAMED: delimiter.join(cells[len(names) :]).strip(delimiter)}


def _check_names(names: list[str], number: int) -> None:
    missing = [name for name in NEEDED if name not in names]
    if not missing and "ns_score" not in names:
        missing = [name for name in COMPUTED_FROM if name not in names]
    twice = sorted({name for name in (*NEEDED, *COMPUTED_FROM, "ns_score") if names.count(name) > 1})
    wrong = f"there is no column {', '.join(missing)}" if missing else ""
    if twice:
        wrong = f"column {', '.join(twice)} is there more than once"
    if wrong:
        raise TravellerError([f"line {number}: {wrong}. {NAMES}"])


def _result(number: int, row: Mapping[str, str], seen: _Seen, teams: bool) -> Result:
    board = whole(row["board"], "board", 1, HIGHEST_BOARD)
    ns, ew = _entry(row, "ns"), _entry(row, "ew")
    if ns is None and ew is None:
        raise RowFault("ns", "neither ns nor ew says who played.")
    if ns == ew:
        raise RowFault("ew", f"{ew} cannot play against itself.")
    score = _score(row, board)
    if ns is None or ew is None:
        if score.status not in (Status.NOT_PLAYED, Status.SIT_OUT):
            raise RowFault("ns" if ns is None else "ew", "there is a result but nobody who played it.")
        score = ParsedScore(Status.SIT_OUT)
    section = row.get("round" if teams else "section", "")
    for column, entry in (("ns", ns), ("ew", ew)):
        seen.note(f"{section}/{column}" if teams else section, board, column, entry, number)
    return Result(board, ns, ew, score.line(number, row.get("group", "")), section)


def _entry(row: Mapping[str, str], column: str) -> int | str | None:
    text = row[column]
    if re.fullmatch(r"[0-9]{1,9}", text):
        return int(text)
    return text or None


def _score(row: Mapping[str, str], board: int) -> ParsedScore:
    if row[UNNAMED] and list(row)[-2] == "ns_score":
        raise RowFault("ns_score", f"{row[UNNAMED]!r} stands behind it. Put a score with a comma in it in quotes.")
    cells = {**row, "score": row.get("ns_score", "")}
    return read_played(cells, (vulnerability_of(board), *VULNERABILITIES)).score
