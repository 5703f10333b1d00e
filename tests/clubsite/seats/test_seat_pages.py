"""A seat's page: whose seat it is, links to the page, two seats in one browser, and leaving."""

import datetime
import re
from html import unescape

import pytest
from django.test import Client

from clubsite.accounts.models import Device
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry, Membership, Role
from clubsite.core.tokens import hash_token
from clubsite.director.monitor.progress import overview_of
from clubsite.nights.models import Section, SlipLink, Table, TableBoard, TableBoardState
from clubsite.nights.selectors.sessions import sections_of
from clubsite.nights.services.rounds import round_force, session_start
from clubsite.play.models import SeatKind, SeatTicket
from clubsite.play.seat_tickets import TICKET_COOKIE
from clubsite.play.selectors import snapshot
from clubsite.scores.models import ScoreEntry
from clubsite.scores.services.tables import table_play
from tests.kit.nights import both_ready
from tests.kit.pages import words
from tests.kit.people import part, signed_in
from tests.kit.terminal import MADE, table, tablet_at, token_of
from tests.kit.typed_scores import enter_score


def test_no_device_stays_at_a_table_that_plays_on_screens(night):
    at = Table.objects.filter(section=night.section).first()
    assert "stays at table" not in words(Client().get(f"/join/{at.code}/"))
    refused = Client().post(f"/join/{at.code}/", {"seat": at.pk}, follow=True)
    assert "Tap one of the two names" in words(refused)
    assert not SeatTicket.objects.filter(seat__kind=SeatKind.TABLE).exists()


def test_the_director_chooses_for_a_section_which_is_offered_first(make_night, director, dee):
    night = make_night(start=False, with_cards=True)
    at = f"/director/{night.session.public_id}/setup/sections/"
    assert "a device goes with its player" in words(director.get(at))
    for devices in ("table", "player", "table"):
        director.post(f"{at}devices/", {"section": "A", "devices": devices})
        assert Section.objects.get().table_devices == (devices == "table")
    assert "a device stays at its table" in words(director.get(at))
    session_start(session=night.session, user=dee)
    for by_table, expected in ((True, [True, False, False]), (False, [False, False, True])):
        Section.objects.update(table_devices=by_table)
        choices = Client().get(f"/join/{table(night.session).code}/").context["choices"]
        assert [bool(choice.table) for choice in choices] == expected


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


def test_a_device_is_changed_at_the_terminal_and_back_and_no_other_is_then_the_table_s(cards, bo, ann):
    moved = bo.client.post(f"{bo.url}device/")
    side = SeatTicket.objects.get(seat__kind=SeatKind.TABLE, revoked_at=None)
    assert moved.url == f"/seat/{side.public_id}/" and side.seat == table(cards).seat
    bo.ticket.refresh_from_db()
    assert bo.ticket.revoked_at is not None
    refused = ann.client.post(f"{ann.url}device/")
    assert refused.status_code == 409 and "Another device is there already" in refused.json()["words"]
    ann.ticket.refresh_from_db()
    assert ann.ticket.revoked_at is None
    key = {"cookie": f"{TICKET_COOKIE}={token_of(moved)}"}
    back = bo.client.post(f"/seat/{side.public_id}/score/device/", headers=key)
    again = SeatTicket.objects.get(seat=bo.ticket.seat, revoked_at=None)
    assert back.url == f"/seat/{again.public_id}/"


def open_on_screens(session, user, number: int = 1):
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


BO, ANN = 1, 4


def page(night, number):
    return f"/seat/{night.tickets[number].public_id}/"


def enter(client, night, number, key=None):
    return client.get(f"{page(night, number)}enter/", {"key": night.tokens[number] if key is None else key})


def test_a_link_with_the_key_alone_leads_into_the_seat(client, night):
    for wrong in ("", "wrong", "x" * 5000, night.tokens[ANN]):
        refused = enter(client, night, BO, key=wrong)
        assert refused.status_code == 404 and "claim" not in refused.cookies
    response = enter(client, night, BO)
    assert (response.status_code, response["Location"]) == (302, page(night, BO)), "the key is not in it"
    shown = client.get(page(night, BO))
    assert shown.status_code == 200 and "no-store" in shown["Cache-Control"]
    assert night.tokens[BO] not in shown.text


def test_both_seats_of_a_table_work_in_one_browser(client, night):
    kept = {}
    for number in (BO, ANN):
        cookie = enter(client, night, number).cookies["claim"]
        kept[cookie["path"]] = cookie.value
    assert kept == {page(night, number): night.tokens[number] for number in (BO, ANN)}
    for path, key in kept.items():
        browser = Client()
        browser.cookies["claim"] = key
        assert browser.get(path).status_code == 200


