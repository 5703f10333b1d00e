"""A movement as a grid of rounds and tables, and its animation."""

from dataclasses import dataclass
from typing import Any

from games.wording import contestant_sides
from movements.plan import Pairing, Plan


@dataclass(frozen=True, slots=True)
class GridCell:
    """One table in one round. In a sit-out, one side is None. `boards` is text such as "1-3"."""

    table: int
    ns: int | None
    ew: int | None
    ns_name: str
    ew_name: str
    boards: str

    @property
    def sides(self) -> list[tuple[str, int, str]]:
        """The letter, number and name of each side that is present."""
        both = [("S", self.ns, self.ns_name), ("N", self.ew, self.ew_name)]
        return [(letter, number, name) for letter, number, name in both if number]


def length_words(minutes: int) -> str:
    """Return text such as "3 h 28" or "45 minutes"."""
    hours, rest = divmod(minutes, 60)
    return f"{hours} h {rest:02d}" if hours else f"{rest} minutes"


def grid_of(plan: Plan, per_round: int, boards: list[int], names: dict[int, str]) -> list[list[GridCell]]:
    """Return the rounds, each a list of cells in table order."""

    def cell(row: Pairing) -> GridCell:
        missing = plan.missing(row.round)
        ns = None if row.ns in missing else row.ns
        ew = None if row.ew in missing else row.ew
        return GridCell(
            row.table,
            ns,
            ew,
            names.get(ns or 0, ""),
            names.get(ew or 0, ""),
            boards_text(row.boardset, per_round, boards),
        )

    return [
        [cell(row) for row in sorted(plan.round(number), key=lambda row: row.table)]
        for number in range(1, plan.rounds + 1)
    ]


def boards_text(group: int, per_round: int, boards: list[int]) -> str:
    """Return text such as "4-6" for board set 2 with three boards per set, or "" for a sit-out. If the session has
    boards, the text uses their real numbers.
    """
    if group == 0:
        return ""
    first, last = (group - 1) * per_round, group * per_round - 1
    if last < len(boards):
        return str(boards[first]) if first == last else f"{boards[first]}–{boards[last]}"
    return str(first + 1) if first == last else f"{first + 1}–{last + 1}"


def boards_by_set(plan: Plan, per_round: int, numbers: list[int]) -> dict[int, str]:
    """Return each set's boards as text such as "4–6", using the real board numbers once boards exist."""
    return {n: boards_text(n, per_round, numbers) for n in range(1, plan.board_sets + 1)}


def picture(plan: Plan, boards: dict[int, str], names: dict[int, str], *, pairs: bool = False) -> dict[str, Any]:
    """Return `{"tables", "seats", "boards": {set: text}, "names": {number: name}, "rounds": [[row, ...], ...]}`.

    A row is `{"table", "ns", "ew", "set"}`. A number that nobody plays is None, and the set is 0 for a sit-out.
    """
    return {
        "tables": plan.tables,
        "seats": contestant_sides(pairs),
        "boards": boards,
        "names": names,
        "rounds": [_round(plan, number) for number in range(1, plan.rounds + 1)],
    }


def _round(plan: Plan, number: int) -> list[dict[str, int | None]]:
    def present(contestant: int) -> int | None:
        return None if contestant in plan.absent else contestant

    return [
        {"table": row.table, "ns": present(row.ns), "ew": present(row.ew), "set": row.boardset}
        for row in plan.round(number)
    ]
