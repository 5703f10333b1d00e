"""Two ways to learn cards early at a table with cards: boards out of order, and leads tried one by one (SOLO-31)."""

import json
from typing import Any
from unittest import mock

import pytest
from asgiref.sync import sync_to_async

from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry
from clubsite.nights.models import Board, TableBoard
from clubsite.nights.selectors.cardboard import in_turn
from clubsite.nights.selectors.sessions import sections_of
from clubsite.nights.services.directing import session_end
from clubsite.nights.services.rounds import round_force
from clubsite.play import relay
from clubsite.play.calls import calls_standing
from clubsite.play.models import CallReason, RevokeReason, Room, SeatTicket
from clubsite.play.seat_tickets import presence_set, ticket_release, ticket_take
from clubsite.rankings.services.publications import publish, unpublish
from clubsite.scores.models import PendingScore, RefusedLead, ScoreEntry
from movements.files import read_plan
from tests.clubsite.at_tables import look
from tests.clubsite.listeners import nobody_listens
from tests.clubsite.play.seat_socket import SeatSocket
from tests.kit.dealt import dealt
from tests.kit.people import plays_as
from tests.kit.terminal import MADE, SHARED, Seat, boards, order, play, row, say, told
from tests.kit.typed_scores import enter_score
from tests.long import sample

OF_EACH = sample(8, 39)
"""How many cards are tried against each declarer."""
ALL_CARDS = [suit + rank for suit in "SHDC" for rank in "AKQJT98765432"]


def typed(seat: Seat, number: str = "1", **more: str) -> dict[str, Any]:
    return seat.act("type", **{**MADE, "board": number, **more})


def back_again(seat: Seat) -> Seat:
    """Leave the seat and take it again. Return the seat in its new state."""
    was = SeatTicket.objects.get(pk=seat.ticket.pk)
    ticket_release(ticket=was, reason=RevokeReason.LEFT)
    ticket, token = ticket_take(device=was.device, seat=was.seat)
    return object.__new__(Seat).come(ticket, token)


def not_held(player: str, number: int = 1) -> list[str]:
    board = Board.objects.get(number=number)
    hand = {"N": dealt(board).north, "S": dealt(board).south}[player].split()
    return [card for card in ALL_CARDS if card not in hand]


@pytest.mark.parametrize("undone", ["dropped", "refused and dropped", "set aside", "still open"])
def test_a_typed_score_that_is_not_agreed_opens_no_other_boards_order(undone, bo, ann, cards, director):
    """The attack is to view board 1, type any score, view board 2, discard the score, and go on to every board."""
    assert order(bo, "1")["hands"]
    typed(bo)
    assert order(bo, "2") == order(ann, "2") == {"hands": {}, "hidden": "other_board"}
    if undone.startswith("refused"):
        ann.do("refuse", board="1", key=ann.key())
    if undone.endswith("dropped"):
        bo.do("drop", board="1", key=bo.key())
    if undone == "set aside":
        director.post(f"/director/{cards.public_id}/table/1/waiting/aside/", {"key": bo.key()})
        assert not PendingScore.objects.exists()
    for seat in (bo, ann):
        assert order(seat, "2") == {"hands": {}, "hidden": "other_board"}, undone
        assert order(back_again(seat), "2") == {"hands": {}, "hidden": "other_board"}, undone


def test_a_score_that_is_open_keeps_the_next_boards_order_also_where_no_order_was_shown(bo, ann):
    typed(bo)
    assert order(bo, "2")["hidden"] == order(ann, "2")["hidden"] == "other_board"
    bo.do("drop", board="1", key=bo.key())
    assert order(bo, "2")["hands"], "nobody has begun board 1"
    assert order(bo, "1")["hidden"] == "other_board"
    play(bo, ann, "2")
    assert order(bo, "1")["hands"] and order(ann, "1")["hands"]


def test_what_a_table_says_of_the_order_begins_a_board_too(bo):
    assert say(bo, "in_order", "2") == "done"
    assert order(bo, "1")["hidden"] == "other_board"


def test_a_device_that_tries_card_after_card_gets_three_refusals(bo, ann):
    """The attack is to lead each of the 52 cards against each declarer. A refused card is not in the leader's hand."""
    bad = {declarer: not_held(player) for declarer, player in (("S", "N"), ("N", "S"))}
    refusals = []
    for declarer in "SN":
        for card in bad[declarer][:OF_EACH]:
            answer = typed(bo, lead=card, declarer=declarer)
            assert answer["code"] == "refused"
            refusals.append(answer["problems"]["lead"])
    about_a_card = [text for text in refusals if "did not hold" in text]
    assert len(about_a_card) == 3 and about_a_card == refusals[:3]
    assert "the director is called" in refusals[2] and "Nobody remembers" in refusals[2]
    held = dealt(Board.objects.get(number=1)).north.split()[0]
    after = typed(bo, lead=held)["problems"]["lead"]
    assert {after} == set(refusals[3:]), "what a hand holds is no more told than what it does not"
    assert RefusedLead.objects.count() == 3
    room = Room.objects.get(table__number=1)
    assert [call.reason for call in calls_standing(room)] == [CallReason.LEAD]
    assert bo.see()["called"] and ann.see()["called"]


