"""Two tables with cards that share the boards in a round, and what their terminals say about these boards."""

from typing import Any

SHARED = "4 2 2 2 0\n1-2 A 3-4 A\n1-3 B 2-4 B"


def boards(night, number: int) -> list[dict[str, Any]]:
    """Return the boards in the current round as a contestant's terminal shows them."""
    state = night.phone(number).get(f"/seat/{night.tickets[number].public_id}/score/state/").json()
    return next(list(at["boards"]) for at in state["plan"] if at["round"] == state["round"])


def told(found: list[dict[str, Any]]) -> list[tuple[int, str, bool]]:
    return [(board["number"], board.get("from", ""), board.get("played_there", False)) for board in found]
