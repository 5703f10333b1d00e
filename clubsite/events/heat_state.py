"""The state of a heat: its entrants and all their lines, however the results arrived."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from hashlib import sha256
from typing import Any

from django.db.models import Q

from clubsite.core.refused import Refused
from clubsite.events.models import Event, Heat
from clubsite.events.models.events import MAX_TABLES_OF_A_HEAT
from clubsite.events.selectors.players import person_key
from clubsite.nights.models import Contestant, Movement, Session, SessionStatus, TableBoard, TableBoardState
from clubsite.nights.selectors.contestants import accounts_of
from clubsite.nights.selectors.progress import rounds_over
from clubsite.rankings.models import Penalty, PenaltyUnit
from clubsite.rankings.payload import text_of
from clubsite.rankings.selectors.rankings import facts_of
from clubsite.rankings.services.settings import LARGEST_PENALTY
from clubsite.scores.models import ScoreEntry, ScoreStatus
from movements.plan import south_of
from scoring.event import HeatLine, check_heat
from scoring.lines import Status
from scoring.result import RESULT_COLUMNS, BoardResult
from scoring.session_scores import ScoredBoards
from scoring.settings import ScoringSettings

LABEL = re.compile(r"[A-Za-z0-9]{1,14}")
MAX_ENTRANTS, MAX_HEAT_LINES, MAX_ROUNDS = 300, 4000, 200


@dataclass(frozen=True, slots=True)
class StatePerson:
    """A player: a key that recognises them in another heat, an id in the club's list, or a name in a results file."""

    key: str = ""
    person: int | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class StateEntrant:
    """A contestant. `penalties` are pairs of "num/den" and unit. `stratum` or `people` None: the old one stays."""

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
    """A result on a board of the event. `south` and `north` are labels. `table` is "" if it is not known."""

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
        """The result as it is stored, in the order of RESULT_COLUMNS."""
        status, *columns = self.result.columns().values()
        return (str(status), *columns)


@dataclass(frozen=True)
class HeatState:
    """The scored facts of a heat, or None for what the state leaves out. `rounds` has those played and the total."""

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
            [
                entrant.label,
                entrant.kind,
                entrant.line,
                entrant.stratum or "",
                entrant.robot,
                sorted(map(list, entrant.penalties)),
            ]
            for entrant in sorted(self.entrants, key=lambda entrant: entrant.label)
        ]
        lines = [
            [*line.place, line.south, line.north, *line.said]
            for line in sorted(self.lines, key=lambda line: line.place)
        ]
        return sha256(json.dumps([entrants, lines], separators=(",", ":")).encode()).hexdigest()


