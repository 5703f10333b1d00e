"""A session's scoring settings, the facts that its scores come from, and its lists of places with names."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from clubsite.nights.models import Board, Contestant, Movement, Section, Session, TableBoard, TableBoardState
from clubsite.nights.selectors.contestants import names_of
from clubsite.nights.selectors.sessions import sections_of
from clubsite.rankings.models import Penalty, Ranking
from clubsite.rankings.selectors.published import Published
from clubsite.rankings.shapes import RankingList
from clubsite.scores.models import ScoreEntry
from movements.plan import south_of
from scoring.session import EntryPenalty, Extras
from scoring.session_scores import Outcome, PlayedLine, SectionFacts, SessionFacts
from scoring.settings import ScoringSettings


def settings_of(session: Session) -> ScoringSettings:
    """Return the settings by which a session is scored. Raise scoring.settings.SettingsError if they are invalid."""
    return ScoringSettings.from_json(session.scoring)


def ranked_with(section: Section) -> list[Section]:
    """Return the sections that share a ranking with this one, sorted by name. The first one stores the ranking."""
    session = section.session
    if settings_of(session).sections != "together":
        return [section]
    return list(session.sections.filter(kind=section.kind).order_by("name"))


def rankings_published(published: Published) -> list[RankingList]:
    """Return every list of places in a published session."""
    return [_named(ranking, published.names) for section in published.sections for ranking in section.rankings]


def rankings_so_far(session: Session) -> list[RankingList]:
    """Return the ranking from the scores so far, section by section, or [] before the first score."""
    lists = [ranking for of_section in stored_rankings(session).values() for ranking in of_section]
    names = names_of([row.contestant for ranking in lists for row in ranking.rows])
    return [_named(ranking, names) for ranking in lists if any(row.possible for row in ranking.rows)]


def stored_rankings(session: Session) -> dict[str, list[RankingList]]:
    """Return a dict from section name to the lists of places stored with that section, without players' names."""
    settings, sections = settings_of(session), {section.pk: section for section in sections_of(session)}
    lists: dict[str, list[RankingList]] = {section.name: [] for section in sections.values()}
    stored = Ranking.objects.filter(section__session=session)
    for ranking in stored.order_by("-line", "handicap", "stratum"):
        own = sections[ranking.section_id]
        alike = [section for section in sections.values() if section.kind == own.kind]
        field = alike if settings.sections == "together" else [own]
        lists[own.name].append(
            RankingList(
                direction=ranking.line,
                sections=tuple(section.name for section in field) if own.lettered else (),
                four_handed=own.pairs,
                stratum=ranking.stratum,
                handicap=ranking.handicap,
                imps=settings.imps,
                rows=ranking.rows,
            )
        )
    return lists


def _named(ranking: RankingList, names: Mapping[int, str]) -> RankingList:
    rows = [replace(row, name=names.get(row.contestant, f"Player {row.label}")) for row in ranking.rows]
    return replace(ranking, rows=tuple(rows))


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
    letters = {pk: name if lettered else "" for pk, _, name, lettered, _ in sections}
    return SessionFacts(
        sections=_sections(session_id, sections, contestants),
        lines=_lines(session_id),
        sets=dict(Board.objects.filter(board_set__session=session_id).values_list("pk", "board_set")),
        settings=ScoringSettings.from_json(sections[0][-1]),
        extras=_extras(session_id, contestants),
        labels={pk: (number, f"{letters[section]}{number}") for pk, section, number, *_ in contestants},
    )


def _sections(session_id: int, sections: list[Any], contestants: list[Any]) -> list[SectionFacts]:
    plans = dict(Movement.objects.filter(section__session=session_id).values_list("section", "plan"))
    facts = []
    for pk, kind, *_ in sections:
        numbers = {number: contestant for contestant, section, number, *_ in contestants if section == pk}
        plan = plans.get(pk)
        south = frozenset(numbers[n] for n in south_of(plan) if n in numbers) if plan else frozenset()
        winners = plan["winners"] if plan else None
        facts.append(SectionFacts(pk, kind, list(numbers.values()), winners, south))
    return facts


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
    outcomes = {}
    for line, *columns in rows:
        outcome = Outcome(*columns)
        outcomes[line] = same.setdefault(outcome, outcome)
    return outcomes
