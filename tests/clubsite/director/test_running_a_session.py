"""The room page: calls at the top; pausing, holding, moving on, ending and publishing a session; and no cards."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry
from clubsite.director.monitor.progress import overview_of
from clubsite.nights.models import TableBoard
from clubsite.nights.services.player_assignment import player_at
from clubsite.nights.services.rounds import round_force
from clubsite.play.models import SeatTicket
from clubsite.play.seat_tickets import presence_set
from clubsite.play.services import room_call, room_ready
from clubsite.privacy.services import person_forget
from clubsite.scores.models import ScoreEntry
from tests.clubsite.at_tables import in_round, play_until


@pytest.fixture
def room(night, dee, client):
    client.force_login(dee)

    def post(path, **data):
        return client.post(f"/director/{night.session.public_id}/{path}", data)

    return post


@pytest.fixture
def overview(night, client, room):
    return lambda: client.get(f"/director/{night.session.public_id}/overview/").text


def begin(night, *, numbers: tuple[int, int] = (1, 4)):
    """Make both players ready, so that the first board opens at their table. Return its play."""
    for number in numbers:
        room_ready(room_seat=night.place(number), play_id="")
    return TableBoard.objects.get(round__number=1, table__number=1).play


def test_a_call_rises_to_the_top_and_is_answered(night, room, overview, dee):
    assert "Nobody needs you" in overview()
    room_call(room_seat=night.place(2), on=True)
    shown = overview()
    assert "One table needs you" in shown
    assert shown.index("callrow") < shown.index('class="tiles"')
    assert [(need.label, need.text) for need in overview_of(night.session, dee).needs] == [("2", "South, Flo, calls")]
    room("table/2/answer/")
    assert "Nobody needs you" in overview()
    assert AuditEntry.objects.filter(action=AuditAction.CALL_ANSWERED).exists()


def test_each_seat_shows_whether_its_device_is_there(night, dee):
    for here, numbers in ((True, (1, 2, 4)), (False, (2, 4))):
        for number in numbers:
            presence_set(ticket_pk=night.tickets[number].pk, channel="a", here=here)
    SeatTicket.objects.filter(pk=night.tickets[5].pk).delete()
    tables = {one.table.number: [seat.link for seat in one.seats] for one in overview_of(night.session, dee).tables}
    assert (tables[1], tables[2]) == (["here", "away"], ["away", "none"])


@pytest.mark.django_db(transaction=True)
def test_pause_and_resume(night, dee, room, overview):
    begin(night)
    room("act/pause/")
    assert "Play is paused" in overview()
    night.session.refresh_from_db()
    assert {one.word for one in overview_of(night.session, dee).tables if not one.done} == {"Paused"}
    room("act/resume/")
    assert "Paused since" not in overview()


def test_a_round_moves_on_after_one_question_that_names_the_boards(night, room, client):
    asked = client.get(f"/director/{night.session.public_id}/sure/force/").text
    for table in (1, 2, 3):
        row = TableBoard.objects.get(table__number=table, round__number=1)
        assert f"Table {table}: board {row.board.number} " in asked
    assert not ScoreEntry.objects.exists()
    room("act/force/")
    night.section.refresh_from_db()
    assert night.section.round_number == 2
    assert set(ScoreEntry.objects.values_list("status", flat=True)) == {"not_played"}


def test_an_unknown_act_is_no_page(night, room, client):
    assert room("act/explode/").status_code == 404
    assert client.get(f"/director/{night.session.public_id}/sure/pause/").status_code == 404


def test_a_get_changes_nothing(night, room, client):
    for path in ("act/end/", "act/force/", "table/1/free/S/", "table/1/undo/", "print/slips.pdf"):
        assert client.get(f"/director/{night.session.public_id}/{path}").status_code == 405
    night.session.refresh_from_db()
    assert night.session.status == "running"


def test_a_misspelt_name_is_mended_and_noted(night, room, overview):
    """A person who has been forgotten does not get a name again."""
    assert "Type the player" in room("table/1/name/N/", name=" ").text
    room("table/1/name/N/", name="Anne  North")
    assert "Anne North" in overview()
    assert AuditEntry.objects.filter(action=AuditAction.NAME_CORRECTED).exists()
    person_forget(person=player_at(night.session, "1", "N"))
    assert "given up for good" in room("table/1/name/N/", name="Ann").text
    assert player_at(night.session, "1", "N").name == "A former player"


def test_the_ended_room_says_what_was_not_played(night, dee, room, overview):
    room("act/end/")
    assert "The night has ended" in overview() and "About to begin" not in overview()
    night.session.refresh_from_db()
    assert {one.word for one in overview_of(night.session, dee).tables} == {"1 not played"}


def test_the_room_asks_the_database_no_more_for_more_tables(make_night, director, django_assert_max_num_queries):
    night = make_night(players=12, boards_per_round=2)
    with django_assert_max_num_queries(30):
        director.get(f"/director/{night.session.public_id}/overview/")


@pytest.mark.django_db(transaction=True)
def test_the_room_reads_no_card_and_no_published_night(make_night, night, director):
    """Progress is shown, but never a card. Data that is never read cannot be shown, and reading it takes no time."""
    heavy = {'"north"', '"setup"', '"payload"'}
    begin(night)
    with CaptureQueriesContext(connection) as asked:
        assert "Playing" in director.get(f"/director/{night.session.public_id}/overview/").text
    assert not {column for column in heavy for query in asked if column in query["sql"]}
    odd = make_night(players=5).session
    assert overview_of(odd, odd.created_by).tally == "2 tables playing, 0 finished, one player sits out"


def form_of(page: str) -> dict[str, str]:
    """Return the hidden fields of the confirmation form, as a browser submits them."""
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
