"""The crosstable of a club's year: figures checked by hand, from closed boards and identifiable people only."""

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubsite.clubs.models import Club, Person, ResultsFor, ShownAs
from clubsite.clubs.services import person_add
from clubsite.history.selectors import rivals as module
from clubsite.history.selectors.rivals import rival_matrix
from clubsite.nights.models import ContestantPerson, TableBoard
from clubsite.nights.services.directing import session_end
from clubsite.privacy.services import person_forget
from clubsite.rankings.services.publications import publish, unpublish
from clubsite.readers.visitor import Visitor
from tests.kit.typed_scores import enter_score
from tests.on_page import has_word

pytestmark = pytest.mark.django_db
MOST_QUERIES = 12
URL = "/clubs/{}/rivals/"


def of(club: Club, year: str = "", visitor: Visitor | None = None) -> Any:
    page = rival_matrix((visitor or Visitor.as_member()).at(club), year)
    return SimpleNamespace(**page | {"rows": [SimpleNamespace(**row) for row in page["rows"]]})


def cell(page: Any, one: str, other: str) -> tuple[int, Fraction] | None:
    order = [row.name for row in page.rows]
    found = page.rows[order.index(one)].cells[order.index(other)]
    return found and (found.number, found.mean)


def test_each_has_against_each_the_mean_of_their_boards(published_night: Any, club: Club) -> None:
    page = of(club)
    assert [row.name for row in page.rows] == ["Ann", "Bo", "Flo", "Gus", "Hal", "Ivy"]
    # Bo scores +120 against everybody, the top of each board; against +120, +90 and 0 North has 0, 2 and 4 of 4.
    assert [cell(page, "Bo", name) for name in ("Ann", "Hal", "Ivy")] == [(1, Fraction(100))] * 3
    assert [cell(page, "Ann", name) for name in ("Bo", "Flo", "Gus")] == [(1, 0), (1, 50), (1, 100)]
    assert cell(page, "Bo", "Bo") is None and cell(page, "Bo", "Flo") is None
    for row in page.rows:
        met = [one for one in row.cells if one]
        assert row.all.number == sum(one.number for one in met) == 3
        assert row.all.mean == sum(one.mean * one.number for one in met) / 3
    assert (page.boards, page.others) == (9, 0)


def test_the_page_says_per_cent_of_what_and_that_assigned_scores_count(published_night: Any, club: Club) -> None:
    body = Client().get(URL.format(club.slug)).content.decode()
    assert "<caption" in body and "Match points in per cent of the top" in body
    assert "% of the match points of</th>" in body and "An assigned score counts." in body


def test_of_many_those_who_met_most_are_shown(
    published_night: Any, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MAX_RIVALS", 4)
    page = of(club)
    assert (len(page.rows), page.others, page.boards) == (4, 2, 9)
    assert all(row.all.number == 3 for row in page.rows), "also those against the others"


def test_a_board_that_is_not_closed_is_left_out(scored_night: Any, dee: Any, club: Club) -> None:
    row = TableBoard.objects.filter(round__section=scored_night.section).first()
    assert row is not None
    enter_score(row, dee, "late")
    session_end(session=scored_night.session, user=dee)
    publish(scored_night.session, dee)
    left = 9 - TableBoard.objects.filter(round__section=scored_night.section, board=row.board).count()
    assert of(club).boards == left


def test_a_substitute_s_boards_are_their_own(scored_night: Any, dee: Any, club: Club) -> None:
    sub = person_add(club=club, name="Sue")
    ContestantPerson.objects.create(contestant=scored_night.contestant(1), person=sub, from_round=3)
    session_end(session=scored_night.session, user=dee)
    publish(scored_night.session, dee)
    boards = {row.name: row.all.number for row in of(club).rows}
    assert (boards["Bo"], boards["Sue"]) == (2, 1)


def test_who_is_not_shown_is_in_no_cell(published_night: Any, club: Club) -> None:
    Person.objects.filter(name="Ann").update(shown_as=ShownAs.HIDDEN)
    Person.objects.filter(name="Hal").update(shown_as=ShownAs.INITIALS)
    person_forget(person=Person.objects.get(name="Ivy"))
    assert [row.name for row in of(club, visitor=Visitor.as_public()).rows] == ["Bo", "Flo", "Gus", "H."]
    body = Client().get(URL.format(club.slug)).content.decode()
    assert not has_word(body, "Ann") and not has_word(body, "Hal") and not has_word(body, "Ivy")


def test_what_is_for_members_is_not_for_strangers(published_night: Any, club: Club) -> None:
    Club.objects.filter(pk=club.pk).update(results_for=ResultsFor.MEMBERS)
    body = Client().get(URL.format(club.slug)).content.decode()
    assert not has_word(body, "Flo")


def test_the_page_before_the_first_night_and_of_a_year_without_any(published_night: Any, dee: Any, club: Club) -> None:
    newest = of(club).year
    assert of(club, "1999").year == newest
    with CaptureQueriesContext(connection) as asked:
        body = Client().get(URL.format(club.slug)).content.decode()
    assert len(asked) <= MOST_QUERIES
    assert f"Rivals {newest}" in body
    unpublish(published_night.session, dee)
    assert "Who met whom can be read here after the first published night." in (
        Client().get(URL.format(club.slug)).content.decode()
    )
