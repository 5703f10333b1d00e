"""The facts behind a session's scores, read together: sections, contestants, plans, penalties, lines and scores."""

from fractions import Fraction
from typing import Any

from clubsite.nights.models import Board, Contestant, Movement, Section, TableBoard, TableBoardState
from clubsite.rankings.models import Penalty
from clubsite.scores.models import ScoreEntry
from movements.plan import south_of
from scoring.session import EntryPenalty, Extras
from scoring.session_scores import Outcome, PlayedLine, SectionFacts, SessionFacts
from scoring.settings import ScoringSettings


def facts_of(session_id: int) -> SessionFacts | None:
    """Return all facts that a session's scores depend on, or None if the session no longer exists."""
    sections = list(
        Section.objects.filter(session=session_id)
        .order_by("name")
        .values_list("pk", "kind", "name", "lettered", "session__scoring")
    )
    if not sections:
        return None
    contestants = list(
        Contestant.objects.filter(section__session=session_id)
        .order_by("number")
        .values_list("pk", "section", "number", "robot", "stratum", "handicap", "carry")
    )
    return SessionFacts(
        sections=_sections(session_id, sections, contestants),
        lines=_lines(session_id),
        sets=dict(Board.objects.filter(board_set__session=session_id).values_list("pk", "board_set")),
        settings=ScoringSettings.from_json(sections[0][-1]),
        extras=_extras(session_id, contestants),
        labels=_labels(sections, contestants),
    )


def _sections(session_id: int, sections: list[Any], contestants: list[Any]) -> list[SectionFacts]:
    plans = dict(Movement.objects.filter(section__session=session_id).values_list("section", "plan"))
    found = []
    for pk, kind, *_ in sections:
        numbers = {number: contestant for contestant, section, number, *_ in contestants if section == pk}
        plan = plans.get(pk)
        south = frozenset(numbers[n] for n in south_of(plan) if n in numbers) if plan else frozenset()
        winners = plan["winners"] if plan else None
        found.append(SectionFacts(pk, kind, list(numbers.values()), winners, south))
    return found


def _labels(sections: list[Any], contestants: list[Any]) -> dict[Any, tuple[int, str]]:
    letters = {pk: name if lettered else "" for pk, _, name, lettered, _ in sections}
    return {pk: (number, f"{letters[section]}{number}") for pk, section, number, *_ in contestants}


def _extras(session_id: int, contestants: list[Any]) -> Extras:
    penalties = Penalty.objects.filter(withdrawn_at=None, contestant__section__session=session_id)
    return Extras(
        penalties=[
            EntryPenalty(contestant, Fraction(amount), unit)
            for contestant, amount, unit in penalties.values_list("contestant", "amount", "unit")
        ],
        handicaps={pk: Fraction(given) for pk, *_, given, _ in contestants if given is not None},
        strata={pk: stratum for pk, *_, stratum, _, _ in contestants if stratum},
        earlier={pk: Fraction(carry) for pk, *_, carry in contestants if carry},
        unplaced=frozenset(pk for pk, _, _, robot, *_ in contestants if robot),
    )


def _lines(session_id: int) -> list[PlayedLine]:
    lines = TableBoard.objects.filter(round__section__session=session_id).exclude(state=TableBoardState.VOID)
    outcomes = _outcomes(session_id)
    return [
        PlayedLine(pk, board, section, ns, ew, outcomes.get(pk))
        for pk, board, section, ns, ew in lines.order_by().values_list("pk", "board", "round__section", "ns", "ew")
    ]


def _outcomes(session_id: int) -> dict[int, Outcome]:
    """Return a dict from line id to outcome. The outcome comes from the line's newest score entry."""
    entries = ScoreEntry.objects.filter(table_board__round__section__session=session_id)
    rows: Any = entries.order_by("pk").values_list("table_board", "status", "ns_score", "ruling", "group")
    same: dict[Outcome, Outcome] = {}  # one object for each outcome, however many lines have it
    found = {}
    for line, *columns in rows:
        outcome = Outcome(*columns)
        found[line] = same.setdefault(outcome, outcome)
    return found