def test_both_devices_of_a_table_count_together_and_a_new_one_too(bo, ann):
    bad = not_held("N")
    assert "did not hold" in typed(bo, lead=bad[0])["problems"]["lead"]
    assert "did not hold" in typed(ann, lead=bad[1])["problems"]["lead"]
    again = back_again(bo)
    assert "director is called" in typed(again, lead=bad[2])["problems"]["lead"]
    for seat in (again, ann):
        assert "no more of them are checked" in typed(seat, lead=bad[3])["problems"]["lead"]
    assert "no more of them are checked" in typed(back_again(ann), lead=bad[3])["problems"]["lead"]


def test_a_device_that_says_it_had_no_line_has_no_more_tries(bo):
    bad = not_held("N")
    words = [typed(bo, lead=card, offline="true")["words"] for card in bad[:6]]
    assert ["not possible" in text for text in words] == [True, True, True, False, False, False]
    held = dealt(Board.objects.get(number=1)).north.split()[0]
    assert typed(bo, lead=held, offline="true")["words"] == words[-1] == "Its lead is not kept."
    assert PendingScore.objects.get().lead == ""


def test_the_score_itself_is_never_held_up_nor_is_another_board(bo, ann):
    for card in not_held("N")[:4]:
        typed(bo, lead=card)
    assert "did not hold" in typed(bo, "2", lead=not_held("N", 2)[0])["problems"]["lead"]
    assert typed(bo)["code"] == "done"
    ann.do("confirm", board="1", key=ann.key())
    assert ScoreEntry.objects.get().ns_score == 420


def test_no_lead_is_compared_with_a_board_that_the_seat_does_not_play(bo, cards, dee):
    north = dealt(Board.objects.get(number=3)).north.split()[0]
    here, bad = bo.line("1"), not_held("N", 3)[0]
    other_table = {**here, "board": "3", "table": str(row(3, 2).table_id)}
    for line in ({**here, "board": "3"}, other_table, {**bo.line("3", 2), "round": "1"}):
        answers = [bo.send("type", **{**MADE, **line, "lead": card}) for card in (north, bad)]
        assert [answer["code"] for answer in answers] == ["kept", "kept"], answers
        assert all("lead is not kept" in answer["words"] and not answer["problems"] for answer in answers)
    mine = not_held("N", 1)[0]
    back_again(bo)
    late = bo.send("type", **{**MADE, **here, "lead": mine})
    assert late["code"] == "kept" and "did not hold" not in late["words"]
    round_force(section=sections_of(cards)[0], user=dee)
    assert not RefusedLead.objects.exists()


def test_the_director_sees_the_board_and_types_its_score(bo, cards, director):
    room = f"/director/{cards.public_id}/"
    for card in not_held("N")[:3]:
        typed(bo, lead=card)
    page = director.get(room).text
    assert "Table 1: 3 impossible leads" in page
    assert "leads of a board were refused" in page and "Let them try again" in page
    director.post(f"{room}table/1/answer/")
    page = director.get(room).text
    assert "Board 1: three leads were refused" in page, "it is still to be done when the call is answered"
    assert f"/score/{row().pk}/" in page
    assert "can type no more leads" in director.get(f"{room}table/1/").text
    score = {"status": "played", "level": "4", "strain": "S", "declarer": "S", "tricks": "10", "go": "save"}
    director.post(f"{room}score/{row().pk}/", score)
    assert ScoreEntry.objects.get().ns_score == 420
    assert "three leads were refused" not in director.get(room).text


def test_the_director_lets_them_try_again(bo, cards, director):
    bad, url = not_held("N"), f"/director/{cards.public_id}/score/{row().pk}/leads/"
    for card in bad[:3]:
        typed(bo, lead=card)
    answer = director.post(url, {"back": "room"}, follow=True)
    assert "can type a lead of board 1 again" in answer.text
    assert AuditEntry.objects.get(action=AuditAction.LEADS_OPENED).about == "board 1, table 1, round 1"
    assert typed(bo, lead=dealt(Board.objects.get(number=1)).north.split()[0])["code"] == "done"
    assert "did not hold" in typed(bo, lead=bad[3])["problems"]["lead"]
    assert "already" in director.post(url, follow=True).text


def test_a_director_who_has_still_to_play_the_board_lets_nobody_try_again_solo_31(bo, cards, dee, director):
    for card in not_held("N")[:3]:
        typed(bo, lead=card)
    plays_as(cards, row().ew.number, dee)
    answer = director.post(f"/director/{cards.public_id}/score/{row().pk}/leads/", follow=True)
    assert "still to play board 1 yourself" in answer.text
    assert "no more of them" in typed(bo, lead=not_held("N")[5])["problems"]["lead"]


@pytest.fixture
def start(make_night):
    plan = read_plan(SHARED).plan
    return lambda per_round: make_night(players=4, plan=plan, boards_per_round=per_round, with_cards=True)


