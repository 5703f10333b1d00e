"""A session with a board in every state, at two-handed and four-handed tables on the same boards."""

from collections.abc import Iterator
from itertools import cycle
from typing import Any

import pytest

from clubsite.clubs.models import Person
from clubsite.clubs.services import person_add
from clubsite.nights.models import Session, TableBoard, TableBoardState
from clubsite.nights.selectors.sessions import sections_of
from clubsite.nights.services.boards import boards_deal
from clubsite.nights.services.movement import contestant_assign, movement_accept
from clubsite.nights.services.rounds import session_start
from clubsite.nights.services.sections import section_add_pairs
from clubsite.rankings.services.sweep import results_sweep
from movements.catalogue import build
from tests.kit.dealt import dealt
from tests.kit.nights import draft_night, end_and_publish
from tests.kit.typed_scores import enter_score

# The hand that leads, by declarer and whether four play: the defender's own (SOLO-13), or the one on
# declarer's left.
LEADERS = {("S", False): "north", ("N", False): "south", ("S", True): "west", ("N", True): "east"}
NORTH, SOUTH = ({"contract": "3NTX", "declarer": "N", "tricks": 7}, {"contract": "2S", "declarer": "S", "tricks": 9})
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
def make_session(club, dee):
    """A function that makes a session with five players, who take turns sitting out, and four pairs. All play the same
    boards.
    """

    def make(method):
        session = draft_night(club, dee, 5, name="Twins")
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
def play(dee, on_commit):
    def enter(session):
        states: Iterator[dict[str, Any]] = cycle(STATES)
        rows = TableBoard.objects.filter(round__section__session=session, state=TableBoardState.WAITING)
        while waiting := list(rows.select_related("board", "round__section").order_by("pk")):
            with on_commit():
                for row in waiting:
                    state = next(states)
                    leader = LEADERS.get((state.get("declarer", ""), row.round.section.pairs))
                    lead = getattr(dealt(row.board), leader).split()[0] if leader else ""
                    enter_score(row, dee, lead=lead, **state, why="as it was")

    return enter


def close(session: Session, user):
    results_sweep()
    end_and_publish(session, user)
