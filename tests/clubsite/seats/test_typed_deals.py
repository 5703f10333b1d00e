"""The cards of a board dealt at the table, typed at the terminal after its first play (SOLO-5b)."""

import json
import re
from itertools import count
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.http import Http404
from django.test import Client

from clubsite.analysis.models import BoardSolution
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry
from clubsite.core.refused import Refused
from clubsite.director.setup import dummy_slips
from clubsite.nights.models import Board, Session, TableBoard, TableBoardState, TravellersShown
from clubsite.nights.selectors.sessions import sections_of
from clubsite.nights.services.directing import session_end
from clubsite.nights.services.opening import deal_type, hands_close
from clubsite.nights.services.rounds import round_force
from clubsite.play.models import Room
from clubsite.play.seat_tickets import TICKET_COOKIE, ticket_take
from clubsite.rankings.services.publications import publish, unpublish
from clubsite.scores.models import ScoreEntry
from clubsite.scores.selectors.typed_scores import unlikely_scores
from clubsite.scores.services.entries import score_found_right
from clubsite.seats.board_sheet import board_sheet
from games.shuffle import deal_from_seed
from tests.clubsite.at_tables import look, play_until, say_ready
from tests.kit.people import plays_as
from tests.kit.terminal import MADE, Seat, changes, dealt_at_the_table, order, play, say
from tests.kit.typed_scores import enter_score

DEAL = {
    seat: " ".join(card.text for card in hand)
    for seat, hand in zip("NESW", deal_from_seed("typed", 1).all_hands, strict=True)
}
DUMMIES = {"E": DEAL["E"], "W": DEAL["W"]}


@pytest.fixture
def cards(cards, dee):
    """A session of three tables with cards and boards dealt at the table. Bo is South and Ann is North at table 1."""
    return dealt_at_the_table(cards, dee)


def board(number: int = 1) -> Board:
    return Board.objects.get(number=number)


def deal(seat: Seat, seen: int = 0, **hands: str) -> dict[str, Any]:
    return seat.act("deal", board="1", **{**hands, "seen": str(seen)})


def next_table(cards, dee) -> Seat:
    round_force(section=sections_of(cards)[0], user=dee)
    return Seat(TableBoard.objects.get(board__number=1, round__number=2).ns)


def test_solo_5b_the_first_table_types_both_dummies_in_the_order_in_which_they_lay(bo, ann, cards, dee):
    """The dummies are then printed, and shown at the next table before its play (SOLO-4)."""
    assert bo.board()["typings"] == 0
    assert "Agree on the score of board 1 first" in deal(bo, **DUMMIES)["words"]
    play(bo, ann)
    assert deal(bo, **DUMMIES)["code"] == "done"
    assert (board().east, board().west, board().known) == (DEAL["E"], DEAL["W"], False)
    assert deal(ann, **DUMMIES)["code"] == "same"
    assert order(bo, moment="after")["hands"]["E"] == DEAL["E"].split()
    assert [a_board.number for a_board in dummy_slips.boards_known(cards, board_set__sections__kind="two_handed")] == [
        1
    ]
    with pytest.raises(Refused, match="only the dummies"):
        dummy_slips.curtain_cards_taken(dee, cards)
    assert deal(ann, 1, **DUMMIES, S=DEAL["S"])["code"] == "done"
    assert set(board().north.split()) == set(DEAL["N"].split()), "the last hand is worked out"
    assert board().known and board().fingerprint
    assert [card.seat for card in dummy_slips.curtain_cards_taken(dee, cards)] == ["N", "S"]
    assert order(next_table(cards, dee))["hands"]["W"] == DEAL["W"].split()


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"E": DEAL["E"] + " " + DEAL["W"].split()[0]}, "already"),
        ({"E": " ".join(DEAL["E"].split()[:12])}, "East has 12 cards instead of 13"),
        ({"E": " ".join([*DEAL["E"].split()[:12], DEAL["E"].split()[0]])}, "is twice in East"),
        ({"E": " ".join([*DEAL["E"].split()[:12], "S1"])}, "“S1” is no card"),
        ({"S": DEAL["N"], "N": DEAL["N"]}, "already"),
    ],
)
def test_fifty_two_different_cards_or_it_says_which_is_wrong(bo, ann, wrong, words):
    play(bo, ann)
    answer = deal(bo, **{**DUMMIES, **wrong})
    assert answer["code"] == "refused" and words in answer["words"] and answer["problems"]
    assert not board().ordered