def test_each_table_begins_with_its_half_and_hears_when_a_board_it_waits_for_has_been_played(start, dee, on_commit):
    night = start(4)
    assert told(boards(night, 1)) == [(1, "", False), (2, "", False), (3, "2", False), (4, "2", False)]
    assert told(boards(night, 3)) == [(3, "", False), (4, "", False), (1, "1", False), (2, "1", False)]

    row = TableBoard.objects.get(table__number=2, round__number=1, board__number=3)
    before = Room.objects.get(table__number=1).rev
    with on_commit():
        enter_score(row, dee, "p")
    assert told(boards(night, 1)) == [(1, "", False), (2, "", False), (3, "2", True), (4, "2", False)]
    assert Room.objects.get(table__number=1).rev > before


def test_with_more_tables_than_boards_there_are_copies_and_nothing_is_said(start, dee, on_commit):
    night = start(1)
    assert told(boards(night, 1)) == told(boards(night, 3)) == [(1, "", False)]
    before = Room.objects.get(table__number=1).rev
    row = TableBoard.objects.get(table__number=2, round__number=1)
    with on_commit():
        enter_score(row, dee, "p")
    assert Room.objects.get(table__number=1).rev == before, "in a large field each score would ask for every table"


def test_three_tables_pass_five_boards_round():
    orders = ["".join(board for board, _ in in_turn("ABCDE", place, 3)) for place in range(3)]
    assert orders == ["ABCDE", "BCDEA", "DEABC"]
    assert [passed for _, passed in in_turn("ABCDE", 0, 3)] == [False, True, True, True, True]


BO = 1


def end(session, user):
    """Score one board and end the session as the director, without sending messages."""
    with nobody_listens():
        row = TableBoard.objects.filter(round__section__session=session).order_by("pk").first()
        assert row is not None
        enter_score(row, user, "1N S 7")
        session_end(session=session, user=user)


def test_the_seats_hear_of_it_after_the_commit_and_only_when_it_changes(night, dee, django_capture_on_commit_callbacks):
    end(night.session, dee)
    for ticket in night.tickets.values():
        presence_set(ticket.pk, relay.seat_group(ticket), True)
    with mock.patch.object(relay, "_deliver") as send:
        with django_capture_on_commit_callbacks(execute=False) as callbacks:
            publish(night.session, dee)
        send.assert_not_called()
        for tell in callbacks:
            tell()
        messages = {channel: json.loads(call.args[1]) for call in send.call_args_list for channel in call.args[0]}
    assert set(messages) == {relay.seat_group(ticket) for ticket in night.tickets.values()}
    states = {message["table"]["results"]["state"] for message in messages.values()}
    assert states == {"published"}
    row = TableBoard.objects.filter(round__section=night.section).order_by("pk").first()
    enter_score(row, dee, "2N S 8")
    before = list(Room.objects.order_by("pk").values_list("rev", flat=True))
    assert publish(night.session, dee).version == 2  # a correction: the way to the results is the same
    assert list(Room.objects.order_by("pk").values_list("rev", flat=True)) == before


@pytest.mark.django_db(transaction=True)
async def test_the_line_brings_the_way_to_the_results_and_a_ping_makes_up_for_a_lost_message(night, dee):
    def published_unheard():
        with nobody_listens():
            publish(night.session, dee)

    async def heard(state: str):
        results = {}
        while results.get("state") != state:
            results = (await socket.hear("view"))["table"]["results"]
        assert results["url"] == f"/results/{night.session.public_id}/"

    assert (await sync_to_async(look)(night.tickets[BO]))["table"]["results"] is None
    await sync_to_async(end)(night.session, dee)
    async with SeatSocket(night.tickets[BO], night.tokens[BO]) as socket:
        await heard("waiting")
        await sync_to_async(publish)(night.session, dee)
        await heard("published")
        await sync_to_async(unpublish)(night.session, dee)
        await heard("withdrawn")
        await sync_to_async(published_unheard)()
        await socket.send("ping", rev=0)
        await heard("published")


def test_a_contestant_without_a_seat_does_not_read_that_nothing_has_started(night, dee):
    end(night.session, dee)
    with mock.patch("clubsite.seats.seat_resolver.room_and_player", return_value=None):
        table = look(night.tickets[BO])["table"]
    assert (table["state"], table["results"]["state"]) == ("finished", "waiting")


def test_a_terminal_turns_into_the_way_to_the_results(pairs, dee):
    pair, session = Seat(pairs.contestants.get(number=1)), pairs.session
    end(session, dee)
    waiting = pair.see()
    assert waiting["results"]["state"] == "waiting"
    publish(session, dee)
    published = pair.see()
    assert published["rev"] != waiting["rev"]
    assert published["results"] == {"state": "published", "url": f"/results/{session.public_id}/"}
    unpublish(session, dee)
    assert pair.see()["rev"] != published["rev"] and pair.see()["results"]["state"] == "withdrawn"
