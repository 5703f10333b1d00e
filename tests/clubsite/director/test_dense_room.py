"""A room with many tables: each table shows its number, board and state, and can be opened by its number."""

import re
from html import unescape

import pytest

from clubsite.clubs.services import person_add
from clubsite.director.monitor.views import DENSE_FROM
from clubsite.nights.services.movement import contestant_assign
from clubsite.nights.services.rounds import session_start
from movements.mitchell import straight
from tests.clubsite.listeners import nobody_listens


@pytest.fixture
def big(make_night, dee, club):
    """A session with just enough tables for the dense room page to be the default."""
    night = make_night(players=2 * DENSE_FROM, plan=straight(DENSE_FROM, 1), start=False)
    for contestant in night.section.contestants.filter(persons=None):
        person = person_add(club=club, name=f"Player {contestant.number}")
        contestant_assign(session=night.session, number=contestant.number, person=person)
    with nobody_listens():
        session_start(session=night.session, user=dee)
    return f"/director/{night.session.public_id}/"


def dense(answer) -> bool:
    return 'class="dense"' in answer.text


def test_a_room_of_many_tables_is_dense_by_itself_and_a_small_one_is_not(big, night, director):
    assert dense(director.get(big)) and dense(director.get(f"{big}overview/"))
    assert not dense(director.get(f"/director/{night.session.public_id}/"))


def test_the_choice_of_a_device_stays_also_for_what_is_fetched_again(big, night, director):
    assert not dense(director.get(f"{big}?tables=large"))
    assert not dense(director.get(big)) and not dense(director.get(f"{big}overview/"))
    director.get(f"{big}?tables=dense")
    assert dense(director.get(f"/director/{night.session.public_id}/overview/")), "a small room too, where it is wished"


def test_a_small_tile_says_in_words_what_its_colour_says(big, director):
    shown = " ".join(unescape(re.sub(r"<[^>]+>", "", director.get(big).text)).split())
    shown = re.sub(r" ([,:])", r"\1", shown)  # boxes beside one another: a blank between them is not shown
    assert "Table 1, Board 1: About to begin, no device yet. Bo and " in shown


@pytest.mark.parametrize("typed", ["7", " 7 "])
def test_a_number_that_is_typed_opens_its_table(big, director, typed):
    assert director.get(f"{big}go/", {"table": typed})["Location"] == f"{big}table/7/"


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("61", "There is no table 61. The tables are 1 to 25."),
        ("", "Type the number of a table. The tables are 1 to 25."),
        ("<b>\0", "There is no table &lt;B&gt;. The tables are 1 to 25."),
    ],
)
def test_a_number_without_a_table_is_said_in_the_room(big, director, typed, sentence):
    assert sentence in director.get(f"{big}go/", {"table": typed}, follow=True).text