def test_it_can_be_corrected_until_another_table_has_played(bo, ann, cards, dee, on_commit):
    assert order(bo) == {"hands": {}, "hidden": "unknown"} and say(bo, "in_order") == "done", "a plain reminder"
    play(bo, ann)
    deal(bo, **DUMMIES, S=DEAL["S"])
    BoardSolution.objects.get_or_create(board=board(), defaults={"values": {}, "par": {}})
    shown = bo.client.post(f"{bo.url}deal/", bo.line("1")).json()
    assert shown["seen"] == 1 and shown["hands"]["E"] == DEAL["E"].split()
    turned = {**DUMMIES, "E": " ".join(reversed(DEAL["E"].split()))}
    assert "typed on another device meanwhile" in deal(ann, 0, **turned)["words"]
    assert deal(ann, 1, **turned, S=DEAL["S"])["code"] == "done"
    assert board().east == turned["E"] and not BoardSolution.objects.exists()
    south = next_table(cards, dee)
    row = TableBoard.objects.get(board__number=1, round__number=2)
    with on_commit():
        enter_score(row, dee, "1N S 7")
    assert "another table has played it" in deal(south, 2, **DUMMIES)["words"]
    assert south.client.post(f"{south.url}deal/", south.line("1")).json()["hands"] == {}
    assert not board().hands_open
    log = AuditEntry.objects.filter(action__in=(AuditAction.DEAL_TYPED, AuditAction.DEAL_CORRECTED))
    assert [(entry.actor, entry.about) for entry in log.order_by("pk")] == [("Bo", "board 1"), ("Ann", "board 1")]
    assert not any(card in str([entry.detail for entry in log]) for card in ("SA", "HK", "D2"))


def test_solo_13_a_lead_that_cards_typed_later_show_to_be_wrong_counts_and_the_director_looks(bo, ann, cards, dee):
    play(bo, ann)
    south = next_table(cards, dee)
    row = TableBoard.objects.get(board__number=1, round__number=2)
    assert south.act("type", **{**MADE, "lead": DEAL["S"].split()[0]})["code"] == "done"
    assert bo.send("deal", **{**bo.line("1", 1), **DEAL, "seen": "0"})["code"] == "done" and board().known
    assert Seat(row.ew).act("confirm", board="1", key=south.key())["code"] == "done"
    assert row.score_entries.get().lead == DEAL["S"].split()[0]
    ((at, entry, why),) = unlikely_scores(cards, dee)
    assert at == row and "North did not hold that card" in why
    score_found_right(table_board=row, seen=entry.pk, user=dee)
    assert not unlikely_scores(cards, dee)


