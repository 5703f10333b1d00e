"""The page of a seat: whose it is, links into it, two seats in one browser, and leaving."""

import pytest
from django.test import Client

from clubsite.duplicate.services.rounds import round_force
from clubsite.play.models import SeatTicket
from tests.clubsite.at_tables import look

pytestmark = pytest.mark.django_db
BO, ANN = 1, 4


def page(night, number):
    return f"/seat/{night.tickets[number].public_id}/"


def enter(client, night, number, key=None):
    return client.get(f"{page(night, number)}enter/", {"key": night.tokens[number] if key is None else key})


def test_a_link_with_the_key_leads_into_the_seat(client, night):
    response = enter(client, night, BO)
    assert (response.status_code, response["Location"]) == (302, page(night, BO))
    assert client.get(page(night, BO)).status_code == 200


def test_the_key_is_not_in_the_address_of_the_page(client, night):
    assert night.tokens[BO] not in enter(client, night, BO)["Location"]


@pytest.mark.parametrize("key", ["", "wrong", "x" * 5000])
def test_a_wrong_key_is_404_and_sets_no_cookie(client, night, key):
    response = enter(client, night, BO, key=key)
    assert response.status_code == 404
    assert "claim" not in response.cookies


def test_another_seat_s_key_is_404(client, night):
    assert enter(client, night, BO, key=night.tokens[ANN]).status_code == 404


def test_both_seats_of_a_table_work_in_one_browser(client, night):
    """Each cookie belongs to the path of its seat, so a browser keeps both and sends each to its own."""
    kept = {}
    for number in (BO, ANN):
        cookie = enter(client, night, number).cookies["claim"]
        kept[cookie["path"]] = cookie.value
    assert kept == {page(night, number): night.tokens[number] for number in (BO, ANN)}
    for path, key in kept.items():
        browser = Client()
        browser.cookies["claim"] = key
        assert browser.get(path).status_code == 200


def test_a_seat_s_page_is_404_to_a_stranger(night):
    assert Client().get(page(night, BO)).status_code == 404


def test_a_seat_s_page_is_404_to_a_signed_in_stranger_and_to_the_director(client, night, cy, dee):
    for user in (cy, dee):
        client.force_login(user)
        assert client.get(page(night, BO)).status_code == 404


def test_a_seat_s_page_is_404_with_another_seat_s_cookie(night):
    browser = Client()
    browser.cookies["claim"] = night.tokens[ANN]
    assert browser.get(page(night, BO)).status_code == 404


def test_a_seat_that_nobody_knows_is_404(client, night):
    client.cookies["claim"] = night.tokens[BO]
    for unknown in ("nosuchseat", "%00", "a.b", "\u2660"):
        assert client.get(f"/seat/{unknown}/").status_code == 404
        assert client.post(f"/seat/{unknown}/leave/").status_code == 404


def test_the_page_itself_holds_no_card_and_no_key_and_is_kept_by_no_cache(client, night):
    enter(client, night, BO)
    response = client.get(page(night, BO))
    assert night.tokens[BO] not in response.content.decode()
    assert "no-store" in response["Cache-Control"]


def test_a_seat_follows_its_player_to_the_next_table(client, night, dee):
    enter(client, night, ANN)
    round_force(section=night.section, user=dee)
    assert client.get(page(night, ANN)).status_code == 200
    assert look(night.tickets[ANN])["table"]["table"] == 2


def test_leaving_frees_the_seat_and_ends_its_page_and_its_link(client, night):
    enter(client, night, BO)
    assert client.post(f"{page(night, BO)}leave/").status_code == 302
    assert SeatTicket.objects.get(pk=night.tickets[BO].pk).revoked_at is not None
    assert client.get(page(night, BO)).status_code == 404
    assert enter(client, night, BO).status_code == 404


def test_leaving_takes_a_click_not_a_link(client, night):
    enter(client, night, BO)
    assert client.get(f"{page(night, BO)}leave/").status_code == 405
    assert SeatTicket.objects.get(pk=night.tickets[BO].pk).revoked_at is None


def test_nobody_else_can_leave_a_seat(night):
    assert Client().post(f"{page(night, BO)}leave/").status_code == 404
    assert SeatTicket.objects.get(pk=night.tickets[BO].pk).revoked_at is None
