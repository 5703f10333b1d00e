"""Rows: one row for each table in each round, under headings or in the form "round table N/S E/W boards"."""

import csv
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from movements import fields
from movements.files.lines import PlanFileLine, number_in, set_in
from movements.plan import SIT_OUT, Pairing, Plan

Split = Callable[[PlanFileLine], list[str]]
ORDER = ("round", "table", "ns", "ew", "boards")
# Headings of other programs. The last lines are those of the table RoundData in a Bridgemate file.
HEADINGS = {
    **dict.fromkeys(("round", "rd", "rnd"), "round"),
    **dict.fromkeys(("table", "tbl"), "table"),
    **dict.fromkeys(("ns", "nspair", "pairns", "northsouth", "south"), "ns"),
    **dict.fromkeys(("ew", "ewpair", "pairew", "eastwest", "north"), "ew"),
    **dict.fromkeys(("boards", "board", "boardset", "set", "boardgroup", "group", "sets"), "boards"),
    **dict.fromkeys(("lowboard", "firstboard", "from", "startboard"), "low"),
    **dict.fromkeys(("highboard", "lastboard", "to", "endboard"), "high"),
    "section": "section",
}
_RANGE = re.compile(r"(\d{1,4})\s*(?:-|–|to)\s*(\d{1,4})")
NEEDED = "a first line with the headings round, table, NS, EW, boards"


@dataclass(frozen=True, slots=True)
class _Row:
    """A row with its boards as written in the file: a set, or the first and last board."""

    line: PlanFileLine
    pairing: Pairing
    boards: tuple[int, int] | None


def read_rows(lines: Sequence[PlanFileLine]) -> tuple[Plan, int | None]:
    """Return the plan and the number of boards per round, which is None if the rows have sets instead of boards.

    Raise MovementError, naming the line at fault.
    """
    split = _splitter(lines[0])
    columns, body = _columns(lines, split)
    rows = [_row(line, columns, split(line)) for line in body]
    if not rows:
        raise lines[0].refused("there are headings and no rows: write one row for each table in each round")
    pairings, per_round = _with_sets(rows)
    ns, ew = ({getattr(row, side) for row in pairings} - {0} for side in ("ns", "ew"))
    seen = [contestant for row in pairings for contestant in (row.ns, row.ew)]
    plan = Plan(
        name="",
        tables=max(row.table for row in pairings),
        rounds=max(row.round for row in pairings),
        contestants=max(seen),
        board_sets=max(row.boardset for row in pairings),
        winners=1 if ns & ew else 2,
        absent=(),
        schedule=tuple(pairings),
    )
    return plan, per_round


def _splitter(line: PlanFileLine) -> Split:
    for separator in ("\t", ";", ","):
        if separator in line.text:
            return lambda row: [cell.strip() for cell in next(csv.reader([row.text], delimiter=separator), [])]
    return lambda row: row.text.split()


def _columns(lines: Sequence[PlanFileLine], split: Split) -> tuple[dict[str, int], Sequence[PlanFileLine]]:
    head = split(lines[0])
    if all(word.isdecimal() for word in head[:4]):
        if len(head) != len(ORDER):
            raise lines[0].refused(f"a row is round, table, N/S, E/W, boards, or the file has {NEEDED}")
        return {name: at for at, name in enumerate(ORDER)}, lines
    columns: dict[str, int] = {}
    for at, word in enumerate(head):
        name = HEADINGS.get(re.sub(r"[^a-z]", "", word.lower()))
        if name:
            columns.setdefault(name, at)
    lacking = [name for name in ORDER if name not in columns and not (name == "boards" and "low" in columns)]
    if lacking:
        raise lines[0].refused(f"no column for {', '.join(lacking)}: write {NEEDED}")
    return columns, lines[1:]


def _row(line: PlanFileLine, columns: dict[str, int], cells: list[str]) -> _Row:
    def cell(name: str) -> str:
        at = columns[name]
        return cells[at].strip() if at < len(cells) else ""

    if columns.get("section") is not None and cell("section") not in ("", "1", "A", "a"):
        raise line.refused(f"a second section, {cell('section')[:10]!r}: put each section into a file of its own")
    number, table = (number_in(line, cell(name), f"the {name}") for name in ("round", "table"))
    if not number or not table:
        raise line.refused("rounds and tables count from 1")
    ns, ew = (number_in(line, cell(name) or "0", name.upper()) for name in ("ns", "ew"))
    row = Pairing(number, table, ns, ew, SIT_OUT)
    if not ns or not ew:
        return _Row(line, row, None)
    boardset, boards = _boards(line, columns, cell)
    return _Row(line, Pairing(number, table, ns, ew, boardset), boards)


def _boards(
    line: PlanFileLine, columns: dict[str, int], cell: Callable[[str], str]
) -> tuple[int, tuple[int, int] | None]:
    if "boards" in columns and cell("boards"):
        text = cell("boards")
        match = _RANGE.fullmatch(text)
        if match is None:
            return set_in(line, text), None
        low, high = int(match[1]), int(match[2])
    elif "low" in columns:
        low = number_in(line, cell("low") or "0", "the first board")
        high = number_in(line, cell("high") if "high" in columns else cell("low"), "the last board")
    else:
        return SIT_OUT, None
    if low == high == 0:
        return SIT_OUT, None
    if not 1 <= low <= high <= 720:
        raise line.refused(f"boards {low} to {high}: write the lower number first, 1 or more")
    return SIT_OUT, (low, high)


def _with_sets(rows: Sequence[_Row]) -> tuple[list[Pairing], int | None]:
    """Return the pairings with their set numbers, and the number of boards in a set."""
    with_boards = [row for row in rows if row.boards]
    if not with_boards:
        return [row.pairing for row in rows], None
    first = with_boards[0].boards
    assert first is not None
    size = first[1] - first[0] + 1
    for row in with_boards:
        low, high = row.boards or first
        if high - low + 1 != size:
            raise row.line.refused(
                f"{high - low + 1} boards, others have {size}: a round has the same number at every table"
            )
    lows = sorted({row.boards[0] for row in with_boards if row.boards})
    for before, low in pairwise(lows):
        if low - before < size:
            row = next(row for row in with_boards if row.boards and row.boards[0] == low)
            raise row.line.refused(f"boards {low} to {low + size - 1} overlap those that begin with {before}")
    regular = all((low - 1) % size == 0 for low in lows)
    sets = {low: (low - 1) // size + 1 if regular else at for at, low in enumerate(lows, start=1)}
    if max(sets.values()) > fields.MAX_NUMBER:
        raise fields.refused(f"there are more than {fields.MAX_NUMBER} board sets")
    mixed = next((row for row in rows if row.boards is None and row.pairing.boardset), None)
    if mixed is not None:
        raise mixed.line.refused("write boards such as 5-6 in every row, or a set's number or letter in every row")
    return [
        Pairing(p.round, p.table, p.ns, p.ew, sets[row.boards[0]] if row.boards else p.boardset)
        for row in rows
        for p in (row.pairing,)
    ], size
