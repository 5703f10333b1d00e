"""A seat's page: whose seat it is, links to the page, two seats in one browser, and leaving."""

import pytest
from django.test import Client

from clubsite.play.models import SeatTicket
from tests.kit.people import signed_in

BO, ANN = 1, 4


def page(night, number):
    return f"/seat/{night.tickets[number].public_id}/"


def enter(client, night, number, key=None):
    return client.get(f"{page(night, number)}enter/", {"key": night.tokens[number] if key is None else key})


def test_a_link_with_the_key_leads_into_the_seat(client, night):
    response = enter(client, night, BO)
    assert (response.status_code, response["Location"]) == (302, page(night, BO)), "the key is not in it"
    shown = client.get(page(night, BO))
    assert shown.status_code == 200 and "no-store" in shown["Cache-Control"]
    assert night.tokens[BO] not in shown.text


@pytest.mark.parametrize("key", ["", "wrong", "x" * 5000, "another seat's"])
def test_a_wrong_key_is_404_and_sets_no_cookie(client, night, key):
    response = enter(client, night, BO, key=night.tokens[ANN] if key.startswith("another") else key)
    assert response.status_code == 404 and "claim" not in response.cookies


def test_both_seats_of_a_table_work_in_one_browser(client, night):
    """Each cookie belongs to its seat's path, so a browser keeps both and sends each one to its own seat."""
    kept = {}
    for number in (BO, ANN):
        cookie = enter(client, night, number).cookies["claim"]
        kept[cookie["path"]] = cookie.value
    assert kept == {page(night, number): night.tokens[number] for number in (BO, ANN)}
    for path, key in kept.items():
        browser = Client()
        browser.cookies["claim"] = key
        assert browser.get(path).status_code == 200


def test_a_seat_s_page_is_404_to_everybody_else(night, cy, dee):
    neighbour = Client()
    neighbour.cookies["claim"] = night.tokens[ANN]
    for client in (Client(), signed_in(cy), signed_in(dee), neighbour):
        assert client.get(page(night, BO)).status_code == 404
        assert client.post(f"{page(night, BO)}leave/").status_code == 404
    assert SeatTicket.objects.get(pk=night.tickets[BO].pk).revoked_at is None


def test_a_seat_that_nobody_knows_is_404(client, night):
    client.cookies["claim"] = night.tokens[BO]
    for unknown in ("nosuchseat", "%00", "a.b", "\u2660"):
        assert client.get(f"/seat/{unknown}/").status_code == 404
        assert client.post(f"/seat/{unknown}/leave/").status_code == 404


def test_leaving_frees_the_seat_and_ends_its_page_and_its_link(client, night):
    enter(client, night, BO)
    assert client.get(f"{page(night, BO)}leave/").status_code == 405, "it takes a click, not a link"
    assert SeatTicket.objects.get(pk=night.tickets[BO].pk).revoked_at is None
    assert client.post(f"{page(night, BO)}leave/").status_code == 302
    assert SeatTicket.objects.get(pk=night.tickets[BO].pk).revoked_at is not None
    assert client.get(page(night, BO)).status_code == 404
    assert enter(client, night, BO).status_code == 404
