"""CSV files: travellers in the form that `python -m scoring traveller` reads, and the ranking.

Commas, semicolons and tabs are accepted. Numbers, names and figures are written as they are displayed. A name that
a spreadsheet would take for a formula gets an apostrophe in front of it, which is removed when the file is read.
"""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence

from scoring.errors import MOST_FAULTS, FileError
from scoring.files.model import FileContestant, FileLine, FileSection, ResultFile
from scoring.files.rows import RowFault, line_of, vul_of

TRAVELLER = ["board", "ns", "ew", "contract", "declarer", "lead", "tricks", "ns_score", "ns_mp", "ew_mp"]
PLACES = ["section", "table", "round", "group"]
RANKING = ["section", "direction", "place", "number", "name", "partner", "points", "percentage", "ids"]
FIELD_OF = {"ns_score": "score", "ns_mp": "ns_points", "ew_mp": "ew_points"}
COLUMN_OF = {field: column for column, field in FIELD_OF.items()}
FORMULA = ("=", "+", "-", "@", "\t", "'")
AWARDS = "master_points"
"""A last column of the ranking, if somebody has an award."""
IDS_BETWEEN = ";"
MOST_COLUMNS, MOST_LINES = 100, 20_000


def write_travellers(night: ResultFile) -> str:
    """Return every line of every section as CSV, board by board."""
    rows = [(section.name, line) for section in night.sections for line in section.lines]
    rows.sort(key=lambda row: row[1].board)
    return _text([*TRAVELLER, *PLACES], (_traveller_row(*row) for row in rows))


def _traveller_row(section: str, line: FileLine) -> list[str]:
    numbers = [str(number) if number is not None else "" for number in (line.tricks, line.table, line.round)]
    played = [line.contract, line.declarer, line.lead, numbers[0], line.score]
    points = [line.ns_points, line.ew_points]
    return [str(line.board), line.ns, line.ew, *played, *points, section, *numbers[1:], line.group or ""]


def read_travellers(text: str, vuls: Mapping[int, str] | None = None) -> ResultFile:
    """Return the lines of a file, section by section. `vuls` gives the vulnerability of boards where it is unusual.

    Raise FileError, naming the line and column of every fault.
    """
    sections: dict[str, list[FileLine]] = {}
    wrong: list[str] = []
    for number, row in _rows(text, ("board", "ns", "ew"), wrong):
        fields = {FIELD_OF.get(column, column): value for column, value in row.items()}
        try:
            sections.setdefault(row.get("section", ""), []).append(line_of(fields, number, vul_of(fields, vuls)))
        except RowFault as fault:
            wrong.append(f"line {number}, column {COLUMN_OF.get(fault.field, fault.field)}: {fault}")
        if len(wrong) > MOST_FAULTS:
            break
    if not sections and not wrong:
        wrong.append("line 2: there are no results under the column names.")
    if wrong:
        raise FileError(wrong)
    file_sections = tuple(FileSection(name, (), tuple(lines)) for name, lines in sections.items())
    return ResultFile(file_sections, format="CSV")


def write_ranking(night: ResultFile) -> str:
    """Return CSV text that lists every contestant with their place and figures, in ranking order."""
    rows = [(section.name, contestant) for section in night.sections for contestant in section.contestants]
    if not any(contestant.master_points for _, contestant in rows):
        return _text(RANKING, (_ranking_row(*row) for row in rows))
    return _text([*RANKING, AWARDS], ([*_ranking_row(*row), row[1].master_points] for row in rows))


def _ranking_row(section: str, entry: FileContestant) -> list[str]:
    names = [_no_formula(name) for name in (*entry.names[:2], "", "")[:2]]
    figures = [entry.total, entry.percentage]
    return [section, entry.direction, entry.place, entry.number, *names, *figures, IDS_BETWEEN.join(entry.ids)]


def read_ranking(text: str) -> tuple[FileSection, ...]:
    """Return the contestants in each section. Raise FileError, naming the line of every fault."""
    sections: dict[str, list[FileContestant]] = {}
    wrong: list[str] = []
    for number, row in _rows(text, ("number", "name"), wrong):
        if not row["number"]:
            wrong.append(f"line {number}, column number: it is empty.")
        if len(wrong) > MOST_FAULTS:
            break
        names = tuple(_as_typed(row.get(column, "")) for column in ("name", "partner") if row.get(column))
        contestant = FileContestant(
            number=row["number"],
            names=names,
            direction=row.get("direction", ""),
            place=row.get("place", ""),
            total=row.get("points", ""),
            percentage=row.get("percentage", ""),
            ids=tuple(row["ids"].split(IDS_BETWEEN)) if row.get("ids") else (),
            master_points=row.get(AWARDS, ""),
        )
        sections.setdefault(row.get("section", ""), []).append(contestant)
    if wrong:
        raise FileError(wrong)
    return tuple(FileSection(name, tuple(rows)) for name, rows in sections.items())


def _no_formula(text: str) -> str:
    return f"'{text}" if text.startswith(FORMULA) else text


def _as_typed(text: str) -> str:
    return text[1:] if text.startswith("'") and text[1:].startswith(FORMULA) else text


def _text(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return out.getvalue()


def _rows(text: str, needed: Sequence[str], wrong: list[str]) -> Iterator[tuple[int, Mapping[str, str]]]:
    """Yield each line's number and its cells by column name, skipping blank lines.

    If the text is not CSV, or lacks a column that is `needed`, add a sentence to `wrong`.
    """
    plain = text.removeprefix("\ufeff")
    delimiter = max(",;\t", key=plain.partition("\n")[0].count)
    reader = csv.reader(io.StringIO(plain, newline=""), delimiter=delimiter)
    try:
        names = [name.strip().lower() for name in next(reader, [])]
        if len(names) > MOST_COLUMNS:
            wrong.append(f"line 1: there are {len(names)} columns, more than {MOST_COLUMNS}.")
            return
        missing = [name for name in needed if name not in names]
        if missing:
            wrong.append(f"line 1: there is no column {', '.join(missing)}.")
            return
        twice = sorted({name for name in names if name and names.count(name) > 1})
        if twice:
            wrong.append(f"line 1: column {', '.join(twice)} is there more than once.")
            return
        for cells in reader:
            if reader.line_num > MOST_LINES:
                wrong.append(
                    f"line {MOST_LINES + 1}: the file is longer than {MOST_LINES:,} lines, which no evening needs. "
                    "Save the lines of one evening in a file of their own."
                )
                return
            if any(cell.strip() for cell in cells):
                filled = [*cells, *[""] * (len(names) - len(cells))]
                yield reader.line_num, {name: cell.strip() for name, cell in zip(names, filled, strict=False)}
    except csv.Error as error:
        wrong.append(f"line {reader.line_num}: this is no CSV file: {error}.")
