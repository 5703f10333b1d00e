"""The state of a heat: its entrants and their lines, whole, whichever way the results came.

A state is made by a reader: from a session here (`selectors.session_states`), from a results file
(`selectors.results_files`), or from another server's JSON (`selectors.answer_rules`). `services.heat_put` stores it,
and `stored_state` reads it again.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from fractions import Fraction
from functools import cached_property
from hashlib import sha256
from typing import Any

from django.utils.crypto import salted_hmac

from clubsite.events.models import Event, Heat
from clubsite.events.models.events import MAX_TABLES_OF_A_HEAT
from clubsite.events.selectors.event_facts import event_settings
from clubsite.rankings.models import PenaltyUnit
from clubsite.rankings.services.settings import LARGEST_PENALTY
from clubsite.scores.models import ScoreStatus
from scoring.event import HeatLine, check_heat
from scoring.lines import Status
from scoring.result import BoardResult

LABEL = re.compile(r"[A-Za-z0-9]{1,14}")
MAX_ENTRANTS, MAX_HEAT_LINES, MAX_ROUNDS = 300, 4000, 200
RESULT_COLUMNS = tuple(one.name for one in fields(BoardResult) if one.name != "status")
"""The columns of a result besides its status."""


@dataclass(frozen=True, slots=True)
class StatePerson:
    """A player: a key that recognises them in another heat, an id of the club's list, or a name in a results file."""

    key: str = ""
    person: int | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class StateEntrant:
    """A contestant. `penalties` are exact amounts as "num/den", each with its unit. `stratum` or `people` is None if
    the state does not say them, so that what is stored stays.
    """

    label: str
    kind: str
    line: str
    stratum: str | None = ""
    robot: bool = False
    people: tuple[StatePerson, ...] | None = ()
    penalties: tuple[tuple[str, str], ...] = ()
    contestant: int | None = None


@dataclass(frozen=True, slots=True)
class StateLine:
    """A result of a board of the event. `south` and `north` are labels, and `table` is "" if nobody said it."""

    board: int
    round: int
    table: str
    south: str
    north: str
    result: BoardResult
    table_board: int | None = None

    @property
    def place(self) -> tuple[int, int, str]:
        return self.board, self.round, self.table

    @property
    def said(self) -> tuple[Any, ...]:
        """The result as it is stored: its status, and RESULT_COLUMNS."""
        status, *columns = self.result.columns().values()
        return (str(status), *columns)


@dataclass(frozen=True)
class HeatState:
    """Everything of a heat that is scored. `tables` or `options` is None if the state does not say it. `rounds` are
    those played, of all.
    """

    entrants: tuple[StateEntrant, ...] = ()
    lines: tuple[StateLine, ...] = ()
    tables: int | None = None
    options: Mapping[str, Any] | None = None
    rounds: tuple[int, int] | None = None
    complete: bool = False
    confirmed: bool = False
    why: str = field(default="", compare=False)

    @cached_property
    def digest(self) -> str:
        """SHA-256 of what is scored: entrants without people, and lines. It is the same on every server."""
        entrants = [
            [one.label, one.kind, one.line, one.stratum or "", one.robot, sorted(map(list, one.penalties))]
            for one in sorted(self.entrants, key=lambda one: one.label)
        ]
        lines = [
            [*line.place, line.south, line.north, *line.said]
            for line in sorted(self.lines, key=lambda line: line.place)
        ]
        return sha256(json.dumps([entrants, lines], separators=(",", ":")).encode()).hexdigest()


def person_key(event_id: str, account: int) -> str:
    """Return the key that recognises an account in two heats of an event, in hexadecimal digits.

    It is an HMAC with this server's secret key, so nobody else can tell whose it is, not even in another event.
    """
    return str(salted_hmac("clubsite.events.person", f"{event_id}/{account}", algorithm="sha256").hexdigest())


def stored_state(heat: Heat) -> HeatState:
    """Return a heat's state from its rows, which says nothing about people and rows of a session."""
    entrants: Any = heat.entrants.order_by("pk").values("label", "kind", "line", "stratum", "robot", "penalties")
    lines: Any = heat.lines.order_by("board", "round", "pk")
    columns = ("board", "round", "table", "south__label", "north__label", "status", *RESULT_COLUMNS)
    planned = heat.rounds_planned
    return HeatState(
        entrants=tuple(
            StateEntrant(**{**one, "people": None, "penalties": tuple(map(tuple, one["penalties"]))})
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


def heat_state_faults(event: Event, state: HeatState) -> list[str]:
    """Return a sentence for each fault of a state that is to be stored for a heat of this event, or []."""
    faults = [*_entrant_faults(event, state), *_line_faults(state)]
    return faults or check_heat(
        {one.label: one.kind for one in state.entrants},
        [HeatLine(line.board, line.south, line.north, line.table, line.result) for line in state.lines],
        event.boards,
    )


def _entrant_faults(event: Event, state: HeatState) -> Iterator[str]:
    if len(state.entrants) > MAX_ENTRANTS:
        yield f"A heat has at most {MAX_ENTRANTS} contestants, and this one has {len(state.entrants)}."
    times, imps = Counter(one.label for one in state.entrants), event_settings(event).imps
    for one in state.entrants:
        if not LABEL.fullmatch(one.label):
            yield f"A contestant’s number has from 1 to 14 letters and figures, unlike “{one.label[:20]!a}”."
        if times[one.label] > 1:
            yield f"Contestant {one.label} is in the list more than once."
        for amount, unit in one.penalties:
            largest = LARGEST_PENALTY * (100 if unit == PenaltyUnit.TOP else 1)
            if unit == PenaltyUnit.POINTS and not imps:
                yield (
                    f"The penalty of contestant {one.label} is in match points of the club. "
                    "Give it as percent of a board’s top."
                )
            elif not 0 < abs(Fraction(amount)) <= largest:
                yield f"The penalty of contestant {one.label} is not possible: {amount}."


def _line_faults(state: HeatState) -> Iterator[str]:
    if len(state.lines) > MAX_HEAT_LINES:
        yield f"A heat has at most {MAX_HEAT_LINES} results, and this one has {len(state.lines)}."
    if max(len({line.table for line in state.lines} - {""}), state.tables or 0) > MAX_TABLES_OF_A_HEAT:
        yield f"A heat has at most {MAX_TABLES_OF_A_HEAT} tables. Send the results of one club."
    labels, times = {one.label for one in state.entrants}, Counter(line.place for line in state.lines)
    for line in state.lines:
        where = f"Board {line.board}, {line.south} against {line.north}"
        if not 1 <= line.round <= MAX_ROUNDS:
            yield f"{where}: a round has a number from 1 to {MAX_ROUNDS}."
        if times[line.place] > 1:
            yield f"{where}: there is another result from that table in that round."
        if line.result.status == ScoreStatus.SIT_OUT:
            yield f"{where}: a sit-out is no result. Leave it out."
        for label in {line.south, line.north} - labels:
            yield f"{where}: contestant {label} is not among the contestants."
