"""Moving a round on twice: a double tap, two directors, a round that ended while the question was read."""

import re

import pytest
from django.test import Client

from clubsite.duplicate.models import TableBoard
from clubsite.duplicate.services.rounds import round_force
from tests.clubsite.at_tables import in_round, play_until


def form_of(page: str) -> dict[str, str]:
    """Return the hidden fields of the question's form, as a browser sends them back."""
    fields = re.findall(r'<input\s+type="hidden"\s+name="(\w+)"\s+value="([^"]*)">', page)
    return dict(fields)


def yes(director: Client, night, form: dict[str, str]):
    return director.post(f"/director/{night.session.public_id}/act/force/", form, follow=True)


def round_now(night) -> int:
    night.section.refresh_from_db()
    return int(night.section.round_number)


def unplayed(number: int) -> int:
    return TableBoard.objects.filter(round__number=number, state="unplayed").count()


def test_yes_pressed_twice_moves_on_one_round_only(night, director):
    form = form_of(director.get(f"/director/{night.session.public_id}/sure/force/").text)
    yes(director, night, form)
    again = yes(director, night, form)
    assert round_now(night) == 2
    assert unplayed(2) == 0
    assert "Round 1 has ended already" in again.text


@pytest.mark.django_db(transaction=True)
def test_yes_after_the_last_table_has_finished_spares_the_new_round(night, director):
    form = form_of(director.get(f"/director/{night.session.public_id}/sure/force/").text)
    play_until(night.tickets.values(), in_round(night, 2))
    yes(director, night, form)
    assert (round_now(night), unplayed(1), unplayed(2)) == (2, 0, 0)


@pytest.mark.parametrize("typed", ["9" * 5000, "x", "-1", "²"])
def test_a_forged_round_moves_nothing(night, director, typed):
    assert yes(director, night, {"round": typed}).status_code == 200
    assert round_now(night) == 1


def test_the_question_of_the_round_in_play_still_moves_it_on(night, director, dee):
    round_force(section=night.section, user=dee)
    form = form_of(director.get(f"/director/{night.session.public_id}/sure/force/").text)
    yes(director, night, form)
    assert round_now(night) == 3
