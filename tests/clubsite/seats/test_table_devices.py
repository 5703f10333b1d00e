"""At tables with cards, a device either goes with its player or stays at its table, whoever sits there."""

from html import unescape

from django.test import Client

from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry
from clubsite.director.monitor.progress import overview_of
from clubsite.nights.models import Section, Table, TableBoard, TableBoardState
from clubsite.nights.selectors.sessions import sections_of
from clubsite.nights.services.rounds import round_force
from clubsite.play.models import SeatKind, SeatTicket
from clubsite.play.seat_tickets import TICKET_COOKIE
from clubsite.play.selectors import snapshot
from clubsite.scores.models import ScoreEntry
from clubsite.scores.services.tables import table_play
from tests.kit.nights import both_ready
from tests.kit.pages import words
from tests.kit.terminal import MADE, table, tablet_at, token_of


def offered(session) -> list[str]:
    """Return the choices on the page for table 1's code, in order."""
    page = Client().get(f"/join/{table(session).code}/")
    return ["table" if choice.table else choice.player for choice in page.context["choices"]]


def test_the_night_says_which_is_offered_first(cards):
    assert offered(cards) == ["S", "N", "table"]
    Section.objects.filter(session=cards).update(table_devices=True)
    assert offered(cards) == ["table", "S", "N"]


def test_no_device_stays_at_a_table_that_plays_on_screens(night):
    at = Table.objects.filter(section=night.section).first()
    assert "stays at table" not in words(Client().get(f"/join/{at.code}/"))
    refused = Client().post(f"/join/{at.code}/", {"seat": at.pk}, follow=True)
    assert "Tap one of the two names" in words(refused)
    assert not SeatTicket.objects.filter(seat__kind=SeatKind.TABLE).exists()


def test_the_director_chooses_it_for_a_section(make_night, director):
    night = make_night(start=False, with_cards=True)
    at = f"/director/{night.session.public_id}/setup/sections/"
    assert "a device goes with its player" in words(director.get(at))
    director.post(f"{at}devices/", {"section": "A", "devices": "table"})
    assert "a device stays at its table" in words(director.get(at))
    director.post(f"{at}devices/", {"section": "A", "devices": "player"})
    assert not Section.objects.get(pk=night.section.pk).table_devices


def test_a_tables_device_stays_through_the_movement_and_types_for_who_sits_there(cards, dee):
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


def test_who_has_a_phone_of_their_own_agrees_on_it(cards, ann):
    tablet = tablet_at(cards)
    tablet.do("type", **MADE)
    assert tablet.see()["other_device"] and ann.is_asked_to_confirm()
    assert "The other side confirms it" in tablet.do("confirm", key=tablet.key(), hand="true")
    ann.do("confirm", key=ann.key())
    assert ScoreEntry.objects.get().ns_score == 420


def test_a_device_is_changed_at_the_terminal_and_back(cards, bo):
    moved = bo.client.post(f"{bo.url}device/")
    side = SeatTicket.objects.get(seat__kind=SeatKind.TABLE, revoked_at=None)
    assert moved.url == f"/seat/{side.public_id}/" and side.seat == table(cards).seat
    bo.ticket.refresh_from_db()
    assert bo.ticket.revoked_at is not None
    back = bo.client.post(
        f"/seat/{side.public_id}/score/device/", headers={"cookie": f"{TICKET_COOKIE}={token_of(moved)}"}
    )
    again = SeatTicket.objects.get(seat=bo.ticket.seat, revoked_at=None)
    assert back.url == f"/seat/{again.public_id}/"


def test_a_table_that_has_its_device_is_not_taken_by_another(cards, ann):
    tablet_at(cards)
    refused = ann.client.post(f"{ann.url}device/")
    assert refused.status_code == 409 and "Another device is there already" in refused.json()["words"]
    ann.ticket.refresh_from_db()
    assert ann.ticket.revoked_at is None


def open_on_screens(session, user, number: int = 1):
    """Change the table to screens, and open its first board on the screens."""
    at = table(session, number)
    table_play(table=at, live=True, user=user)
    both_ready(at)
    assert TableBoard.objects.filter(table=at, state=TableBoardState.LIVE).count() == 1


def test_a_tables_own_device_shows_no_hand_when_its_table_goes_over_to_screens(cards, bo, ann, dee):
    tablet = tablet_at(cards)
    open_on_screens(cards, dee)
    seen = snapshot(tablet.ticket)
    assert (seen["play"], seen["view"]) == (None, None)
    assert snapshot(bo.ticket)["view"]["hands"], "whose cards they are sees them"
    came = tablet.client.get(f"/seat/{tablet.ticket.public_id}/")
    assert came.url == tablet.url, "its page is the terminal, not the card table"
    assert tablet.see()["on_screen"] and tablet.see()["free_seats"] == []


def test_on_screens_it_asks_who_plays_with_it_and_goes_with_them(cards, bo, dee, client):
    tablet = tablet_at(cards)
    open_on_screens(cards, dee)
    assert tablet.see()["free_seats"] == ["N"]
    taken = tablet.client.post(f"{tablet.url}device/", {"player": "S"})
    assert taken.status_code == 409, "Bo's seat is on a phone"
    moved = tablet.client.post(f"{tablet.url}device/", {"player": "N"})
    anns = SeatTicket.objects.get(seat__kind=SeatKind.CONTESTANT, revoked_at=None, device=tablet.ticket.device)
    assert moved.url == f"/seat/{anns.public_id}/" and snapshot(anns)["table"]["seat"] == "N"
    assert snapshot(anns)["view"]["hands"]
    assert not SeatTicket.objects.filter(seat__kind=SeatKind.TABLE, revoked_at=None).exists()
    noted = AuditEntry.objects.get(action=AuditAction.SEAT_TAKEN_IN_MID_BOARD)
    assert noted.about.endswith(", table 1, North: Ann")


def test_back_on_cards_the_tables_own_device_asks_for_scores_again(cards, dee):
    tablet = tablet_at(cards)
    table_play(table=table(cards), live=True, user=dee)
    assert tablet.see()["on_screen"]
    table_play(table=table(cards), live=False, user=dee)
    assert not tablet.see()["on_screen"] and tablet.see()["free_seats"] == []
    tablet.do("type", **MADE)
    assert tablet.board()["pending"]


def test_the_director_sees_that_it_is_the_tables_own_and_on_screens_that_the_players_have_none(cards, dee, director):
    tablet_at(cards)
    SeatTicket.objects.update(connected=True, seen_at="2026-11-17T20:00:00Z")

    def links():
        return [seat.link for seat in overview_of(cards, dee).tables[0].seats]

    assert links() == ["here", "here"]
    shown = unescape(director.get(f"/director/{cards.public_id}/table/1/").text)
    assert shown.count("the table's own") >= 2
    table_play(table=table(cards), live=True, user=dee)
    assert links() == ["none", "none"]
