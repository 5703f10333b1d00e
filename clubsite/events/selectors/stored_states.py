"""The state of a heat as it is stored, which is what another server's hub is told."""

from typing import Any

from clubsite.events.heat_state import RESULT_COLUMNS, HeatState, StateEntrant, StateLine
from clubsite.events.models import EventEntrant, EventLine, Heat
from scoring.lines import Status
from scoring.result import BoardResult


def stored_state(heat: Heat) -> HeatState:
    """Return a heat's state from its rows, which says nothing about people and rows of a session."""
    entrants: Any = EventEntrant.objects.filter(heat=heat).order_by("pk")
    lines: Any = EventLine.objects.filter(heat=heat).order_by("board", "round", "pk")
    columns = ("board", "round", "table", "south__label", "north__label", "status", *RESULT_COLUMNS)
    planned = heat.rounds_planned
    return HeatState(
        entrants=tuple(
            StateEntrant(one.label, one.kind, one.line, one.stratum, one.robot, people=None, penalties=_penalties(one))
            for one in entrants
        ),
        lines=tuple(
            StateLine(board, number, table, south, north, BoardResult(Status(status), *result))
            for board, number, table, south, north, status, *result in lines.values_list(*columns)
        ),
        tables=heat.tables,
        options=heat.event.options,
        rounds=(heat.rounds_played or 0, planned) if planned is not None else None,
        complete=heat.complete,
        confirmed=heat.confirmed_at is not None,
    )


def _penalties(entrant: EventEntrant) -> tuple[tuple[str, str], ...]:
    return tuple((amount, unit) for amount, unit in entrant.penalties)
