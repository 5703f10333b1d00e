"""The data for the animation in `static/js/catalogue/animation.js`: the room, round by round."""

from typing import Any

from clubsite.catalogue.grid import boards_text
from games.wording import contestant_sides
from movements.plan import Plan


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
