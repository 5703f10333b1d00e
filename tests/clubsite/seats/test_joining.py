"""Joining a table: the code on its card, the names for this round, one device per side, and no way to steal a seat."""

import datetime
import gzip
import re
from typing import Any

import pytest
from django.test import Client

from clubsite.accounts.models import Device
from clubsite.core.limits import WRONG_CODES, WRONG_CODES_OF_ALL
from clubsite.demo import demo
from clubsite.nights.models import Seating, Session
from clubsite.nights.services.rounds import round_force
from clubsite.play.calls import calls_standing
from clubsite.play.models import CallReason, RevokeReason, Room, SeatTicket
from clubsite.play.seat_tickets import ticket_release, ticket_take
from clubsite.play.services import room_call
from tests.clubsite.at_tables import look
from tests.on_page import on_page

BO, ANN = 1, 4


@pytest.fixture
def free(night):
    for ticket in night.tickets.values():
        ticket_release(ticket=ticket, reason=RevokeReason.FREED)
    return night


def code_of(night, number=1):
    return night.section.tables.get(number=number).code


def seat_value(night, number):
    return str(night.contestant(number).pk)


def sit(client, night, number, *, table=1, follow=False):
    return client.post(f"/join/{code_of(night, table)}/", {"seat": seat_value(night, number)}, follow=follow)


def text(response):
    return " ".join(response.text.split())


def test_the_code_leads_to_the_names_of_this_round(client, night):
    response = client.get("/join/", {"code": code_of(night)}, follow=True)
    assert "Table 1: who are you?" in text(response)
    named = set(on_page(response.text).split())
    assert {"Bo", "Ann"} <= named and "Flo" not in named


def test_a_name_tapped_twice_on_a_new_device_is_one_device_in_one_seat(free):
    address = f"/join/{code_of(free)}/"
    key = re.search(r'name="idempotency_key" value="([^"]+)"', Client().get(address).text)[1]
    sent = {"seat": seat_value(free, BO), "idempotency_key": key}
    answers = [Client().post(address, sent) for _ in range(2)]
    assert answers[0]["Location"] == answers[1]["Location"]
    browser = Client()
    browser.cookies = answers[1].cookies
    assert browser.get(answers[1]["Location"]).status_code == 200
    assert not any(calls_standing(room) for room in Room.objects.all())


WAYS = ("{0}", " {1} {2} ", "{1}-{2}", "https://club.example/join/{0}/", "club.example/join/?code={0}&a=b")


@pytest.mark.parametrize("typed", [lambda c, way=way: way.format(c, c[:3], c[3:]).lower() for way in WAYS])
def test_a_code_may_be_typed_in_other_ways_or_pasted_as_an_address(client, night, typed):
    response = client.get("/join/", {"code": typed(code_of(night))}, follow=True)
    assert response.redirect_chain == [(f"/join/{code_of(night)}/", 302)]


@pytest.mark.parametrize("code", ["AAAAAA", "ABC", "K7-X2M", "<b>", "\u2660" * 6])
def test_a_wrong_code_is_answered_with_a_sentence(client, night, code):
    response = client.get("/join/", {"code": code})
    assert response.status_code == 200
    assert "No table has that code tonight." in text(response)
    assert "<b>" not in text(response)
    assert {client.get(f"/join/{code}/").status_code for code in ("AAAAAA", "%00%00", "x" * 200)} == {404}


def guess(client, times):
    for _ in range(times):
        client.get("/join/AAAAAA/")


def test_an_address_that_guesses_is_stopped_with_a_sentence_and_locks_nobody_out_who_has_a_right_code(client, night):
    guess(client, WRONG_CODES.most)
    for answer in (client.get("/join/", {"code": "AAAAAA"}), client.get("/join/AAAAAA/")):
        assert answer.status_code == 429 and "Too many wrong codes" in text(answer)
    assert Client(REMOTE_ADDR="192.0.2.7").get("/join/AAAAAA/").status_code == 404
    guess(client, 20)
    for _ in range(WRONG_CODES.most + 5):
        assert client.get(f"/join/{code_of(night)}/").status_code == 200, "right codes are no guesses"
    assert client.get("/join/", {"code": code_of(night)})["Location"] == f"/join/{code_of(night)}/"
    assert sit(client, night, BO).status_code == 302


