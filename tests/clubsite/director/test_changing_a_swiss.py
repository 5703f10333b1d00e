"""Changes in a Swiss session: people come and go, rounds are added or dropped, and the draws follow."""

import pytest
from django.test import Client

from clubsite.nights.models import ContestantPerson, Movement, Seating, Session, TableBoard
from clubsite.nights.selectors.movements import plan_of
from clubsite.nights.selectors.progress import rounds_all
from clubsite.nights.selectors.sessions import sections_of
from movements.checks import problems
from tests.kit.director_pages import Desk
from tests.kit.nights import swiss
from tests.kit.typed_scores import enter_score


class Swiss:
    """A session of four rounds, with round 2 in play."""

    def __init__(self, session: Session, dee, commit, client: Client):
        self.session, self.dee, self.commit = session, dee, commit
        self.play()
        self.section = sections_of(session)[0]
        self.desk = Desk(client, self)

    def play(self):
        with self.commit(execute=True):
            for row in TableBoard.objects.filter(round__section__session=self.session, state="waiting"):
                enter_score(row, self.dee, f"4S S {9 + row.ns.number % 3}")

    def make(self, kind: str, **answers: str) -> str:
        with self.commit(execute=True):
            return self.desk.make(kind, **answers)

    def seated(self, number: int) -> set[int]:
        rows = Seating.objects.filter(round__section=self.section, round__number=number)
        return {c for row in rows.values_list("ns__number", "ew__number") for c in row if c}


@pytest.fixture
def swiss_of(club, dee, client, django_capture_on_commit_callbacks):
    client.force_login(dee)
    return lambda players: Swiss(swiss(club, dee, players), dee, django_capture_on_commit_callbacks, client)


def person(night: Swiss, number: int) -> str:
    return str(ContestantPerson.objects.get(contestant__section=night.section, contestant__number=number).pk)


@pytest.mark.parametrize("players", [8, 7])
def test_who_leaves_is_in_no_later_draw_and_the_scores_stay(swiss_of, players):
    night = swiss_of(players)
    night.make("leaves", who=person(night, 3))
    night.play()
    night.play()
    assert night.seated(2) == set(range(1, players + 1))
    assert night.seated(3) == night.seated(4) == set(range(1, players + 1)) - {3}
    assert problems(plan_of(night.section)) == []
    assert TableBoard.objects.filter(ns__number=3).exists() or TableBoard.objects.filter(ew__number=3).exists()


@pytest.mark.parametrize(("players", "all_there"), [(8, 9), (7, 8)])
def test_who_comes_late_is_in_every_later_draw(swiss_of, players, all_there):
    night = swiss_of(players)
    night.make("late", **{"name0": "Zed", "guest-name0": "Zed"})
    night.play()
    assert night.seated(3) == set(range(1, all_there + 1))
    assert night.seated(2) == set(range(1, players + 1))


def test_a_change_is_taken_back_with_the_people(swiss_of, caplog):
    """The table for the two new players is removed too. Nobody gets a message about this, and no error is raised."""
    night = swiss_of(8)
    before = Movement.objects.get()
    night.make("table", name0="Yan", name1="Zed", **{"guest-name0": "1", "guest-name1": "1"})
    assert Movement.objects.get().title == "Swiss (changed), 5 tables, 4 rounds of 1 board"
    with night.commit(execute=True):
        night.desk.client.post(f"{night.desk.base}undo/")
    assert not [line for line in caplog.records if line.levelname == "ERROR"]
    after = Movement.objects.get()
    assert (after.plan, after.title) == (before.plan, before.title)
    night.play()
    assert night.seated(3) == set(range(1, 9))


def test_rounds_are_dropped_and_added_with_their_boards_and_taken_back(swiss_of):
    night = swiss_of(8)
    page = night.make("shorter", after="3")
    assert "stops after round 3" in page
    assert rounds_all(night.section) == 3
    night.desk.client.post(f"{night.desk.base}undo/")
    assert rounds_all(night.section) == 4
    night.make("longer", more="2")
    night.section.refresh_from_db()
    assert rounds_all(night.section) == 6
    assert night.section.board_set.boards.count() == 6
    for _ in range(6):
        night.play()
    night.section.refresh_from_db()
    assert (night.section.round_number, plan_of(night.section).rounds) == (6, 6)


def test_a_new_movement_is_no_change_of_a_swiss(swiss_of):
    assert "drawn when it comes" in swiss_of(8).desk.ask("anew", rounds="4")
