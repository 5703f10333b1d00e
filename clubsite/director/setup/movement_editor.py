"""The movement editor: the movement that it opens, and its remarks after every change."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.http import Http404

from clubsite.director.setup.movement_option import MovementWish
from clubsite.director.setup.movement_options import choices_for
from clubsite.director.setup.own_movements import KEPT, words_of, wrong_size
from clubsite.nights.models import ClubMovement, Section
from clubsite.nights.selectors.boards import boards_of
from clubsite.nights.selectors.movements import kept_movement, movement_of, plan_kept, plan_of
from movements.check_words import fault_at, fault_text, notes_told
from movements.errors import MovementError
from movements.faults import Fault, FaultCode, faults
from movements.files import ReadPlan, write_rounds
from movements.files.lines import lines_of
from movements.notes import notes
from movements.plan import Plan

MOST_SAID = 60


@dataclass(frozen=True, slots=True)
class Opened:
    """A plan with which the editor starts, and the name under which the club keeps it, if any."""

    read: ReadPlan
    name: str
    kept: ClubMovement | None = None


def opened(section: Section, wish: MovementWish, key: str) -> Opened:
    """Return the movement with this key, or the section's current one without a key. Raise Http404 if there is none."""
    club = section.session.club
    kind, _, rest = key.partition(".")
    if kind == KEPT:
        kept = kept_movement(club, rest)
        return Opened(plan_kept(kept), kept.name, kept)
    movement, plan = movement_of(section), plan_of(section)
    if not key and movement is not None and plan is not None and not movement.drawn:
        return Opened(ReadPlan(plan, section.boards_per_round), movement.name)
    try:
        found = [choice for choice in choices_for(section, wish) if not choice.swiss]
    except MovementError as no:
        raise Http404(str(no)) from no
    chosen = next((choice for choice in found if choice.key == key or (not key and choice.recommended)), None)
    if chosen is None:
        raise Http404("No such movement")
    return Opened(ReadPlan(chosen.plan, chosen.per_round), chosen.name)


def grid_of_plan(read: ReadPlan) -> dict[str, Any]:
    """Return the plan in the editor's form: for each round, a list of tables `[N/S, E/W, board set]`, where 0 is an
    empty seat.
    """
    plan = read.plan
    rows = [line.pieces for line in lines_of(write_rounds(plan))[1:]]
    rounds = [[[int(word) for word in row[at : at + 3]] for at in range(0, len(row), 3)] for row in rows]
    return {
        "name": plan.name,
        "players": len(plan.present),
        "per_round": read.per_round,
        "winners": plan.winners,
        "rounds": rounds,
    }


def hidden_fields(read: ReadPlan) -> dict[str, Any]:
    """Return the fields of a form that opens the editor with `read`, a plan that was just read."""
    plan = read.plan
    return {
        "rounds": write_rounds(plan),
        "name": plan.name,
        "boards": read.per_round,
        "winners": plan.winners,
    }


def said_of(section: Section, reading: Callable[[], ReadPlan]) -> dict[str, Any]:
    """Return the faults in the movement being edited, with their places, and the notes about it.

    `reading` may raise MovementError. The result is `{"faults": [{"text", "places": [[round, table, words]],
    "offers": [...]}], "notes": [text], "out": [[number]], "fits": text}`. `out` holds the contestants without a
    seat in each round; `fits` is "" if the movement fits tonight's field.
    """
    try:
        read = reading()
    except MovementError as no:
        return {"faults": [{"text": str(no), "places": [], "offers": []}], "notes": [], "out": [], "fits": ""}
    plan = read.plan
    boards = [board.number for board in boards_of(section)]
    words = words_of(section, read.per_round or section.boards_per_round, boards)
    found = faults(plan)
    out = [_out(plan, number) for number in range(1, plan.rounds + 1)]
    return {
        "faults": [
            {
                "text": fault_text(fault, words),
                "places": [[*place, fault_at(fault, place, words)] for place in dict.fromkeys(fault.places)],
                "offers": _offers(fault, out),
            }
            for fault in found[:MOST_SAID]
        ],
        "notes": notes_told(notes(plan), words, live=section.live) if not found else [],
        "out": out,
        "fits": wrong_size(section, plan) if len(plan.present) != section.field else "",
    }


def _out(plan: Plan, number: int) -> list[int]:
    """Return the contestants who do not play in a round."""
    playing = {c for row in plan.round(number) if row.boardset for c in (row.ns, row.ew)}
    return [contestant for contestant in plan.present if contestant not in playing]


def _offers(fault: Fault, out: list[list[int]]) -> list[dict[str, Any]]:
    """Return the repairs if a contestant has two seats and exactly one other, who could take either seat, has none."""
    if fault.code != FaultCode.TWO_SEATS or not 1 <= fault.round <= len(out):
        return []
    free = out[fault.round - 1]
    if len(free) != 1:
        return []
    return [
        {
            "round": fault.round,
            "table": table,
            "instead": fault.number,
            "number": free[0],
            "text": f"Seat {free[0]} at table {table} instead",
        }
        for table in dict.fromkeys(table for _, table in fault.places)
    ]