def test_one_who_guesses_on_and_on_learns_nothing_any_more_even_from_many_addresses(client, night):
    guessers = (client, Client(REMOTE_ADDR="192.0.2.7"))
    for guesser in guessers:
        guess(guesser, WRONG_CODES.most + WRONG_CODES_OF_ALL.most // 2)
    for guesser in guessers:
        assert guesser.get(f"/join/{code_of(night)}/").status_code == 429
    assert Client(REMOTE_ADDR="192.0.2.8").get(f"/join/{code_of(night)}/").status_code == 200


def test_picking_a_name_gives_this_device_the_seat_whose_page_has_no_secret_in_it(client, free):
    """If a compressed page contained a secret, the length of the answer could help somebody to guess the secret."""
    response = sit(client, free, BO)
    ticket, cookie = SeatTicket.objects.get(revoked_at=None), response.cookies["claim"]
    at = f"/seat/{ticket.public_id}/"
    assert response["Location"] == at and ticket.seat == free.contestant(BO).seat
    assert (cookie["path"], cookie["httponly"], cookie["samesite"]) == (at, True, "Lax")
    assert cookie.value not in str(vars(ticket))
    packed = client.get(at, headers={"Accept-Encoding": "gzip"})
    assert packed["Content-Encoding"] == "gzip"
    page = gzip.decompress(packed.content).decode()
    assert page == client.get(at).text and f"{at}socket/" in page
    assert "csrfmiddlewaretoken" not in page
    assert [name for name in client.cookies if client.cookies[name].value in page] == []


def test_one_device_sits_at_two_tables_and_not_on_both_sides_of_one(client, free):
    sit(client, free, BO)
    response = sit(client, free, ANN, follow=True)
    assert "already sits on the other side of this table" in text(response)
    assert SeatTicket.objects.filter(revoked_at=None).count() == 1
    sit(client, free, 2, table=2)
    assert Device.objects.filter(tickets__revoked_at=None).distinct().count() == 1


@pytest.mark.parametrize("value", ["", "0", "999999", "side:1:S", "\u2660", "of another table"])
def test_a_seat_that_is_not_offered_cannot_be_taken(client, free, value):
    value = seat_value(free, 2) if value == "of another table" else value
    response = client.post(f"/join/{code_of(free)}/", {"seat": value}, follow=True)
    assert response.context["choices"]
    assert not SeatTicket.objects.filter(revoked_at=None).exists()


def test_a_name_that_has_moved_on_with_the_round_is_not_taken_at_the_old_table(client, free, dee):
    round_force(section=free.section, user=dee)
    assert "the round may have moved on" in text(sit(client, free, ANN, table=1, follow=True))
    assert sit(client, free, ANN, table=2)["Location"].startswith("/seat/")


def test_a_seat_that_another_device_holds_stays_there_and_the_director_is_called(client, night):
    response = sit(client, night, BO, follow=True)
    assert "Another device holds that seat. The director has been called" in text(response)
    room = Room.objects.get(table__number=1)
    (call,) = calls_standing(room)
    assert (call.reason, call.by) == (CallReason.SEAT, night.contestant(BO).pk)
    assert SeatTicket.objects.get(seat=night.contestant(BO).pk) == night.tickets[BO]
    assert look(night.tickets[BO])["table"]["called"] is True
    for number in (BO, ANN):
        assert not room_call(room_seat=night.place(number), on=False).ok, "no player takes it back"
    room_call(room_seat=night.place(BO), on=True)
    sit(client, night, BO)
    room.refresh_from_db()
    assert [call.reason for call in calls_standing(room)] == [CallReason.SEAT, CallReason.PLAIN], "no call is dropped"


def test_a_device_reads_that_a_seat_is_its_own_and_another_takes_it_once_it_is_left(client, free):
    sit(client, free, BO)
    page = text(client.get(f"/join/{code_of(free)}/"))
    assert page.count("This device sits here") == 1
    assert "Another device" not in page
    assert "Another device is in this seat" in text(Client().get(f"/join/{code_of(free)}/"))
    first = SeatTicket.objects.get(revoked_at=None)
    assert sit(client, free, BO)["Location"] == f"/seat/{first.public_id}/"
    assert client.get(f"/seat/{first.public_id}/").status_code == 200
    client.post(f"/seat/{first.public_id}/leave/")
    assert sit(Client(), free, BO)["Location"].startswith("/seat/")
    assert SeatTicket.objects.filter(seat=free.contestant(BO).pk, revoked_at=None).count() == 1


def test_nobody_sits_where_the_movement_seats_nobody(client, make_night):
    night = make_night(players=5)
    sitting = next(n for n in night.tickets if look(night.tickets[n])["table"]["state"] == "sit_out")
    table = look(night.tickets[sitting])["table"]["table"]
    page = text(client.get(f"/join/{code_of(night, table)}/"))
    assert page.count('name="seat"') == 1


def led_to(client: Client, table, contestant_id: int) -> str:
    """Return the address to which the browser is redirected: a seat, or back to the list of names."""
    answer = client.post(f"/join/{table.code}/", {"seat": contestant_id})
    return answer.headers["Location"]


def meeting(night, *, number: int) -> tuple[Any, Any]:
    """Return the first-round seatings of a South and a North who meet in round `number`."""
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
        assert led_to(client, seating.table, seating.ew_id) == f"/join/{seating.table.code}/"
    assert list(SeatTicket.objects.values_list("token_hash", flat=True)) == held
    assert demo.demo_seats(session) == demo.demo_seats(session)


def test_a_device_does_not_take_the_seat_of_its_players_later_opponent(free, client):
    south, north = meeting(free, number=3)
    assert south.table != north.table
    assert led_to(client, south.table, south.ns_id).startswith("/seat/")
    assert led_to(client, north.table, north.ew_id) == f"/join/{north.table.code}/"
    assert SeatTicket.objects.filter(revoked_at=None).count() == 1
    assert led_to(Client(), north.table, north.ew_id).startswith("/seat/")


def test_after_a_round_a_tablet_takes_the_next_of_its_side_or_follows_one_of_two_who_met(free, client, dee):
    table = free.section.tables.get(number=3)
    first, second = (Seating.objects.get(round__number=n, table=table).ew_id for n in (1, 2))
    follower, (south, north) = Client(), meeting(free, number=1)
    assert led_to(follower, south.table, south.ns_id).startswith("/seat/")
    assert led_to(client, table, first).startswith("/seat/")
    round_force(section=free.section, user=dee)
    assert led_to(client, table, second).startswith("/seat/")
    now = Seating.objects.select_related("table").get(round__number=2, ew_id=north.ew_id)
    assert led_to(follower, now.table, north.ew_id).startswith("/seat/")


def test_forms_of_another_site_move_nobody(night):
    browser = Client(enforce_csrf_checks=True)
    browser.cookies["claim"] = night.tokens[1]
    assert browser.post(f"/seat/{night.tickets[1].public_id}/leave/").status_code == 403
    assert browser.post(f"/join/{night.section.tables.get(number=1).code}/").status_code == 403
    night.tickets[1].refresh_from_db()
    assert night.tickets[1].revoked_at is None


def test_a_device_without_a_seat_s_cookie_is_asked_for_the_code(client, night):
    at = f"/seat/{night.tickets[BO].public_id}/"
    for address in (at, f"{at}score/", f"{at}enter/?key=old", "/seat/nosuchseat/"):
        answer = client.get(address)
        assert answer.status_code == 404 and "This device holds no seat here" in text(answer)
        assert "Type your table’s code" in text(answer) and 'name="code"' in answer.text
        assert 'action="/join/"' in answer.text and "no-store" in answer["Cache-Control"]


def test_a_device_with_seats_finds_its_way_back_to_each_of_them(client, free):
    for number, table in ((BO, 1), (2, 2)):
        sit(client, free, number, table=table)
    bo, flo = SeatTicket.objects.filter(revoked_at=None).order_by("created_at")
    own, _ = ticket_take(device=bo.device, seat=free.section.tables.get(number=3).seat)
    expected = [(own, "at table 3"), (flo, "as Flo"), (bo, "as Bo")]
    shown = "".join(f'href="/seat/{ticket.public_id}/">Your table: go on {whose}</a>' for ticket, whose in expected)

    def offered(at, who=client):
        return "".join(re.findall(r'href="/seat/.*?</a>', text(who.get(at))))

    assert {offered(at) for at in ("/", "/join/", "/seat/old/")} == {shown}
    assert offered("/", Client()) == offered("/join/", Client()) == ""
    ticket_release(ticket=own, reason=RevokeReason.LEFT)
    assert len(re.findall("go on", offered("/"))) == 2
    Session.objects.update(status="ended")
    assert offered("/") == ""
