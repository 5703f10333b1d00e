"""A board's sheet at a player's table: who can see which parts of the sheet, and when (SOLO-30, SOLO-31)."""

import json
import re
from itertools import count

import pytest
from django.http import Http404
from django.test import Client
from django.utils import timezone

from clubsite.analysis.models import BoardSolution
from clubsite.nights.models import Session, TableBoard, TableBoardState, TravellersShown
from clubsite.nights.services.directing import session_end
from clubsite.play.models import Room
from clubsite.play.seat_tickets import TICKET_COOKIE, ticket_take
from clubsite.rankings.services.publications import publish, unpublish
from clubsite.scores.models import ScoreEntry
from clubsite.seats.board_sheet import board_sheet
from tests.clubsite.at_tables import look, play_until, say_ready
from tests.kit.typed_scores import enter_score

BO, FLO, GUS, ANN = 1, 2, 3, 4
CARD = re.compile(r'"[SHDC][2-9TJQKA]"')
live = pytest.mark.django_db(transaction=True)
OPEN = (TableBoardState.WAITING, TableBoardState.LIVE)


def asked(night, number: int, board: int | None = None):
    of = f"{board}/" if board else ""
    return night.phone(number).get(f"/seat/{night.tickets[number].public_id}/board/{of}")


def to_the_result(night, *numbers: int):
    """Let these players play until the board at their table has a result."""
    tickets = [night.tickets[number] for number in numbers]
    play_until(tickets, lambda: look(tickets[0])["table"]["state"] == "result")


@live
def test_before_a_board_is_agreed_its_players_are_told_nothing(night):
    assert asked(night, BO).status_code == 204
    to_the_result(night, BO, ANN)
    assert asked(night, BO).status_code == 204
    assert asked(night, BO, 1).status_code == 404
    say_ready(night.tickets[BO])
    assert asked(night, BO).status_code == 200
    assert asked(night, ANN).status_code == 204, "she has not agreed"
    say_ready(night.tickets[ANN])
    assert asked(night, ANN).status_code == 200


@live
def test_the_first_at_a_board_is_told_so(night):
    to_the_result(night, BO, ANN)
    say_ready(night.tickets[BO])
    sheet = asked(night, BO).json()
    assert sheet["words"] == "You are the first to play this board."
    assert sheet["figure"] == "" and [line["you"] for line in sheet["lines"]] == [True]
    assert [call["call"] for call in sheet["auction"]] == ["1N", "P", "P"]
    assert sheet["par"] is None and sheet["replay"] == ""


def test_the_traveller_so_far_has_everybodys_score_and_what_it_is_worth_to_ones_side(scored_night):
    """Bo always scores +120, Flo scores +90 and Gus passes out, so Bo beats two of three tables."""
    sheet = asked(scored_night, BO).json()
    assert sheet["words"] == "3 tables have played it so far."
    assert sheet["figure"] == "100.00\N{NO-BREAK SPACE}%"

    def figures(lines):
        return [line["figure"].split("\N{NO-BREAK SPACE}")[0] for line in lines]

    lines = [(line["south"], line["ns_score"], line["you"]) for line in sheet["lines"]]
    assert lines == [("Bo", 120, True), ("Flo", 90, False), ("Gus", 0, False)]
    assert figures(sheet["lines"]) == ["100.00", "50.00", "0.00"]
    assert figures(asked(scored_night, ANN, sheet["board"]).json()["lines"]) == ["0.00", "50.00", "100.00"]


def test_it_is_worked_out_when_it_is_asked_for_and_a_correction_is_in_it(scored_night, dee):
    board = asked(scored_night, BO).json()["board"]
    row = TableBoard.objects.get(board__number=board, ns__number=FLO)
    enter_score(row, dee, "3N S 9")
    assert asked(scored_night, BO).json()["figure"] == "50.00\N{NO-BREAK SPACE}%"


def test_ones_boards_stand_beside_one_another(scored_night):
    last = asked(scored_night, BO).json()
    assert last["after"] is None
    before = asked(scored_night, BO, last["before"]).json()
    assert before["after"] == last["board"] and before["board"] == last["before"]
    assert asked(scored_night, BO, before["before"]).json()["before"] is None


def test_a_director_may_keep_the_traveller_for_the_end(scored_night, dee):
    Session.objects.update(travellers=TravellersShown.AT_END)
    sheet = asked(scored_night, BO).json()
    assert sheet["withheld"] == "at_end" and sheet["lines"] == [] and sheet["figure"] == ""
    assert sheet["words"] == "How the others fared is shown with the results."
    assert sheet["score_text"] == "+120 to South", "what they know themselves"
    session_end(session=scored_night.session, user=dee)
    assert asked(scored_night, BO).json()["lines"] == []
    publish(scored_night.session, dee)
    published = asked(scored_night, BO).json()
    assert len(published["lines"]) == 3 and published["words"] == "3 tables have played it."


