"""The room page: calls at the top; pausing, holding, moving on, ending and publishing a session; and no cards."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry
from clubsite.director.monitor.devices import SessionDevices
from clubsite.director.monitor.progress import overview_of
from clubsite.nights.models import Section, Table, TableBoard
from clubsite.nights.services.player_assignment import player_at
from clubsite.nights.services.rounds import session_start
from clubsite.play.models import SeatTicket
from clubsite.play.seat_tickets import TICKET_COOKIE, presence_set
from clubsite.play.services import room_call
from clubsite.privacy.services import person_forget
from clubsite.scores.models import PendingScore, ScoreEntry
from tests.clubsite.at_tables import in_round, play_until
from tests.kit.nights import both_ready
from tests.kit.pages import words
from tests.kit.people import plays_as
from tests.kit.terminal import MADE, table, tablet_at, token_of


@pytest.fixture
def room(night, dee, client):
    client.force_login(dee)

    def post(path, **data):
        return client.post(f"/director/{night.session.public_id}/{path}", data)

    return post


@pytest.fixture
def overview(night, client, room):
    return lambda: client.get(f"/director/{night.session.public_id}/overview/").text


def test_each_seat_shows_whether_its_device_is_there(night, dee):
    for here, numbers in ((True, (1, 2, 4)), (False, (2, 4))):
        for number in numbers:
            presence_set(ticket_pk=night.tickets[number].pk, channel="a", here=here)
    SeatTicket.objects.filter(pk=night.tickets[5].pk).delete()
    tables = {row.table.number: [seat.link for seat in row.seats] for row in overview_of(night.session, dee).tables}
    assert (tables[1], tables[2]) == (["here", "away"], ["away", "none"])


def test_a_get_or_an_unknown_act_changes_nothing_and_a_round_moves_on_after_one_question(night, room, client):
    assert room("act/explode/").status_code == 404
    assert client.get(f"/director/{night.session.public_id}/sure/pause/").status_code == 404
    for path in ("act/end/", "act/force/", "table/1/free/S/", "table/1/undo/", "print/slips.pdf"):
        assert client.get(f"/director/{night.session.public_id}/{path}").status_code == 405
    night.session.refresh_from_db()
    assert night.session.status == "running"
    question = client.get(f"/director/{night.session.public_id}/sure/force/").text
    for number in (1, 2, 3):
        row = TableBoard.objects.get(table__number=number, round__number=1)
        assert f"Table {number}: board {row.board.number} " in question
    assert not ScoreEntry.objects.exists()
    room("act/force/")
    night.section.refresh_from_db()
    assert night.section.round_number == 2
    assert set(ScoreEntry.objects.values_list("status", flat=True)) == {"not_played"}


def test_the_room_mends_names_and_tells_of_calls_a_pause_and_what_was_not_played(night, room, overview, dee):
    assert "Type the player" in room("table/1/name/N/", name=" ").text
    room("table/1/name/N/", name="Anne  North")
    assert "Anne North" in overview()
    assert AuditEntry.objects.filter(action=AuditAction.NAME_CORRECTED).exists()
    person_forget(person=player_at(night.session, "1", "N"))
    assert "given up for good" in room("table/1/name/N/", name="Ann").text
    assert player_at(night.session, "1", "N").name == "A former player"
    assert "Nobody needs you" in overview()
    room_call(room_seat=night.place(2), on=True)
    shown = overview()
    assert "One table needs you" in shown
    assert shown.index("callrow") < shown.index('class="tiles"')
    assert [(need.label, need.text) for need in overview_of(night.session, dee).needs] == [("2", "South, Flo, calls")]
    room("table/2/answer/")
    assert "Nobody needs you" in overview()
    assert AuditEntry.objects.filter(action=AuditAction.CALL_ANSWERED).exists()
    room("act/pause/")
    assert "Play is paused" in overview()
    night.session.refresh_from_db()
    assert {row.word for row in overview_of(night.session, dee).tables} == {"Paused"}
    room("act/resume/")
    assert "Paused since" not in overview()
    room("act/end/")
    assert "The night has ended" in overview() and "About to begin" not in overview()
    night.session.refresh_from_db()
    assert {row.word for row in overview_of(night.session, dee).tables} == {"1 not played"}


def test_the_room_asks_the_database_no_more_for_more_tables(make_night, director, django_assert_max_num_queries):
    night = make_night(players=12, boards_per_round=2)
    with django_assert_max_num_queries(30):
        director.get(f"/director/{night.session.public_id}/overview/")


@pytest.mark.django_db(transaction=True)
def test_the_room_reads_no_card_and_no_published_night(make_night, night, director):
    """Progress is shown, but never a card. Data that is never read cannot be shown, and reading it takes no time."""
    heavy = {'"north"', '"setup"', '"payload"'}
    both_ready(night.section.tables.get(number=1))
    with CaptureQueriesContext(connection) as queries:
        assert "Playing" in director.get(f"/director/{night.session.public_id}/overview/").text
    assert not {column for column in heavy for query in queries if column in query["sql"]}
    odd = make_night(players=5).session
    assert overview_of(odd, odd.created_by).tally == "2 tables playing, 0 finished, one player sits out"


def form_of(night, director: Client) -> dict[str, str]:
    """Return the hidden fields of the confirmation form, as a browser submits them."""
    page = director.get(f"/director/{night.session.public_id}/sure/force/").text
    return dict(re.findall(r'<input\s+type="hidden"\s+name="(\w+)"\s+value="([^"]*)">', page))


def round_now(night) -> int:
    night.section.refresh_from_db()
    return int(night.section.round_number)


def yes(director: Client, night, form: dict[str, str]):
    return director.post(f"/director/{night.session.public_id}/act/force/", form, follow=True)


def unplayed(number: int) -> int:
    return TableBoard.objects.filter(round__number=number, state="unplayed").count()


def test_a_forged_round_moves_nothing_and_yes_pressed_twice_moves_on_one_round_only(night, director):
    for typed in ("9" * 5000, "x", "-1", "²"):
        assert yes(director, night, {"round": typed}).status_code == 200
        assert round_now(night) == 1
    form = form_of(night, director)
    yes(director, night, form)
    again = yes(director, night, form)
    assert round_now(night) == 2 and unplayed(2) == 0
    assert "Round 1 has ended already" in again.text
    yes(director, night, form_of(night, director))
    assert round_now(night) == 3, "the question of the round in play still moves it on"


@pytest.mark.django_db(transaction=True)
def test_yes_after_the_last_table_has_finished_spares_the_new_round(night, director):
    form = form_of(night, director)
    play_until(night.tickets.values(), in_round(night, 2))
    yes(director, night, form)
    assert (round_now(night), unplayed(1), unplayed(2)) == (2, 0, 0)


ANN = 4


@pytest.fixture
def at(cards):
    return f"/director/{cards.public_id}/devices/"


def listed(session) -> list[tuple[str, str, int, str]]:
    """Return (table, player, device number, connection) for every line that has a device."""
    return [
        (table.label if table else "", row.name, row.number, row.link)
        for table, rows in SessionDevices(session).tables
        for row in rows
        if row.number
    ]


def test_a_night_without_a_device_says_how_one_comes(make_night, dee, director):
    night = make_night(start=False)
    SeatTicket.objects.all().delete()
    session_start(session=night.session, user=dee)
    shown = words(director.get(f"/director/{night.session.public_id}/devices/"))
    assert "No device has joined yet" in shown and "Show the table codes" in shown
    assert shown.count("To join:") == 3


def test_each_device_has_its_number_its_place_its_connection_and_the_entries_that_wait_on_it(cards, bo, director, at):
    tablet = tablet_at(cards, 2)
    SeatTicket.objects.update(connected=False)
    presence_set(tablet.ticket.pk, "its page", True)
    presence_set(bo.ticket.pk, "a page", True)
    presence_set(bo.ticket.pk, "a page", False)
    assert listed(cards) == [("1", "Bo", 1, "away"), ("2", "Table 2", 2, "here")]
    shown = words(director.get(at))
    assert "2 devices, 1 without connection" in shown
    assert "last seen at" in shown and "the table’s own" in shown and "the player’s" in shown
    assert words(director.get(f"{at}part/")).count("Device ") == 2
    bo.client.get(f"{bo.url}state/?mark=&unsent=2")
    assert "2 entries wait on it to be sent" in words(director.get(at))
    bo.do("type", **MADE, unsent="0")
    assert "on it to be sent" not in words(director.get(at))
    bo.client.get(f"{bo.url}state/?mark=&unsent=lots")
    assert not SeatTicket.objects.filter(unsent__gt=0).exists()


def test_the_list_takes_as_many_queries_for_any_number_of_devices(cards, bo, django_assert_max_num_queries):
    for number in (1, 2, 3):
        tablet_at(cards, number)
    with django_assert_max_num_queries(6):
        assert SessionDevices(cards).count == 4


def test_a_players_device_becomes_the_tables_own_and_loses_nothing_that_was_not_sent(cards, bo, director, at):
    url = f"{at}{bo.ticket.public_id}/"
    shown = words(director.get(url))
    assert "Device 1: Bo (South)" in shown and "Table 1’s own" in shown
    assert SeatTicket.objects.filter(revoked_at=None).count() == 1, "looking changes nothing"
    director.post(url, {"aim_value": table(cards).pk})
    side = SeatTicket.objects.get(revoked_at=None)
    assert (side.seat_id, side.device_id) == (table(cards).pk, bo.ticket.device_id)
    seating = Section.objects.get(session=cards).rounds.get(number=1).seatings.get(table__number=1)
    line = {"round": "1", "table": seating.table_id, "ns": seating.ns_id, "ew": seating.ew_id}
    sent = bo.client.post(f"{bo.url}send/type/", {**MADE, **line, "id": "abc", "board": "1"})
    assert sent.status_code == 200 and PendingScore.objects.filter(key="abc").exists()
    old = bo.client.cookies[TICKET_COOKIE].value
    gone_on = bo.client.get(bo.url)
    assert gone_on.url == f"/seat/{side.public_id}/" and token_of(gone_on) != old
    bo.client.cookies[TICKET_COOKIE] = old  # a browser keeps one for each seat's address
    again = bo.client.get(f"/seat/{bo.ticket.public_id}/")
    bo.client.cookies[TICKET_COOKIE] = token_of(again)
    state = bo.client.get(f"/seat/{side.public_id}/score/state/").json()
    assert state["of_table"] and state["plan"][0]["table"]["label"] == "1"
    assert AuditEntry.objects.get(action=AuditAction.DEVICE_CHANGED).about == ("Bo (South), from now on table 1’s own")


def test_a_tables_device_is_for_a_player_who_has_none_and_for_nobody_elses(cards, ann, director, at):
    tablet = tablet_at(cards)
    url = f"{at}{tablet.ticket.public_id}/"
    held = str(ann.ticket.seat_id)
    assert f'value="{held}"' not in director.get(url).text
    assert "has a device by now" in words(director.post(url, {"aim_value": held}))
    assert "Choose whom the device is for" in words(director.post(url, {}))
    (bos,) = re.findall(r'value="(\d+)"[^>]*>\s*Bo ', director.get(url).text)
    director.post(url, {"aim_value": bos})
    assert [line[:2] for line in listed(cards)] == [("1", "Bo"), ("1", "Ann")]


def test_a_seat_is_freed_and_given_back_while_no_other_device_has_it(cards, bo, director, at):
    url = f"{at}{bo.ticket.public_id}/"
    director.post(f"{url}free/")
    assert listed(cards) == [] and bo.client.get(bo.url).status_code == 404
    shown = words(director.get(at))
    assert "Sent away" in shown and "Give it back" in shown
    director.post(f"{url}back/")
    assert [line[:2] for line in listed(cards)] == [("1", "Bo")] and bo.client.get(bo.url).status_code == 200
    director.post(f"{url}free/")
    came = Client().post(f"/join/{table(cards).code}/", {"seat": bo.ticket.seat_id})
    assert came.status_code == 302
    assert "Another device has that seat by now" in words(director.post(f"{url}back/", follow=True))
    done = AuditEntry.objects.filter(action__in=[AuditAction.SEAT_FREED, AuditAction.SEAT_GIVEN_BACK])
    assert [entry.about for entry in done.order_by("pk")] == ["Bo (South)"] * 3


def test_a_director_who_plays_gives_no_players_seat_to_a_device_solo_31(cards, dee, director, at):
    plays_as(cards, 6, dee)
    tablet = tablet_at(cards)
    bos = Table.objects.get(pk=table(cards).pk).seatings.get(round__number=1).ns_id
    answer = director.post(f"{at}{tablet.ticket.public_id}/", {"aim_value": bos})
    assert "You have boards of this night still to play yourself" in words(answer)
    assert listed(cards) == [("1", "Table 1", 1, "none")]
