"""Each table plays with cards or on screens (SOLO-17), as chosen in step 1 and changed later. Boards are passed on."""

import pytest
from django.test import Client

from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry
from clubsite.core.refused import Refused
from clubsite.director.setup.forms import numbers_of
from clubsite.nights.models import Section, Session, TableBoard, TableBoardState
from clubsite.nights.services.boards import boards_number
from clubsite.nights.services.rounds import round_force, session_start
from clubsite.nights.services.sections import section_play
from clubsite.play.models import PlayStatus, Room
from clubsite.scores.services.tables import change_of, table_play
from tests.kit.dealt import dealt
from tests.kit.nights import at, both_ready
from tests.kit.people import signed_in
from tests.kit.terminal import MADE, Seat


def kinds(night, number: int, turn: int = 1) -> list[bool]:
    rows = TableBoard.objects.filter(table__section=night.section, table__number=number, round__number=turn)
    return list(rows.order_by("board__number").values_list("live", flat=True))


def leads_to_terminal(night, number: int) -> bool:
    answer = night.phone(number).get(f"/seat/{night.tickets[number].public_id}/")
    return answer.status_code == 302 and answer.url.endswith("/score/")


def south_at_table_2(night) -> Seat:
    number = night.section.rounds.get(number=1).seatings.get(table=at(night, 2)).ns.number
    return Seat.__new__(Seat).come(night.tickets[number], night.tokens[number])


def test_cardboard_and_live_tables_meet_in_one_section_and_boards_go_from_one_to_the_other(mixed, dee):
    assert [kinds(mixed, number) for number in (1, 2, 3)] == [[True] * 2, [False] * 2, [True] * 2]
    sitters = {row.table.number: row.ns.number for row in mixed.section.rounds.get(number=1).seatings.all()}
    assert [leads_to_terminal(mixed, sitters[number]) for number in (1, 2, 3)] == [False, True, False]
    both_ready(at(mixed, 2))
    assert not TableBoard.objects.filter(table=at(mixed, 2), play__isnull=False).exists()
    round_force(section=mixed.section, user=dee)
    live = {row.ew.number: row.table.live for row in mixed.section.rounds.get(number=2).seatings.all()}
    assert {pk: leads_to_terminal(mixed, pk) for pk in live} == {pk: not on for pk, on in live.items()}
    first = {row.board_id: row.live for row in TableBoard.objects.filter(round__number=1)}
    second = {row.board_id: row.live for row in TableBoard.objects.filter(round__number=2)}
    passed = {(first[pk], second[pk]) for pk in first if pk in second}
    assert {(True, False), (False, True)} <= passed
    row = TableBoard.objects.filter(round__number=2, live=True, board__in=[pk for pk in first if not first[pk]])
    table = row.first().table
    both_ready(table)
    opened = TableBoard.objects.get(table=table, round__number=2, state=TableBoardState.LIVE)
    assert opened.play.setup["hands"]["E"] == dealt(opened.board).east


def test_a_change_waits_for_the_board_that_is_on_the_screens_or_stops_it_and_it_begins_again_with_cards(mixed, dee):
    both_ready(at(mixed, 1))
    change = change_of(at(mixed, 1))
    assert (change["live"], len(change["moves"]), change["stays"]) == (False, 1, [change["on_screen"]])
    table_play(table=at(mixed, 1), live=False, user=dee)
    assert kinds(mixed, 1) == [True, False]
    bo = mixed.section.rounds.get(number=1).seatings.get(table=at(mixed, 1)).ns.number
    assert not leads_to_terminal(mixed, bo)
    assert AuditEntry.objects.filter(action=AuditAction.PHYSICAL_CARDS_CHOSEN, detail__table="1").exists()
    table_play(table=at(mixed, 1), live=True, user=dee)
    assert kinds(mixed, 1) == [True, True]
    play = TableBoard.objects.get(table=at(mixed, 1), state=TableBoardState.LIVE).play
    assert play.status == PlayStatus.LIVE
    table_play(table=at(mixed, 1), live=False, at_once=True, user=dee)
    play.refresh_from_db()
    assert (play.status, kinds(mixed, 1)) == (PlayStatus.VOID, [False, False])
    assert Room.objects.get(table=at(mixed, 1)).play is None and leads_to_terminal(mixed, bo)


