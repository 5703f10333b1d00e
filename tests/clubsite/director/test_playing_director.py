"""SOLO-31: a director who plays sees no card of a board that they have still to play."""

import pytest

from clubsite.clubs.models import Person
from clubsite.director.setup.dummy_slips import why_not
from clubsite.duplicate.models import TableBoard
from clubsite.duplicate.services.directing import session_end
from tests.kit.typed_scores import enter_score

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def playing_director(night, dee):
    """Dee plays as number 1."""
    Person.objects.filter(entered__contestant=night.contestant(1)).update(user=dee)
    return dee


def test_solo_31_no_slips_before_they_have_played_them(night, playing_director):
    assert "another director" in why_not(playing_director, night.session).lower()


def test_solo_31_no_slips_of_a_late_board_even_after_the_night(night, playing_director):
    row = TableBoard.objects.filter(seats__contestant=night.contestant(1)).first()
    enter_score(row, playing_director, "late")
    session_end(session=night.session, user=playing_director)
    assert why_not(playing_director, night.session)
    enter_score(row, playing_director, "1N S 7", why="Played late")
    assert why_not(playing_director, night.session) == ""


def test_a_director_who_does_not_play_prints_them_at_any_time(night, dee):
    assert why_not(dee, night.session) == ""
