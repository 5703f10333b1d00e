"""Taking other people's seats: the demo's, a later opponent's, both sides of a table."""

import datetime
from typing import Any

import pytest
from django.test import Client

from clubsite.duplicate.models import Seating, Session
from clubsite.duplicate.services.rounds import round_force
from clubsite.play.models import RevokeReason, SeatTicket
from clubsite.play.seat_tickets import ticket_release
from clubsite.simulation import demo


def sit(client: Client, table, contestant_id: int) -> str:
    """Return where the browser is sent: to a seat, or back to the names."""
    answer = client.post(f"/join/{table.code}/", {"seat": contestant_id})
    return answer.headers["Location"]


@pytest.fixture
def free(night):
    for ticket in night.tickets.values():
        ticket_release(ticket=ticket, reason=RevokeReason.FREED)
    return night


def meeting(night, *, number: int) -> tuple[Any, Any]:
    """Return the (South's, North's) first-round seatings of two who meet each other in round `number`."""
    later = Seating.objects.filter(round__number=number).select_related("ns", "ew").order_by("pk")[0]
    first = Seating.objects.filter(round__number=1).select_related("table")
    return first.get(ns=later.ns), first.get(ew=later.ew)


def test_no_word_that_can_be_guessed_is_the_demos_device(client):
    people = list(demo.PEOPLE[:6])
    date = datetime.date(2026, 11, 20)
    session: Session = demo._session(demo._club(), "Demo night", date, people, boards_per_round=2)
    demo.demo_seats(session)
    seating = Seating.objects.filter(round__number=1).select_related("table")[0]
    ticket_release(ticket=SeatTicket.objects.get(seat=seating.ns_id), reason=RevokeReason.LEFT)
    held = list(SeatTicket.objects.values_list("token_hash", flat=True))
    for word in ("demo", "", "device", session.club.slug):
        client.cookies["device"] = word
        assert sit(client, seating.table, seating.ew_id) == f"/join/{seating.table.code}/"
    assert list(SeatTicket.objects.values_list("token_hash", flat=True)) == held
    assert demo.demo_seats(session) == demo.demo_seats(session)


def test_a_device_does_not_take_the_seat_of_its_players_later_opponent(free, client):
    south, north = meeting(free, number=3)
    assert south.table != north.table
    assert sit(client, south.table, south.ns_id).startswith("/seat/")
    assert sit(client, north.table, north.ew_id) == f"/join/{north.table.code}/"
    assert SeatTicket.objects.filter(revoked_at=None).count() == 1
    assert sit(Client(), north.table, north.ew_id).startswith("/seat/")


def test_a_tablet_that_stays_at_its_table_takes_the_next_player_of_the_same_side(free, client, dee):
    table = free.section.tables.get(number=1)
    first, second = (Seating.objects.get(round__number=n, table=table).ew_id for n in (1, 2))
    assert sit(client, table, first).startswith("/seat/")
    round_force(section=free.section, user=dee)
    assert sit(client, table, second).startswith("/seat/")


def test_a_device_may_follow_one_of_two_whose_meeting_is_over(free, client, dee):
    south, north = meeting(free, number=1)
    assert sit(client, south.table, south.ns_id).startswith("/seat/")
    round_force(section=free.section, user=dee)
    now = Seating.objects.select_related("table").get(round__number=2, ew_id=north.ew_id)
    assert sit(client, now.table, north.ew_id).startswith("/seat/")


def test_forms_of_another_site_move_nobody(night):
    browser = Client(enforce_csrf_checks=True)
    browser.cookies["claim"] = night.tokens[1]
    assert browser.post(f"/seat/{night.tickets[1].public_id}/leave/").status_code == 403
    assert browser.post(f"/join/{night.section.tables.get(number=1).code}/").status_code == 403
    night.tickets[1].refresh_from_db()
    assert night.tickets[1].revoked_at is None
