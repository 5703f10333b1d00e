"""A session's list of devices: where each one is, whose it is, and how its seat is changed, freed and restored."""

import re

import pytest
from django.test import Client

from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry
from clubsite.director.monitor.devices import SessionDevices
from clubsite.nights.models import Section, Table
from clubsite.nights.services.rounds import session_start
from clubsite.play.models import SeatTicket
from clubsite.play.seat_tickets import TICKET_COOKIE, presence_set
from clubsite.scores.models import PendingScore
from tests.kit.pages import words
from tests.kit.people import plays_as
from tests.kit.terminal import MADE, table, tablet_at, token_of

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


def test_each_device_has_its_number_its_place_and_how_it_is_connected(cards, bo, director, at):
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


def test_the_list_takes_as_many_queries_for_any_number_of_devices(cards, bo, django_assert_max_num_queries):
    for number in (1, 2, 3):
        tablet_at(cards, number)
    with django_assert_max_num_queries(6):
        assert SessionDevices(cards).count == 4


def test_entries_that_wait_on_a_device_are_told_as_it_says_them(cards, bo, director, at):
    bo.client.get(f"{bo.url}state/?mark=&unsent=2")
    assert "2 entries wait on it to be sent" in words(director.get(at))
    bo.do("type", **MADE, unsent="0")
    assert "on it to be sent" not in words(director.get(at))
    bo.client.get(f"{bo.url}state/?mark=&unsent=lots")
    assert not SeatTicket.objects.filter(unsent__gt=0).exists()


def test_a_players_device_becomes_the_tables_own_and_goes_on_by_itself(cards, bo, director, at):
    one = f"{at}{bo.ticket.public_id}/"
    shown = words(director.get(one))
    assert "Device 1: Bo (South)" in shown and "Table 1’s own" in shown
    assert SeatTicket.objects.filter(revoked_at=None).count() == 1, "looking changes nothing"
    director.post(one, {"aim_value": table(cards).pk})
    side = SeatTicket.objects.get(revoked_at=None)
    assert (side.seat_id, side.device_id) == (table(cards).pk, bo.ticket.device_id)
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
    one = f"{at}{tablet.ticket.public_id}/"
    held = str(ann.ticket.seat_id)
    assert f'value="{held}"' not in director.get(one).text
    assert "has a device by now" in words(director.post(one, {"aim_value": held}))
    assert "Choose whom the device is for" in words(director.post(one, {}))
    (bos,) = re.findall(r'value="(\d+)"[^>]*>\s*Bo ', director.get(one).text)
    director.post(one, {"aim_value": bos})
    assert [line[:2] for line in listed(cards)] == [("1", "Bo"), ("1", "Ann")]


def test_what_was_typed_in_the_old_name_and_not_sent_is_not_lost(cards, bo, director, at):
    director.post(f"{at}{bo.ticket.public_id}/", {"aim_value": table(cards).pk})
    seating = Section.objects.get(session=cards).rounds.get(number=1).seatings.get(table__number=1)
    line = {"round": "1", "table": seating.table_id, "ns": seating.ns_id, "ew": seating.ew_id}
    sent = bo.client.post(f"{bo.url}send/type/", {**MADE, **line, "id": "abc", "board": "1"})
    assert sent.status_code == 200 and PendingScore.objects.filter(key="abc").exists()


def test_a_seat_is_freed_and_given_back_while_no_other_device_has_it(cards, bo, director, at):
    one = f"{at}{bo.ticket.public_id}/"
    director.post(f"{one}free/")
    assert listed(cards) == [] and bo.client.get(bo.url).status_code == 404
    shown = words(director.get(at))
    assert "Sent away" in shown and "Give it back" in shown
    director.post(f"{one}back/")
    assert [line[:2] for line in listed(cards)] == [("1", "Bo")] and bo.client.get(bo.url).status_code == 200
    director.post(f"{one}free/")
    came = Client().post(f"/join/{table(cards).code}/", {"seat": bo.ticket.seat_id})
    assert came.status_code == 302
    assert "Another device has that seat by now" in words(director.post(f"{one}back/", follow=True))
    done = AuditEntry.objects.filter(action__in=[AuditAction.SEAT_FREED, AuditAction.SEAT_GIVEN_BACK])
    assert [entry.about for entry in done.order_by("pk")] == ["Bo (South)"] * 3


def test_a_director_who_plays_gives_no_players_seat_to_a_device_solo_31(cards, dee, director, at):
    plays_as(cards, 6, dee)
    tablet = tablet_at(cards)
    bos = Table.objects.get(pk=table(cards).pk).seatings.get(round__number=1).ns_id
    answer = director.post(f"{at}{tablet.ticket.public_id}/", {"aim_value": bos})
    assert "You have boards of this night still to play yourself" in words(answer)
    assert listed(cards) == [("1", "Table 1", 1, "none")]


def test_a_device_of_another_night_does_not_exist(make_night, cards, bo, director):
    other = make_night()
    for act in ("", "free/", "back/"):
        url = f"/director/{other.session.public_id}/devices/{bo.ticket.public_id}/{act}"
        assert director.post(url, {"aim_value": "x"}).status_code == 404
    assert SeatTicket.objects.filter(pk=bo.ticket.pk, revoked_at=None).exists()