def test_a_score_that_waits_keeps_its_board_with_cards(mixed, dee):
    south = south_at_table_2(mixed)
    number = south.seating()["boards"][0]["number"]
    south.act("type", **{**MADE, "board": str(number)})
    table_play(table=at(mixed, 2), live=True, user=dee)
    assert sorted(kinds(mixed, 2)) == [False, True]
    assert not south.see()["on_screen"]
    table_play(table=at(mixed, 2), live=False, user=dee)
    assert kinds(mixed, 2) == [False, False]


def test_no_card_of_a_live_deal_is_in_what_a_terminal_is_sent(mixed, dee):
    south = south_at_table_2(mixed)
    Session.objects.update(order_check=True)
    both_ready(at(mixed, 1))
    text = str(south.see())
    board = TableBoard.objects.get(table=at(mixed, 1), state=TableBoardState.LIVE).board
    assert not any(hand in text for hand in dealt(board).all)
    sent = {"round": 1, "table": at(mixed, 1).pk, "board": board.number, "ns": 1, "ew": 4, "moment": "before"}
    assert dealt(board).east.split()[0] not in str(south.client.get(f"{south.url}order/", sent).content)


def test_boards_dealt_at_the_table_cannot_go_to_a_screen(make_night, dee):
    night = make_night(start=False, with_cards=True)
    boards_number(session=night.session, section=night.section, count=3, user=dee)
    section_play(session=night.session, section=night.section, live=False, others=[2], user=dee)
    with pytest.raises(Refused, match="cannot be played on screens"):
        session_start(session=night.session, user=dee)
    section_play(session=night.session, section=night.section, live=False, user=dee)
    session_start(session=night.session, user=dee)
    with pytest.raises(Refused, match="does not know their cards"):
        table_play(table=at(night, 2), live=True, user=dee)


def test_the_director_is_shown_the_change_before_it_is_made(mixed, dee):
    page = signed_in(dee)
    url = f"/director/{mixed.session.public_id}/table/2/kind/"
    assert b"Play table 2 on screens?" in page.get(url).content
    assert at(mixed, 2).live is False
    page.post(url, {"play": "screens"})
    page.post(url, {"play": "screens"})
    assert at(mixed, 2).live is True
    page.post(url, {"play": "cards"})
    assert (at(mixed, 2).live, kinds(mixed, 2)) == (False, [False, False])
    room = page.get(f"/director/{mixed.session.public_id}/").content
    assert room.count(b">Screens</span>") == 2 and room.count(b">Cards</span>") == 1


def test_it_is_chosen_in_step_1_and_kept(make_night, dee):
    night, page = make_night(start=False), Client()
    page.force_login(dee)
    url = f"/director/{night.session.public_id}/setup/details/"
    data = {"date": "2026-11-17", "players": 6, "boards_per_round": 1, "minutes_per_board": 8, "play": "tables"}
    assert "Write the numbers" in page.post(url, data).text
    assert "at most 3 tables" in page.post(url, {**data, "other_tables": "2, 9"}).text
    page.post(url, {**data, "other_tables": "1-2"})
    section = Section.objects.get(pk=night.section.pk)
    assert [section.live_at(number) for number in (1, 2, 3)] == [False, False, True]
    assert 'value="1, 2"' in page.get(url).text
    page.post(url, {**data, "play": "cards"})
    assert not Section.objects.get(pk=night.section.pk).any_live
    page.post(url, {**data, "play": ""})
    assert not Section.objects.get(pk=night.section.pk).any_live


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("1-4, 7", [1, 2, 3, 4, 7]), ("3", [3]), ("2 2", [2]), ("", []), ("4-1", []), ("x", []), ("0", []),
        ("1-9999", []),
    ],
)  # fmt: skip
def test_tables_are_written_as_people_write_them(text, numbers):
    assert numbers_of(text) == numbers