def test_the_database_changes_no_cards_of_a_board_that_is_closed(bo, ann):
    play(bo, ann)
    deal(bo, **DUMMIES)
    Board.objects.filter(number=1).update(hands_open=False)
    for change in ({"east": DEAL["W"]}, {"hands_open": True}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Board.objects.filter(number=1).update(**change)


def test_nobody_else_reads_or_types_the_cards(bo, ann, cards):
    play(bo, ann)
    deal(bo, **DUMMIES)
    flo = Seat(sections_of(cards)[0].contestants.get(number=2))
    line = bo.line("1")
    assert flo.client.post(f"{flo.url}deal/", line).json()["hands"] == {}
    assert flo.send("deal", **{**line, **DUMMIES, "seen": "1"})["code"] == "refused"
    assert DEAL["E"].split()[0] not in str(flo.see()) and DEAL["E"].split()[0] not in str(bo.see())


def test_a_board_that_the_site_dealt_is_not_typed(night, dee):
    dealt = Board.objects.filter(board_set__session=night.session).first()
    assert dealt is not None
    with pytest.raises(Refused, match="has dealt board"):
        deal_type(board=dealt, texts=DEAL, seen=0, user=dee)


def test_the_director_types_the_cards_on_the_boards_page_and_prints_its_slips(bo, ann, cards, director):
    page = f"/director/{cards.public_id}/board/1/"
    assert "Nobody has typed its cards yet" in director.get(page).text
    written = {**DUMMIES, "E": DEAL["E"].replace("T", "10").lower(), "N": "", "S": "", "seen": "0"}
    wrong = director.post(f"{page}cards/", {**written, "W": DEAL["E"]}).text
    assert "in East’s hand already" in wrong and not board().ordered
    done = director.post(f"{page}cards/", written, follow=True).text
    assert "The cards of board 1 are in" in done and "Both dummies are typed" in done
    assert board().east == DEAL["E"]
    assert DEAL["E"] not in director.get(f"{page}cards/").text
    slips = director.post(f"/director/{cards.public_id}/print/slips.pdf", {"board": board().pk})
    assert slips["Content-Type"] == "application/pdf"
    play(bo, ann)
    fixed = director.get(f"{page}cards/", follow=True).text
    assert "cards are fixed" in fixed


def test_a_director_who_has_still_to_play_the_board_types_no_cards_of_it(cards, dee, director):
    plays_as(cards, 2, dee)
    page = director.get(f"/director/{cards.public_id}/board/1/cards/", follow=True).text
    assert "You have still to play board 1 yourself" in page and "Type the cards" not in page


def test_every_terminal_reads_how_often_the_cards_were_typed(cards, bo, ann, dee):
    play(bo, ann)
    changes(ann, lambda: bo.act("deal", **DEAL, seen="0"))
    round_force(section=sections_of(cards)[0], user=dee)
    enter_score(TableBoard.objects.get(board=board(), round__number=2), dee, "1N S 7")
    changes(ann, lambda: hands_close(board_id=board().pk))


BO, FLO, GUS, ANN = 1, 2, 3, 4
CARD = re.compile(r'"[SHDC][2-9TJQKA]"')
live = pytest.mark.django_db(transaction=True)
OPEN = (TableBoardState.WAITING, TableBoardState.LIVE)


def asked(night, number: int, board: int | None = None):
    of = f"{board}/" if board else ""
    return night.phone(number).get(f"/seat/{night.tickets[number].public_id}/board/{of}")


@live
def test_before_a_board_is_agreed_its_players_see_nothing(night):
    assert asked(night, BO).status_code == 204
    both = [night.tickets[number] for number in (BO, ANN)]
    play_until(both, lambda: look(both[0])["table"]["state"] == "result")
    assert asked(night, BO).status_code == 204
    assert asked(night, BO, 1).status_code == 404
    say_ready(night.tickets[BO])
    sheet = asked(night, BO).json()
    assert sheet["words"] == "You are the first to play this board."
    assert sheet["figure"] == "" and [line["you"] for line in sheet["lines"]] == [True]
    assert [call["call"] for call in sheet["auction"]] == ["1N", "P", "P"]
    assert sheet["par"] is None and sheet["replay"] == ""
    assert asked(night, ANN).status_code == 204, "she has not agreed"
    say_ready(night.tickets[ANN])
    assert asked(night, ANN).status_code == 200


def test_the_traveller_so_far_says_what_each_score_is_worth_to_one(scored_night, dee, django_assert_max_num_queries):
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
    enter_score(TableBoard.objects.get(board__number=sheet["board"], ns__number=FLO), dee, "3N S 9")
    assert asked(scored_night, BO).json()["figure"] == "50.00\N{NO-BREAK SPACE}%", "a correction is in it"
    before = asked(scored_night, BO, sheet["before"]).json()
    assert (sheet["after"], before["after"], before["board"]) == (None, sheet["board"], sheet["before"])
    assert asked(scored_night, BO, before["before"]).json()["before"] is None
    with django_assert_max_num_queries(14):
        assert board_sheet(scored_night.tickets[BO]) is not None


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
def test_in_every_state_of_a_night_a_seat_sees_its_own_agreed_boards_only_and_never_a_card(night):
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
                if seen["table"]["state"] == "result" and board == seen["view"]["board"]:
                    assert seen["table"]["seat"] in seen["table"]["ready"]
                assert not CARD.search(json.dumps(sheet)) and sheet["par"] is None and sheet["replay"] == ""
                scored = ScoreEntry.objects.filter(table_board__board__number=board).count()
                assert len(sheet["lines"]) == scored

    play_until(night.tickets.values(), after=check)
    assert next(steps) > 60
    assert board_sheet(night.tickets[BO]) is not None