def stored_state(heat: Heat) -> HeatState:
    """Return a heat's state from its rows. It leaves out people, and the rows of a session."""
    entrants: Any = heat.entrants.order_by("pk").values("label", "kind", "line", "stratum", "robot", "penalties")
    lines: Any = heat.lines.order_by("board", "round", "pk")
    columns = ("board", "round", "table", "south__label", "north__label", *RESULT_COLUMNS)
    planned = heat.rounds_planned
    return HeatState(
        entrants=tuple(
            StateEntrant(**{**row, "people": None, "penalties": tuple(map(tuple, row["penalties"]))})
            for row in entrants
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


def effects(heat: Heat, state: HeatState) -> tuple[list[StateLine], dict[str, int]]:
    """Return a state's lines whose results differ from the stored ones, and its effects on the heat with counts."""
    old, new = (
        {(line.board, line.south, line.north): line for line in lines}
        for lines in (stored_state(heat).lines, state.lines)
    )
    changed = [line for at, line in new.items() if at in old and old[at].result != line.result]
    fresh = len(new.keys() - old.keys())
    return changed, {
        "New results": fresh,
        "In already, and the same": len(new) - fresh - len(changed),
        "In already, and different": len(changed),
        "In so far and not in the file: they would not count any more": len(old.keys() - new.keys()),
    }


def heat_state_check(event: Event, state: HeatState) -> None:
    """Raise Refused with a sentence for each of the first faults of a state."""
    if faults := heat_state_faults(event, state):
        more = [f"And {len(faults) - 5} more."] if len(faults) > 5 else []
        raise Refused(" ".join([*faults[:5], *more]), "lines")


def heat_fault(heat: Heat) -> str:
    """Return why a heat is set aside, or why its newest state was refused, or ""."""
    if not heat.set_aside and not heat.refused_state:
        return ""
    played = None if heat.set_aside else heat.session
    try:
        heat_state_check(heat.event, stored_state(heat) if played is None else session_state(heat, played))
    except Refused as no:
        return str(no)
    return ""


def heat_state_faults(event: Event, state: HeatState) -> list[str]:
    """Return a sentence for each fault in a state to be stored for a heat of this event, or []."""
    faults = [*_entrant_faults(event, state), *_line_faults(state)]
    return faults or check_heat(
        {entrant.label: entrant.kind for entrant in state.entrants},
        [HeatLine(line.board, line.south, line.north, line.table, line.result) for line in state.lines],
        event.boards,
    )


def _entrant_faults(event: Event, state: HeatState) -> Iterator[str]:
    if len(state.entrants) > MAX_ENTRANTS:
        yield f"A heat has at most {MAX_ENTRANTS} contestants, and this one has {len(state.entrants)}."
    times, imps = Counter(each.label for each in state.entrants), event.scoring_settings.imps
    for entrant in state.entrants:
        if not LABEL.fullmatch(entrant.label):
            yield f"A contestant’s number has from 1 to 14 letters and figures, unlike “{entrant.label[:20]!a}”."
        if times[entrant.label] > 1:
            yield f"Contestant {entrant.label} is in the list more than once."
        for amount, unit in entrant.penalties:
            largest = LARGEST_PENALTY * (100 if unit == PenaltyUnit.TOP else 1)
            if unit == PenaltyUnit.POINTS and not imps:
                yield (
                    f"The penalty of contestant {entrant.label} is in match points of the club. "
                    "Give it as percent of a board’s top."
                )
            elif not 0 < abs(Fraction(amount)) <= largest:
                yield f"The penalty of contestant {entrant.label} is not possible: {amount}."


def _line_faults(state: HeatState) -> Iterator[str]:
    if len(state.lines) > MAX_HEAT_LINES:
        yield f"A heat has at most {MAX_HEAT_LINES} results, and this one has {len(state.lines)}."
    if max(len({line.table for line in state.lines} - {""}), state.tables or 0) > MAX_TABLES_OF_A_HEAT:
        yield f"A heat has at most {MAX_TABLES_OF_A_HEAT} tables. Send the results of one club."
    labels, times = {entrant.label for entrant in state.entrants}, Counter(line.place for line in state.lines)
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


def session_state(heat: Heat, session: Session) -> HeatState:
    """Return the state of a heat's session: its contestants, and the lines of the event's boards that have a result."""
    if session.status == SessionStatus.DRAFT:
        return HeatState()
    entrants = _entrants(heat, session)
    return HeatState(
        entrants=entrants,
        lines=tuple(_lines(heat, {entrant.contestant: entrant.label for entrant in entrants})),
        options=heat.event.options,
        rounds=rounds_over(session),
        complete=session.status == SessionStatus.ENDED,
        confirmed=heat.confirmed_at is not None,
    )


def session_people(heat: Heat, contestants: list[int]) -> dict[int, tuple[StatePerson, ...]]:
    """Map contestants to those who play, or have played, as each: a key for each account, or "" without one."""
    return {
        contestant: tuple(
            StatePerson(key)
            for accounts in people.values()
            for key in ([person_key(heat.event.public_id, account) for account in sorted(accounts)] or [""])
        )
        for contestant, people in accounts_of(contestants).items()
    }


def _entrants(heat: Heat, session: Session) -> tuple[StateEntrant, ...]:
    """Return the contestants in the order of sections and numbers."""
    plans = dict(Movement.objects.filter(section__session=session).values_list("section", "plan"))
    apart = {section: south_of(plan) for section, plan in plans.items() if plan.get("winners") == 2}
    rows = Contestant.objects.filter(section__session=session).select_related("section")
    rows = rows.order_by("section__name", "number")
    people, penalties = session_people(heat, [each.pk for each in rows]), _penalties(heat.event, session)
    entrants = []
    for row in rows:
        south, facts = apart.get(row.section_id), (people[row.pk], tuple(penalties.get(row.pk, [])))
        line = "ALL" if south is None else "NS" if row.number in south else "EW"
        entrants.append(StateEntrant(row.label, row.section.kind, line, row.stratum, bool(row.robot), *facts, row.pk))
    return tuple(entrants)


def _lines(heat: Heat, labels: Mapping[int | None, str]) -> Iterator[StateLine]:
    """Yield a line for each row at a table whose newest entry is a result."""
    entries = ScoreEntry.objects.filter(table_board__round__section__session=heat.session_id).order_by("pk")
    newest = {entry.table_board_id: entry for entry in entries}
    of_event = Q(board__board_set__event_boards__gt=0, board__number__lte=heat.event.boards)
    rows = TableBoard.objects.filter(of_event, round__section__session=heat.session_id)
    rows = rows.exclude(state=TableBoardState.VOID).select_related("board", "round__section", "table")
    for row in rows.order_by("pk"):
        entry = newest.get(row.pk)
        if entry is not None and entry.status != ScoreStatus.SIT_OUT and row.ns_id in labels and row.ew_id in labels:
            place = row.board.number, row.round.number, row.round.section.label(row.table.number)
            yield StateLine(*place, labels[row.ns_id], labels[row.ew_id], entry.result, row.pk)


def _penalties(event: Event, session: Session) -> dict[int, list[tuple[str, str]]]:
    """Return the penalties of a session that count in the event, by contestant, as pairs of amount and unit.

    Match points at a club are worth less in a larger field, so they become percent of a board's top. Match points have
    no known value in an event scored by IMPs, nor have IMPs in any other event. There they do not count.
    """
    rows = Penalty.objects.filter(withdrawn_at=None, contestant__section__session=session).order_by("at", "pk")
    given = [(pk, Fraction(amount), unit) for pk, amount, unit in rows.values_list("contestant", "amount", "unit")]
    imps, by_imps = ScoringSettings.from_json(session.scoring).imps, event.scoring_settings.imps
    top, penalties = 0, dict[int, list[tuple[str, str]]]()
    if not imps and any(unit == PenaltyUnit.POINTS for *_, unit in given):
        facts = facts_of(session.pk)
        top = max(ScoredBoards(facts).tops.values(), default=0) if facts is not None else 0
    for contestant, amount, unit in given:
        if unit != PenaltyUnit.POINTS or (imps and by_imps):
            penalties.setdefault(contestant, []).append((text_of(amount), unit))
        elif top and not by_imps:
            penalties.setdefault(contestant, []).append((text_of(amount * 100 / top), PenaltyUnit.TOP.value))
    return penalties
