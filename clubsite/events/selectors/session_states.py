"""The state of a heat that is played on this site, read from its session."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from clubsite.duplicate.models import Contestant, Movement, Session, SessionStatus, TableBoard, TableBoardState
from clubsite.events.heat_state import RESULT_COLUMNS, HeatState, StateEntrant, StateLine, StatePerson, person_key
from clubsite.events.models import Event, Heat
from clubsite.events.selectors.event_facts import event_settings
from clubsite.events.selectors.heat_states import rounds_over
from clubsite.events.selectors.players import accounts_of
from clubsite.rankings.fractions import text_of
from clubsite.rankings.models import Penalty, PenaltyUnit
from clubsite.rankings.selectors.session_facts import facts_of
from clubsite.scores.models import ScoreEntry, ScoreStatus
from movements.plan import south_of
from scoring.lines import Status
from scoring.result import BoardResult
from scoring.session_scores import ScoredBoards
from scoring.settings import ScoringSettings


def session_state(heat: Heat, session: Session) -> HeatState:
    """Return the state of a heat's session: its contestants, and the lines of the event's boards that have a result."""
    if session.status == SessionStatus.DRAFT:
        return HeatState()
    entrants = _entrants(heat, session)
    labels = {one.contestant: one.label for one in entrants if one.contestant is not None}
    return HeatState(
        entrants=tuple(entrants),
        lines=tuple(_lines(heat, labels)),
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


def _entrants(heat: Heat, session: Session) -> list[StateEntrant]:
    """Return the contestants in the order of sections and numbers."""
    plans = dict(Movement.objects.filter(section__session=session).values_list("section", "plan"))
    apart = {section: south_of(plan) for section, plan in plans.items() if plan.get("winners") == 2}
    contestants = Contestant.objects.filter(section__session=session).select_related("section")
    rows = list(contestants.order_by("section__name", "number"))
    people = session_people(heat, [one.pk for one in rows])
    penalties = _penalties(heat.event, session)
    return [
        StateEntrant(
            label=one.label,
            kind=one.section.kind,
            line=_line_of(one, apart),
            stratum=one.stratum,
            robot=bool(one.robot),
            people=people[one.pk],
            penalties=tuple(penalties.get(one.pk, [])),
            contestant=one.pk,
        )
        for one in rows
    ]


def _line_of(contestant: Contestant, apart: Mapping[int, frozenset[int]]) -> str:
    south = apart.get(contestant.section_id)
    if south is None:
        return "ALL"
    return "NS" if contestant.number in south else "EW"


def _lines(heat: Heat, labels: Mapping[int, str]) -> list[StateLine]:
    rows = TableBoard.objects.filter(
        round__section__session=heat.session_id,
        board__board_set__event_boards__gt=0,
        board__number__lte=heat.event.boards,
    ).exclude(state=TableBoardState.VOID)
    results = _results(heat)
    return [
        StateLine(
            board=row.board.number,
            round=row.round.number,
            table=row.round.section.label(row.table.number),
            south=labels[row.ns_id],
            north=labels[row.ew_id],
            result=results[row.pk],
            table_board=row.pk,
        )
        for row in rows.select_related("board", "round__section", "table").order_by("pk")
        if row.pk in results and row.ns_id in labels and row.ew_id in labels
    ]


def _results(heat: Heat) -> dict[int, BoardResult]:
    """Return the result of the newest entry of each row at a table that is no sit-out."""
    entries: Any = ScoreEntry.objects.filter(table_board__round__section__session=heat.session_id)
    rows = entries.order_by("pk").values_list("table_board", "status", *RESULT_COLUMNS)
    newest = {table_board: columns for table_board, *columns in rows}
    return {
        table_board: BoardResult(Status(status), *columns)
        for table_board, (status, *columns) in newest.items()
        if status != ScoreStatus.SIT_OUT
    }


def _penalties(event: Event, session: Session) -> dict[int, list[tuple[str, str]]]:
    """Return the penalties of a session that count in the event, by contestant, in the order in which they were given:
    each as an amount and its unit, in units that mean the same in the event as at the club.

    A match point of a club with three tables is a quarter of a board, and one of an event with two hundred tables
    almost nothing. So match points are converted to percent of a board's top. Percent of a top, and percent of the
    session, stay as they are. Match points do not reach an event that is scored by IMPs, nor IMPs one that is scored by
    match points: nobody can say what they are worth there.
    """
    rows = Penalty.objects.filter(withdrawn_at=None, contestant__section__session=session).order_by("at", "pk")
    given = [(pk, Fraction(amount), unit) for pk, amount, unit in rows.values_list("contestant", "amount", "unit")]
    if not given:
        return {}
    imps = ScoringSettings.from_json(session.scoring).imps
    top = 0 if imps or all(unit != PenaltyUnit.POINTS for *_, unit in given) else _top_of(session)
    found: dict[int, list[tuple[str, str]]] = {}
    for contestant, amount, unit in given:
        if unit != PenaltyUnit.POINTS or (imps and event_settings(event).imps):
            found.setdefault(contestant, []).append((text_of(amount), unit))
        elif top and not event_settings(event).imps:
            found.setdefault(contestant, []).append((text_of(amount * 100 / top), PenaltyUnit.TOP.value))
    return found


def _top_of(session: Session) -> int:
    """Return the most match points that a board of the session is worth."""
    facts = facts_of(session.pk)
    return max(ScoredBoards(facts).tops.values(), default=0) if facts is not None else 0
