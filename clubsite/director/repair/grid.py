"""The rounds before and after a repair, row by row, with a word for each change, and the boards that change hands."""

from dataclasses import replace
from typing import Any

from clubsite.accounts.models import User
from clubsite.catalogue.movement_page import boards_text
from clubsite.nights.selectors.movements import SectionInPlay
from clubsite.nights.selectors.repairs import RepairPreview
from clubsite.scores.selectors.hidden_cards import latest_seen_by
from games.players import PLAYERS
from games.wording import contestant_sides
from movements.plan import SIT_OUT, Pairing, Plan

SAME, CHANGED, ADDED, DROPPED = "", "changed", "added", "dropped"


Shown = dict[str, Any]


def picture_of(shown: RepairPreview) -> Shown:
    """Return every seat of every round that changes, with the people in it, and a phrase about the other rounds."""
    now, then = shown.now, replace(shown.now, plan=shown.after, names=shown.names_after)
    views = [_round(now, then, number) for number in range(1, max(now.plan.rounds, then.plan.rounds) + 1)]
    same = [view["number"] for view in views if not view["changing"]]
    return {"rounds": [view for view in views if view["changing"]], "untouched": _untouched(same)}


def _round(now: SectionInPlay, then: SectionInPlay, number: int) -> Shown:
    old, new = _rows(now.plan, number), _rows(then.plan, number)
    rows = [_row(now, then, old.get(table), new.get(table)) for table in sorted(old.keys() | new.keys())]
    mark = ADDED if not old else DROPPED if not new else CHANGED
    return {
        "number": number,
        "changing": [row for row in rows if row["mark"]],
        "staying": [row for row in rows if not row["mark"]],
        "mark": mark,
        "now": number <= now.frozen,
    }


def _rows(plan: Plan, number: int) -> dict[int, Pairing]:
    missing = plan.missing(number)
    return {row.table: row for row in plan.round(number) if not {row.ns, row.ew} <= missing}


def _row(now: SectionInPlay, then: SectionInPlay, old: Pairing | None, new: Pairing | None) -> Shown:
    row = new or old
    assert row is not None
    was = _side(now, old) if old else None
    # A stand-in takes over a number from the next round on.
    names = then.names if row.round > now.frozen else now.names
    will = _side(replace(then, names=names), new) if new else None
    if was is not None and will is not None:
        will = _against(was, will)
    return {"table": now.section.label(row.table), "before": was, "after": will, "mark": _mark(was, will)}


def _mark(was: Shown | None, will: Shown | None) -> str:
    if was is None:
        return ADDED
    if will is None:
        return DROPPED
    changed = will["boards_changed"] or any(seat["changed"] for seat in will["seats"])
    return CHANGED if changed or len(was["seats"]) != len(will["seats"]) else SAME


def _side(at: SectionInPlay, row: Pairing) -> Shown:
    """Return a table's seats, without empty ones, and its boards, which are "" for a sit-out."""
    sides = contestant_sides(True) if at.section.pairs else PLAYERS
    missing = at.plan.missing(row.round)
    seats = [
        {
            "side": side if row.boardset != SIT_OUT else "",
            "number": at.section.label(number),
            "name": at.name(number),
            "changed": False,
        }
        for side, number in zip(sides, (row.ns, row.ew), strict=True)
        if number not in missing
    ]
    boards = boards_text(row.boardset, at.section.boards_per_round, at.boards)
    return {"seats": seats, "boards": boards, "boards_changed": False}


def _against(was: Shown, will: Shown) -> Shown:
    """Return the new side of the table, with a mark on each part that differs from the old side."""
    seats = [{**seat, "changed": seat not in was["seats"]} for seat in will["seats"]]
    return {"seats": seats, "boards": will["boards"], "boards_changed": will["boards"] != was["boards"]}


def _untouched(numbers: list[int]) -> str:
    if not numbers:
        return ""
    first, last = numbers[0], numbers[-1]
    if first == last:
        return f"Round {first} stays as it is."
    if numbers == list(range(first, last + 1)):
        return f"Rounds {first} {'and' if last == first + 1 else 'to'} {last} stay as they are."
    return "All other rounds stay as they are."


def carried_of(shown: RepairPreview, user: User) -> list[Shown]:
    """Return the boards with a score. Hide each score from a director who still has to play the board."""
    now = shown.now
    latest, covered = latest_seen_by(user, now.section.session, shown.corrected)
    rows = {(row.round, row.table): row for row in shown.after.schedule}
    found = []
    for board in (board for board in shown.corrected if board.pk in latest or board.pk in covered):
        row = rows[board.round.number, board.table.number]
        table, south, north = now.section.label(row.table), now.name(row.ns), now.name(row.ew)
        found.append({"row": board, "table": table, "entry": latest.get(board.pk), "south": south, "north": north})
    return found
