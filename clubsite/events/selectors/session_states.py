"""The state of a heat that is played on this site, read from its session."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from clubsite.duplicate.models import Contestant, Movement, Session, SessionStatus, TableBoard, TableBoardState
from clubsite.events.heat_state import HeatState, StateEntrant, StateLine, StatePerson, person_key
from clubsite.events.models import Event, Heat
from clubsite.events.selectors.event_facts import event_settings
from clubsite.events.selectors.heat_states import rounds_over
from clubsite.events.selectors.players import accounts_of
from clubsite.rankings.fractions import text_of
from clubsite.rankings.models import Penalty, PenaltyUnit
from clubsite.rankings.selectors.session_facts import facts_of
from clubsite.scores.models import ScoreEntry, ScoreStatus
from movements.plan import south_of
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
    people, penalties = session_people(heat, [one.pk for one in rows]), _penalties(heat.event, session)
    return [
        StateEntrant(
            label=one.label,
            kind=one.section.kind,
            line="ALL" if south is None else "NS" if one.number in south else "EW",
            stratum=one.stratum,
            robot=bool(one.robot),
            people=people[one.pk],
            penalties=tuple(penalties.get(one.pk, [])),
            contestant=one.pk,
        )
        for one in rows
        for south in [apart.get(one.section_id)]
    ]


def _lines(heat: Heat, labels: Mapping[int, str]) -> Iterator[StateLine]:
    """Yield a line for each row at a table whose newest entry is a result."""
    entries = ScoreEntry.objects.filter(table_board__round__section__session=heat.session_id).order_by("pk")
    newest = {entry.table_board_id: entry for entry in entries}
    rows = TableBoard.objects.filter(
        round__section__session=heat.session_id,
        board__board_set__event_boards__gt=0,
        board__number__lte=heat.event.boards,
    ).exclude(state=TableBoardState.VOID)
    for row in rows.select_related("board", "round__section", "table").order_by("pk"):
        entry = newest.get(row.pk)
        if entry is not None and entry.status != ScoreStatus.SIT_OUT and row.ns_id in labels and row.ew_id in labels:
            yield StateLine(
                board=row.board.number,
                round=row.round.number,
                table=row.round.section.label(row.table.number),
                south=labels[row.ns_id],
                north=labels[row.ew_id],
                result=BoardResult.of_columns(entry),
                table_board=row.pk,
            )


def _penalties(event: Event, session: Session) -> dict[int, list[tuple[str, str]]]:
    """Return the penalties of a session that count in the event, by contestant and as they were given: amounts and
    units.

    A match point of a club with three tables is a quarter of a board, and one of an event with two hundred tables
    almost nothing, so match points become percent of a board's top. They do not reach an event that is scored by IMPs,
    nor IMPs one that is scored by match points: nobody can say what they are worth there.
    """
    rows = Penalty.objects.filter(withdrawn_at=None, contestant__section__session=session).order_by("at", "pk")
    given = [(pk, Fraction(amount), unit) for pk, amount, unit in rows.values_list("contestant", "amount", "unit")]
    imps, by_imps = ScoringSettings.from_json(session.scoring).imps, event_settings(event).imps
    top, found = 0, dict[int, list[tuple[str, str]]]()
    if not imps and any(unit == PenaltyUnit.POINTS for *_, unit in given):
        facts = facts_of(session.pk)
        top = max(ScoredBoards(facts).tops.values(), default=0) if facts is not None else 0
    for contestant, amount, unit in given:
        if unit != PenaltyUnit.POINTS or (imps and by_imps):
            found.setdefault(contestant, []).append((text_of(amount), unit))
        elif top and not by_imps:
            found.setdefault(contestant, []).append((text_of(amount * 100 / top), PenaltyUnit.TOP.value))
    return found
