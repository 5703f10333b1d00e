"""Tabbed lines (`.mvt`) that begin with the digits of the round and table: "0203, round, table, N/S, E/W, set, F".

Lines beginning with 00 hold the name and remarks for players; 0200 begins round 2 and gives its number of tables. The
last field has been F in every file that we have seen. The meaning of other letters is unknown, so they are refused.
"""

import csv
from collections.abc import Sequence

from movements import fields
from movements.files.lines import PlanFileLine, number_in, set_in
from movements.plan import SIT_OUT, Pairing, Plan


def is_tabbed(line: PlanFileLine) -> bool:
    """True if this line begins a file in the tabbed format."""
    return line.text.startswith("0000\t")


def read_tabbed(lines: Sequence[PlanFileLine]) -> tuple[Plan, str]:
    """Return the plan and its name in the file. Raise MovementError, naming the line at fault."""
    name, rows = "", []
    for line in lines:
        cells = [cell.strip() for cell in next(csv.reader([line.text], delimiter="\t"))]
        if cells[0] == "0000":
            name = cells[1] if len(cells) > 1 else ""
        if not cells[0].startswith("00") and not cells[0].endswith("00"):
            rows.append(_row(line, cells))
    if not rows:
        raise lines[0].refused("no table of any round follows: this file holds no movement")
    ns, ew = ({getattr(row, side) for row in rows} - {0} for side in ("ns", "ew"))
    plan = Plan(
        name="",
        tables=max(row.table for row in rows),
        rounds=max(row.round for row in rows),
        contestants=max({0, *ns, *ew}),
        board_sets=max(1, *(row.boardset for row in rows)),
        winners=1 if ns & ew else 2,
        absent=(),
        schedule=tuple(rows),
    )
    return plan, name


def _row(line: PlanFileLine, cells: Sequence[str]) -> Pairing:
    if len(cells) < 6:
        raise line.refused("a table needs round, table, N/S, E/W and board set, separated by tabs")
    if len(cells) > 6 and cells[6] not in ("", "F"):
        raise line.refused(f"{cells[6][:10]!r} stands at its end, and what that means is not known")
    if any(word.isdecimal() and len(word) < 6 and int(word) > fields.MAX_NUMBER for word in cells[3:5]):
        raise line.refused("two players share a seat: a movement for individuals cannot be used here")
    number, table = (number_in(line, cells[at], what) for at, what in ((1, "the round"), (2, "the table")))
    if not number or not table:
        raise line.refused("rounds and tables count from 1")
    ns, ew = (number_in(line, cells[at], what) for at, what in ((3, "N/S"), (4, "E/W")))
    return Pairing(number, table, ns, ew, set_in(line, cells[5]) if ns and ew else SIT_OUT)