def test_while_another_session_has_still_to_play_the_deal_nobody_is_told_of_others(scored_night, make_night):
    make_night(seed="tests", start=False, date=timezone.localdate())
    sheet = asked(scored_night, BO).json()
    assert sheet["withheld"] == "owed_elsewhere" and sheet["lines"] == []


def test_par_and_replay_come_when_the_board_is_closed_and_go_with_a_withdrawal(night, dee, play_out, open_boards):
    row = next(row for row in open_boards() if row.ns.number == BO)
    play_out(row)
    Room.objects.filter(pk=row.table.room_id).update(ready=["N", "S"])
    par = {"points": 120, "contracts": [["1N", "S"]], "line": ["1N", "P", "P"]}
    values = {strain: {"S": 7, "N": 6} for strain in "CDHSN"}
    BoardSolution.objects.update_or_create(board=row.board, defaults={"values": values, "par": par})

    def closed():
        sheet = asked(night, BO).json()
        return sheet["par"] is None and sheet["replay"] == ""

    assert closed()
    session_end(session=night.session, user=dee)
    assert closed()
    publish(night.session, dee)
    sheet = asked(night, BO).json()
    above = ScoreEntry.objects.filter(table_board=row).latest("pk").ns_score - 120
    assert sheet["par"]["contract"] == "1 no trump by South" and sheet["par"]["score"] == "+120 to South"
    assert f"{abs(above)} against it" in sheet["par"]["against"]
    assert Client().get(sheet["replay"]).status_code == 200, "anybody steps through it"
    unpublish(night.session, dee)
    assert closed()


def test_a_seat_that_stays_at_its_table_tells_the_next_player_nothing_of_the_last_ones_boards(scored_night, night):
    table = night.section.tables.get(number=1)
    ticket, token = ticket_take(device=night.tickets[BO].device, seat=table.seat)
    client = Client()
    client.cookies[TICKET_COOKIE] = token
    sheet = client.get(f"/seat/{ticket.public_id}/board/").json()
    at = TableBoard.objects.get(table=table, round__number=night.section.rounds.count())
    assert sheet["board"] == at.board.number and sheet["before"] is None
    earlier = TableBoard.objects.get(table=table, round__number=1).board.number
    assert client.get(f"/seat/{ticket.public_id}/board/{earlier}/").status_code == 404


def test_strangers_and_ended_tickets_get_nothing(scored_night, client):
    address = f"/seat/{scored_night.tickets[BO].public_id}/board/"
    assert client.get(address).status_code == 404
    client.cookies[TICKET_COOKIE] = scored_night.tokens[ANN]
    assert client.get(address).status_code == 404
    client.cookies[TICKET_COOKIE] = scored_night.tokens[BO]
    assert client.get(f"{address}99/").status_code == 404
    assert client.post(address).status_code == 405
    kept = asked(scored_night, BO).headers["Cache-Control"]
    assert "no-store" in kept or "private" in kept


@live
def test_in_every_state_of_a_night_a_seat_is_told_of_its_own_agreed_boards_only_and_never_a_card(night):
    steps = count()
    boards = sorted({row.board.number for row in TableBoard.objects.select_related("board")})

    def check():
        if next(steps) % 7:
            return
        for number, ticket in night.tickets.items():
            mine = TableBoard.objects.filter(seats__contestant__number=number).select_related("board", "table__room")
            over = {row.board.number for row in mine if row.state not in OPEN}
            seen = look(ticket)
            for board in boards:
                try:
                    sheet = board_sheet(ticket, board)
                except Http404:
                    continue
                assert sheet is not None and board in over
                assert (
                    seen["table"]["state"] != "result"
                    or board != seen["view"]["board"]
                    or (seen["table"]["seat"] in seen["table"]["ready"])
                )
                assert not CARD.search(json.dumps(sheet)) and sheet["par"] is None and sheet["replay"] == ""
                scored = ScoreEntry.objects.filter(table_board__board__number=board).count()
                assert len(sheet["lines"]) == scored

    play_until(night.tickets.values(), after=check)
    assert next(steps) > 60
    assert board_sheet(night.tickets[BO]) is not None


def test_it_asks_few_questions(scored_night, django_assert_max_num_queries):
    with django_assert_max_num_queries(14):
        assert board_sheet(scored_night.tickets[BO]) is not None