def test_a_seat_s_page_is_404_to_everybody_else_and_so_is_one_that_nobody_knows(night, cy, dee):
    neighbour = Client()
    neighbour.cookies["claim"] = night.tokens[ANN]
    for client in (Client(), signed_in(cy), signed_in(dee), neighbour):
        for path in ("", "score/", "score/state/"):
            assert client.get(page(night, BO) + path).status_code == 404
        assert client.post(f"{page(night, BO)}leave/").status_code == 404
    assert SeatTicket.objects.get(pk=night.tickets[BO].pk).revoked_at is None
    for unknown in ("nosuchseat", "%00", "a.b", "\u2660"):
        assert neighbour.get(f"/seat/{unknown}/").status_code == 404
        assert neighbour.post(f"/seat/{unknown}/leave/").status_code == 404


def test_leaving_frees_the_seat_and_ends_its_page_and_its_link(client, night):
    enter(client, night, BO)
    assert client.get(f"{page(night, BO)}leave/").status_code == 405, "it takes a click, not a link"
    assert SeatTicket.objects.get(pk=night.tickets[BO].pk).revoked_at is None
    assert client.post(f"{page(night, BO)}leave/").status_code == 302
    assert SeatTicket.objects.get(pk=night.tickets[BO].pk).revoked_at is not None
    assert client.get(page(night, BO)).status_code == 404
    assert enter(client, night, BO).status_code == 404


@pytest.fixture
def row(dee_plays):
    """The board at table 2 in round 1, which number 1 still has to play."""
    rows = TableBoard.objects.select_related("board").filter(round__section=dee_plays.section)
    return rows.get(table__number=2, round__number=1)


@pytest.fixture
def link(dee_plays, row, director):
    page = f"/director/{dee_plays.session.public_id}/print/lost-slip/"
    text = director.post(page, {"number": str(row.board.number)}).text
    match = re.search(r"(/slip/[\w-]+/)\"", text)
    return match[1]


def player(night, number: int) -> Client:
    device, client = Device.objects.get(pk=night.tickets[number].device_id), Client()
    device.token_hash = hash_token(f"telephone {number}")
    device.save()
    client.cookies["device"] = f"telephone {number}"
    return client


def played(row: TableBoard, dee) -> int:
    """Score the board at its table. Return the number of the South player there."""
    enter_score(row, dee, "1N S 7")
    return row.ns.number


def opens(client: Client, link: str) -> bool:
    before = client.get(link)
    answer = client.post(link)
    assert before.status_code == answer.status_code
    return answer.status_code == 200 and answer["Content-Type"] == "application/pdf"


def test_who_has_played_the_board_opens_it_once_and_the_log_says_who(dee_plays, row, link, dee):
    south = player(dee_plays, played(row, dee))
    page = south.get(link).text
    assert f"Board {row.board.number}: a slip is lost" in page
    assert "In the history it will stand as opened by Flo, who has played it." in " ".join(page.split())
    assert not SlipLink.objects.get().used_at
    assert opens(south, link)
    again = south.post(link)
    assert again.status_code == 403
    assert "it works once, within an hour" in again.text
    made, used = AuditEntry.objects.filter(action__startswith="slip_link").order_by("pk")
    assert (made.action, made.actor) == (AuditAction.SLIP_LINK_MADE, "dee")
    assert (used.action, used.about) == (AuditAction.SLIP_LINK_USED, f"board {row.board.number}")
    assert used.actor.endswith(", who has played it")


def test_nobody_who_has_the_board_still_to_play_opens_it(dee_plays, link, director, club):
    as_another = player(dee_plays, 1)
    as_another.force_login(part(club, "kay", Role.MEMBER))
    for client in (director, Client(), as_another, *(player(dee_plays, number) for number in dee_plays.tickets)):
        assert not opens(client, link)
    assert not SlipLink.objects.get().used_at


def test_a_member_who_does_not_play_opens_it_within_an_hour_and_a_stranger_does_not(link, club, cy):
    client = signed_in(cy)
    assert not opens(client, link)
    Membership.objects.create(club=club, user=cy)
    made_at = SlipLink.objects.get().made_at
    SlipLink.objects.update(made_at=made_at - datetime.timedelta(minutes=61))
    assert not opens(client, link)
    SlipLink.objects.update(made_at=made_at)
    assert opens(client, link)
    assert AuditEntry.objects.get(action=AuditAction.SLIP_LINK_USED).actor == "cy, who does not play"


def test_the_page_of_the_director_shows_no_card_and_refuses_in_words(dee_plays, row, director):
    base = f"/director/{dee_plays.session.public_id}"
    assert "A slip is lost" in director.get(f"{base}/setup/print/").text
    for number in ("99", "", "x"):
        answer = director.post(f"{base}/print/lost-slip/", {"number": number}, follow=True)
        assert "Choose a board of this night" in answer.text
    assert not SlipLink.objects.exists()
