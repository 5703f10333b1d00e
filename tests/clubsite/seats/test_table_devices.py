"""At tables with cards a device goes with its player, or stays at its table whoever sits there."""

from typing import Any

import pytest
from django.test import Client

from clubsite.duplicate.models import Section, Table
from clubsite.duplicate.selectors.sessions import sections_of
from clubsite.duplicate.services.rounds import round_force
from clubsite.play.models import SeatTicket
from clubsite.play.seat_tickets import COOKIE
from clubsite.scores.models import ScoreEntry
from tests.clubsite.seats.test_terminal import MADE, Seat, ann, bo, cards, words

__all__ = ["ann", "bo", "cards"]
pytestmark = pytest.mark.django_db


def table(session: Any, number: int = 1) -> Table:
    return sections_of(session)[0].tables.get(number=number)


def offered(session: Any) -> list[str]:
    """What the page of table 1's code offers, in order."""
    page = Client().get(f"/join/{table(session).code}/")
    return [choice.value.split(":")[0] for choice in page.context["choices"]]


def tablet_at(session: Any, number: int = 1) -> Seat:
    """A tablet that joins a table as the table's own."""
    at, client = table(session, number), Client()
    came = client.post(f"/join/{at.code}/", {"seat": f"side:{at.pk}:S"})
    ticket = SeatTicket.objects.get(kind="side", subject=f"{at.pk}:S", revoked_at=None)
    assert came.url == f"/seat/{ticket.public_id}/"
    seat = Seat.__new__(Seat).come(ticket, client.cookies[COOKIE].value)
    seat.client = client
    return seat


def test_the_night_says_which_is_offered_first(cards: Any) -> None:
    assert offered(cards) == ["contestant", "contestant", "side"]
    Section.objects.filter(session=cards).update(table_devices=True)
    assert offered(cards) == ["side", "contestant", "contestant"]


def test_no_device_stays_at_a_table_that_plays_on_screens(night: Any) -> None:
    at = Table.objects.filter(section=night.section).first()
    assert "stays at table" not in words(Client().get(f"/join/{at.code}/"))
    refused = Client().post(f"/join/{at.code}/", {"seat": f"side:{at.pk}:S"}, follow=True)
    assert "Tap one of the two names" in words(refused)
    assert not SeatTicket.objects.filter(kind="side").exists()


def test_the_director_chooses_it_for_a_section(make_night: Any, dee: Any, client: Client) -> None:
    night = make_night(start=False)
    Section.objects.filter(pk=night.section.pk).update(live=False)
    client.force_login(dee)
    at = f"/director/{night.session.public_id}/setup/sections/"
    assert "a device goes with its player" in words(client.get(at))
    client.post(f"{at}devices/", {"section": "A", "devices": "table"})
    assert "a device stays at its table" in words(client.get(at))
    client.post(f"{at}devices/", {"section": "A", "devices": "player"})
    assert not Section.objects.get(pk=night.section.pk).table_devices


def test_a_tables_device_stays_through_the_movement_and_types_for_who_sits_there(
    cards: Any, dee: Any
) -> None:
    tablet = tablet_at(cards)
    state = tablet.see()
    assert state["of_table"] and [s["table"]["label"] for s in state["plan"]] == ["1", "1", "1"]
    assert state["next"] == "Bo: table 1, South. Ann: table 2, North."
    tablet.do("type", **MADE)
    tablet.do("confirm", key=tablet.key(), hand="true")
    round_force(section=sections_of(cards)[0], user=dee)
    at = tablet.seating()
    assert (at["round"], at["table"]["label"], at["ns"]["name"], at["ew"]["name"]) == (2, "1", "Bo", "Ivy")
    board = str(at["boards"][0]["number"])
    tablet.do("type", **{**MADE, "board": board})
    tablet.do("confirm", board=board, key=tablet.key(), hand="true")
    typed = ScoreEntry.objects.filter(source="typed").order_by("pk")
    assert [entry.table_board.ew.number for entry in typed] == [4, 6]


def test_who_has_a_phone_of_their_own_agrees_on_it(cards: Any, ann: Seat) -> None:
    tablet = tablet_at(cards)
    tablet.do("type", **MADE)
    assert tablet.see()["other_device"] and ann.is_asked_to_confirm()
    assert "The other side confirms it" in tablet.do("confirm", key=tablet.key(), hand="true")
    ann.do("confirm", key=ann.key())
    assert ScoreEntry.objects.get().ns_score == 420


def test_a_device_is_changed_at_the_terminal_and_back(cards: Any, bo: Seat) -> None:
    moved = bo.client.post(f"{bo.url}device/")
    side = SeatTicket.objects.get(kind="side", revoked_at=None)
    assert moved.url == f"/seat/{side.public_id}/" and side.subject == f"{table(cards).pk}:S"
    bo.ticket.refresh_from_db()
    assert bo.ticket.revoked_at is not None
    back = bo.client.post(
        f"/seat/{side.public_id}/score/device/", headers={"cookie": f"{COOKIE}={token_of(moved)}"}
    )
    again = SeatTicket.objects.get(kind="contestant", subject=bo.ticket.subject, revoked_at=None)
    assert back.url == f"/seat/{again.public_id}/"


def token_of(response: Any) -> str:
    return str(response.cookies[COOKIE].value)


def test_a_table_that_has_its_device_is_not_taken_by_another(cards: Any, ann: Seat) -> None:
    tablet_at(cards)
    refused = ann.client.post(f"{ann.url}device/")
    assert refused.status_code == 409 and "Another device is there already" in refused.json()["words"]
    ann.ticket.refresh_from_db()
    assert ann.ticket.revoked_at is None


def test_the_director_sees_that_it_is_the_tables_own(cards: Any, dee: Any, client: Client) -> None:
    tablet_at(cards)
    SeatTicket.objects.update(connected=True, seen_at="2026-11-17T20:00:00Z")
    client.force_login(dee)
    shown = client.get(f"/director/{cards.public_id}/table/1/").content.decode()
    assert shown.count("the table&#x27;s own") >= 2 or shown.count("the table's own") >= 2
