"""Round lines: a header of five numbers, then one line for each round, table by table (`.asc`, P.J.M. Smulders)."""

from collections.abc import Sequence

from movements.files.lines import PlanFileLine, number_in, set_in
from movements.plan import SIT_OUT, Pairing, Plan

HEADER = "pairs, tables, rounds, board sets and 0"


def read_rounds(lines: Sequence[PlanFileLine]) -> Plan:
    """Return the plan with its empty seats. Raise MovementError, naming the faulty line and what to write there."""
    contestants, tables, rounds, sets = _header(lines[0])
    schedule: list[Pairing] = []
    for line in lines[1:]:
        if len(schedule) == tables * rounds:
            break  # remarks follow, such as "Qf=46.67"
        number = len(schedule) // tables + 1
        schedule += _round(line, number, tables)
    if len(schedule) < tables * rounds:
        have = len(schedule) // tables
        raise lines[-1].refused(f"the file ends after round {have} of {rounds}: write the other rounds too")
    ns, ew = ({getattr(row, side) for row in schedule} - {0} for side in ("ns", "ew"))
    winners = 1 if ns & ew else 2
    return Plan("", tables, rounds, contestants, sets, winners, (), tuple(schedule))


def write_rounds(plan: Plan) -> str:
    """Return the plan in this format, with 0 for an empty seat. Tables that are never used are left out."""
    people = set(plan.present)
    rows = {(row.round, row.table): row for row in plan.schedule}
    tables = sorted({row.table for row in plan.schedule if row.boardset})

    def cell(number: int, table: int) -> str:
        row = rows.get((number, table))
        ns, ew = (c if c in people else 0 for c in (row.ns, row.ew)) if row else (0, 0)
        return f"{ns}-{ew} {row.boardset if row else SIT_OUT}"

    lines = ["  ".join(cell(number, table) for table in tables) for number in range(1, plan.rounds + 1)]
    header = f"{len(people)} {len(tables)} {plan.rounds} {plan.board_sets} 0"
    return "\n".join([header, *lines, ""])


def _header(line: PlanFileLine) -> tuple[int, int, int, int]:
    numbers = [number_in(line, word, "each figure of the header") for word in line.words if word.isdecimal()]
    letters = [word for word in line.words if not word.isdecimal() and word != "g"]
    if letters or len(numbers) not in (2, 5):
        raise line.refused(f"the header is five numbers: {HEADER}")
    if len(numbers) == 2:  # as in old files
        numbers = [numbers[0], numbers[0] // 2, numbers[1], numbers[1], 0]
    contestants, tables, rounds, sets, individual = numbers
    if individual:
        raise line.refused("this is a movement for individuals, who change partners: it cannot be used here")
    if not (contestants and tables and rounds and sets):
        raise line.refused(f"the header is five numbers: {HEADER}; only the last may be 0")
    return contestants, tables, rounds, sets


def _round(line: PlanFileLine, number: int, tables: int) -> list[Pairing]:
    words = line.pieces
    if len(words) != 3 * tables:
        three = "N/S, E/W and board set"
        raise line.refused(
            f"round {number} needs {three} for each of {tables} tables, {3 * tables} in all, not {len(words)}"
        )
    rows = []
    for table in range(1, tables + 1):
        ns, ew, boards = words[3 * table - 3 : 3 * table]
        south, north = (number_in(line, word, f"each seat at table {table}") for word in (ns, ew))
        boardset = set_in(line, boards) if south and north else SIT_OUT
        rows.append(Pairing(number, table, south, north, boardset))
    return rows
