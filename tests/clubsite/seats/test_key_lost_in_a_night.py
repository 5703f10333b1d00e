"""The key to the cards is lost while a night is played: open boards play on, and the night ends and is published."""

import pytest
from django.core.management import call_command
from django.test import Client

from clubsite.nights.models import Board, TableBoard
from clubsite.nights.services.tables import sweep
from clubsite.rankings.services.sweep import results_sweep
from tests.clubsite.at_tables import look, play_until, say_ready
from tests.kit.nights import end_and_publish
from tests.kit.pages import words
from tests.kit.typed_scores import enter_score
from tests.on_page import on_page

pytestmark = pytest.mark.django_db(transaction=True)
SENTENCE = "Board 2 cannot be opened: the site does not have the key to its cards."


@pytest.fixture
def at_table(make_night, settings):
    """A night whose key is lost while table 1 plays the first of its two boards, and the tickets of that table."""
    night = make_night(boards_per_round=2)
    both = [night.tickets[1], night.tickets[4]]
    play_until(both, lambda: look(both[0])["table"]["state"] == "playing")
    night.key, settings.DEAL_KEYS = settings.DEAL_KEYS, ["another key of this server 0123456789"]
    return night, both


def agreed(both) -> None:
    """Play the open board to the end and agree on its result."""
    play_until(both, lambda: look(both[0])["table"]["state"] == "result" and len(look(both[0])["table"]["ready"]) == 2)


def test_the_open_board_is_played_and_both_players_and_the_director_read_why_the_next_one_is_not_opened(
    at_table, director
):
    night, both = at_table
    agreed(both)
    for ticket in both:
        assert look(ticket)["table"]["closed"].startswith(SENTENCE)
    sweep()
    room = on_page(director.get(f"/director/{night.session.public_id}/").text)
    assert "Board 2 cannot be opened" in room and "Ask whoever keeps the site to put the key back" in room
    row = TableBoard.objects.get(table__number=1, round__number=1, board__number=2)
    assert (
        f"/director/{night.session.public_id}/score/{row.pk}/"
        in director.get(f"/director/{night.session.public_id}/").text
    )


def test_when_the_key_is_back_the_table_goes_on_by_itself(at_table, settings, director):
    night, both = at_table
    agreed(both)
    settings.DEAL_KEYS = night.key
    sweep()
    table = look(both[0])["table"]
    assert (table["state"], table["board"]) == ("playing", 2) and "closed" not in table
    assert "cannot be opened" not in director.get(f"/director/{night.session.public_id}/").text


def test_without_it_the_boards_are_entered_as_not_played_and_the_night_is_published(at_table, dee, settings):
    night, both = at_table
    agreed(both)
    enter_score(TableBoard.objects.get(table__number=1, round__number=1, board__number=2), dee, "np")
    table = look(both[0])["table"]
    assert table["state"] == "round_done" and "closed" not in table
    results_sweep()
    end_and_publish(night.session, dee)
    sealed = Board.objects.exclude(sealed="")
    assert sealed.count() == Board.objects.count() - 1
    page = f"/results/{night.session.public_id}/"
    shown = words(Client().get(f"{page}boards/"))
    assert "this server does not have the key to their cards" in shown
    assert Client().get(f"{page}board/1/").status_code == 200 and Client().get(f"{page}board/2/").status_code == 404
    call_command("verify_night", night.session.public_id)
    settings.DEAL_KEYS = night.key
    results_sweep()
    assert not sealed.exists()
    assert "does not have the key" not in words(Client().get(f"{page}boards/"))


def test_the_first_board_of_a_table_says_so_too(make_night, settings):
    night = make_night()
    settings.DEAL_KEYS = ["another key of this server 0123456789"]
    both = [night.tickets[1], night.tickets[4]]
    say_ready(both[0])
    assert "closed" not in look(both[0])["table"], "the other player is not ready"
    say_ready(both[1])
    seen = look(both[0])["table"]
    assert seen["state"] == "ready" and "cannot be opened" in seen["closed"]
