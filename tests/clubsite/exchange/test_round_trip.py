"""A whole night with a board in every state goes out in every format and comes into an empty twin of its session."""

import datetime
from collections.abc import Callable, Iterator
from itertools import cycle
from typing import Any

import pytest

from clubsite.clubs.models import Person
from clubsite.clubs.services import person_add
from clubsite.duplicate.models import Session, TableBoard, TableBoardState
from clubsite.duplicate.selectors.sessions import sections_of
from clubsite.duplicate.services.boards import boards_deal
from clubsite.duplicate.services.directing import session_end
from clubsite.duplicate.services.movement import contestant_assign, movement_accept
from clubsite.duplicate.services.rounds import session_start
from clubsite.duplicate.services.sections import section_add_pairs
from clubsite.duplicate.services.setup import session_create
from clubsite.exchange.selectors.result_files import FORMATS, result_file
from clubsite.exchange.services.import_preview import incoming, results_read
from clubsite.exchange.services.import_results import results_import
from clubsite.rankings.models import Ranking
from clubsite.rankings.selectors.published import published_or_404
from clubsite.rankings.services.publications import publish
from clubsite.rankings.services.sweep import results_sweep
from clubsite.scores.selectors.entries import latest_of
from clubsite.scores.services.entries import score_enter
from movements.catalogue import build
from scoring.lines import parse_score

pytestmark = pytest.mark.django_db
WAYS = [
    ("match_points", ["results.xml", "boards.pbn", "travellers.csv"]),
    ("cross_imps", ["results-1.3.xml"]),  # there a ruling is no percentage of anything
]
# Whose hand leads, by declarer and whether four play: the defender's own (SOLO-13), or that on declarer's left.
LEADERS = {("S", False): "north", ("N", False): "south", ("S", True): "west", ("N", True): "east"}
NORTH, SOUTH = (
    {"contract": "3NTX", "declarer": "N", "tricks": 7},
    {"contract": "2S", "declarer": "S", "tricks": 9},
)
STATES: list[dict[str, Any]] = [
    SOUTH,
    NORTH,
    {"status": "passed_out"},
    SOUTH | {"group": "A", "tricks": 7},
    NORTH | {"group": "A"},
    {"status": "not_played"},
    {"status": "artificial", "artificial": "A6040"},
    {"status": "artificial", "artificial": "A55.5/44.5"},
    {"status": "assigned", "artificial": "140"},
    {"status": "assigned", "artificial": "60%120,40% -50"},
    {"status": "assigned", "artificial": "-100 / 620"},
    {"status": "assigned", "artificial": "170 / A40"},
    {"status": "assigned", "artificial": "A6040"},
    {"status": "assigned", "artificial": "100% -50", "group": "B2"},
    {"status": "passed_out", "group": "B2"},
]


@pytest.fixture
def make_session(club: Any, dee: Any) -> Callable[[str], Session]:
    """Five players, of whom one sits out in turn, and four pairs at four-handed tables: on the same boards."""

    def make(method: str) -> Session:
        session = session_create(
            club=club, user=dee, name="Twins", date=datetime.date(2026, 11, 17), players=5, boards_per_round=1
        )
        session.scoring = {"method": method}
        session.save(update_fields=["scoring"])
        section_add_pairs(session=session, pairs=4, own_boards=False, user=dee)
        for section in sections_of(session):
            size = 4 if section.pairs else 5
            plan = build("howell", (size + 1) // 2, None, size)
            movement_accept(session=session, section=section, plan=plan, title="Howell", user=dee)
            for entry in section.contestants.all():
                for partner in range(1 + section.pairs):
                    name = f"{entry.label}{'xy'[partner]}"
                    person = Person.objects.filter(name=name).first() or person_add(club=club, name=name)
                    place = {"section": section, "number": entry.number, "partner": bool(partner)}
                    contestant_assign(session=session, person=person, **place)
        boards_deal(session=session, count=5, user=dee, seed="tests")
        session_start(session=session, user=dee)
        session.refresh_from_db()
        return session

    return make


@pytest.fixture
def play(dee: Any, django_capture_on_commit_callbacks: Any) -> Callable[[Session], None]:
    """Scores of every round, each state in its turn."""

    def enter(session: Session) -> None:
        states: Iterator[dict[str, Any]] = cycle(STATES)
        rows = TableBoard.objects.filter(round__section__session=session, state=TableBoardState.WAITING)
        while waiting := list(rows.select_related("board", "round__section").order_by("pk")):
            with django_capture_on_commit_callbacks(execute=True):
                for row in waiting:
                    state = next(states)
                    leader = LEADERS.get((state.get("declarer", ""), row.round.section.pairs))
                    lead = getattr(row.board, leader).split()[0] if leader else ""
                    score_enter(table_board=row, user=dee, why="as it was", lead=lead, **state)

    return enter


def close(session: Session, user: Any) -> None:
    results_sweep()
    session_end(session=session, user=user)
    publish(session, user)


def scores(session: Session) -> dict[tuple[int, str, str], tuple[Any, ...]]:
    """(board, N/S, E/W) -> what counts there; an assigned score may be written in several ways."""
    rows = TableBoard.objects.filter(round__section__session=session).exclude(state=TableBoardState.VOID)
    rows = rows.select_related("board", "ns__section", "ew__section")
    latest = latest_of(rows)
    found = {}
    for row in rows:
        entry = latest[row.pk]
        given = parse_score(entry.artificial or f"100% {entry.ns_score or 0}")
        ruling = (given.ns_pct, given.ew_pct, given.ns_parts, given.ew_parts)
        played = (entry.contract, entry.declarer, entry.tricks, entry.lead)
        found[row.board.number, row.ns.label, row.ew.label] = (entry.status, entry.group, *played, ruling)
    return found


def rankings(session: Session) -> dict[tuple[str, str], list[dict[str, Any]]]:
    """The lists with their exact figures, of people by their labels."""
    labels = {
        entry.pk: entry.label for section in session.sections.all() for entry in section.contestants.all()
    }
    return {
        (ranking.section.name, ranking.line): [row | {"entry": labels[row["entry"]]} for row in ranking.rows]
        for ranking in Ranking.objects.filter(section__session=session).select_related("section")
    }


@pytest.mark.parametrize(("method", "names"), WAYS)
def test_a_night_with_every_state_comes_into_an_empty_twin_with_the_same_rankings(
    make_session: Any,
    play: Any,
    dee: Any,
    method: str,
    names: list[str],
    django_capture_on_commit_callbacks: Any,
) -> None:
    first = make_session(method)
    play(first)
    close(first, dee)
    out = result_file(published_or_404(first.public_id))
    before = scores(first)
    assert len({(status, bool(group), ruling) for status, group, *_, ruling in before.values()}) >= 12
    assert len(rankings(first)) == 2
    for name in names:
        data = FORMATS[name].write(out).encode()
        assert incoming(first, results_read(session=first, data=data), None).todo == 0, name
        twin = make_session(method)
        sections = results_read(session=twin, data=data)
        with django_capture_on_commit_callbacks(execute=True):
            stored = results_import(session=twin, sections=sections, file_name=name, user=dee)
        close(twin, dee)
        assert stored == len(before), name
        assert scores(twin) == before, name
        assert rankings(twin) == rankings(first), name
        assert result_file(published_or_404(twin.public_id)) == out, name
