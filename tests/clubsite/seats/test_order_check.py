"""The order of both dummies is checked before a board is played and after it is put back (SOLO-4)."""

from uuid import uuid4

import pytest
from django.test import Client

from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry
from clubsite.nights.models import Board, Section, TableBoard
from clubsite.nights.selectors.sessions import sections_of
from clubsite.nights.services.rounds import round_force
from clubsite.play.seat_tickets import ticket_take
from clubsite.scores.models import OrderCheck, ScoreEntry
from tests.kit.dealt import dealt
from tests.kit.terminal import MADE, Seat, order, play, row, say
from tests.kit.typed_scores import enter_score
from tests.on_page import on_page


def audit(action: AuditAction) -> list[tuple[str, str]]:
    return [(line.actor, line.about) for line in AuditEntry.objects.filter(action=action).order_by("pk")]


def groups(number: int = 1) -> list[str]:
    """Return the groups of those scores on a board that count, in the order of the rounds."""
    rows = TableBoard.objects.filter(board__number=number, score_entries__isnull=False).distinct()
    return [row.score_entries.order_by("pk").last().group for row in rows.order_by("round__number")]


def test_solo_4_both_dummies_are_shown_in_their_order_before_and_after_and_not_between(bo, ann):
    """SOLO-30: the slips can be seen during the auction and after the board, but not during the play."""
    board = Board.objects.get(number=1)
    as_dealt = {"hands": {"E": dealt(board).east.split(), "W": dealt(board).west.split()}, "hidden": ""}
    assert order(bo) == order(ann) == order(bo) == as_dealt
    assert bo.board()["ordered"] == []
    assert say(bo, "in_order") == "done"
    assert bo.board()["ordered"] == ann.board()["ordered"] == ["before"]
    assert order(ann)["hands"] == order(bo, moment="after")["hands"] == {}
    bo.do("type", **MADE)
    assert order(bo, moment="after")["hands"] == {}, "North has not agreed to it yet"
    ann.do("confirm", board="1", key=ann.key())
    assert order(ann, moment="after") == as_dealt
    assert say(ann, "in_order", moment="after") == "done"
    assert audit(AuditAction.ORDER_IN_ORDER) == [(who, "board 1, table 1, round 1") for who in ("Bo", "Ann")]


def test_solo_4_no_order_is_shown_of_a_board_that_the_table_has_not_come_to(bo, ann):
    assert order(bo, "3")["hands"] == {}
    stranger = {**bo.line("1"), "board": "3", "table": str(row(3, 2).table_id), "round": "1"}
    assert order(bo, **stranger)["hands"] == {}
    assert order(bo, "3", round="2")["hands"] == {}
    assert order(bo)["hands"]
    assert order(bo, "2") == order(ann, "2") == {"hands": {}, "hidden": "other_board"}
    say(bo, "in_order")
    assert order(ann, "2")["hidden"] == "other_board"
    play(bo, ann)
    assert order(ann, "2")["hands"]
    state = str(bo.see())
    assert not any(card in state for card in dealt(Board.objects.get(number=1)).east.split())


def test_solo_4_the_order_is_for_the_two_at_the_table_only(bo, cards):
    flo = Seat(sections_of(cards)[0].contestants.get(number=2))
    data = {**bo.line("1"), "moment": "before"}
    assert flo.client.post(f"{flo.url}order/", data).json()["hands"] == {}
    assert Client().post(f"{bo.url}order/", data).status_code == 404
    assert not OrderCheck.objects.exists()


def test_solo_4_the_next_players_at_a_tables_own_device_see_no_order_of_the_last_round(bo, ann, cards, dee):
    play(bo, ann)
    data = {**bo.line("1"), "moment": "after"}
    ticket, token = ticket_take(device=bo.ticket.device, seat=row().table.seat)
    round_force(section=sections_of(cards)[0], user=dee)
    tablet = object.__new__(Seat).come(ticket, token)
    assert tablet.client.post(f"{tablet.url}order/", data).json()["hands"] == {}
    assert bo.client.post(f"{bo.url}order/", data).json()["hands"]


def test_solo_5c_not_in_order_and_put_right_is_never_without_a_trace(bo, cards, director):
    assert say(bo, "put_right") == "done"
    assert audit(AuditAction.ORDER_PUT_RIGHT) == [("Bo", "board 1, table 1, round 1")]
    page = on_page(director.get(f"/director/{cards.public_id}/table/1/").text)
    assert "dummies of board 1 were not in order" in page and "put them right" in page
    assert not ScoreEntry.objects.exists()


def test_solo_5c_a_fouled_board_is_compared_apart_until_a_director_undoes_it(bo, ann, cards, dee, director):
    """Board 1 is in order in round 1, out of order at another table in round 2, and still out of order in round 3."""
    section = sections_of(cards)[0]
    play(bo, ann)
    for number in (1, 2):
        round_force(section=Section.objects.get(pk=section.pk), user=dee)
        at = TableBoard.objects.get(board__number=1, round__number=number + 1)
        if number == 1:
            south = Seat(at.ns)
            assert south.act("order", board="1", answer="fouled", moment="before")["code"] == "done"
            assert order(south)["hands"] == {}
        enter_score(at, dee, "1N S 7")
    third = Seat(at.ns)
    assert order(third, moment="after") == {"hands": {}, "hidden": "fouled"}
    assert groups() == ["", "A", "A"]
    room = director.get(f"/director/{cards.public_id}/").text
    assert "Board 1 is fouled from here on" in room and "Not fouled" in room
    check = OrderCheck.objects.get(answer="fouled")
    url = f"/director/{cards.public_id}/order-check/fouled/"
    director.post(f"{url}leave/", {"check": check.pk})
    assert "fouled from here on" not in director.get(f"/director/{cards.public_id}/").text
    assert groups() == ["", "A", "A"]
    director.post(f"{url}undo/", {"check": check.pk, "table": str(check.table_board.table.label)})
    assert groups() == ["", "", ""]
    assert order(third, moment="after")["hands"]
    again = director.post(f"{url}undo/", {"check": check.pk}, follow=True)
    assert "not fouled any more" in again.text
    actions = (AuditAction.BOARD_FOULED, AuditAction.BOARD_FOULED_SEEN, AuditAction.BOARD_FOULED_UNDONE)
    assert [len(audit(action)) for action in actions] == [1, 1, 1]


def test_solo_5c_found_fouled_after_the_play_the_score_that_is_in_goes_into_its_group(bo, ann):
    play(bo, ann)
    assert say(ann, "fouled", moment="after") == "done"
    assert groups() == ["A"]
    entry = ScoreEntry.objects.order_by("pk").last()
    assert entry is not None and (entry.source, entry.ns_score) == ("typed", 420)
    assert "not in order at table 1" in entry.why_words


def in_three_rounds(cards, dee, answer: str) -> tuple[list[str], Seat]:
    """Play board 1 in three rounds, giving `answer` after the second play. Return the groups and South's seat there."""
    section = sections_of(cards)[0]
    for number in (1, 2, 3):
        at = TableBoard.objects.get(board__number=1, round__number=number)
        enter_score(at, dee, "1N S 7")
        if number == 2:
            south = Seat(at.ns)
            assert south.act("order", board="1", answer=answer, moment="after")["code"] == "done"
        if number < 3:
            round_force(section=Section.objects.get(pk=section.pk), user=dee)
    return groups(), south


@pytest.mark.parametrize(
    ("answer", "letters"),
    [
        ("fouled", ["", "A", "A"]),
        ("fouled_next", ["", "", "A"]),
        ("fouled_own", ["", "A", ""]),
        ("put_right", ["", "", ""]),
    ],
)
def test_solo_5c_found_after_the_play_the_right_tables_are_compared_apart(answer, letters, cards, dee):
    """If the order was lost only after the play, the table's own score stands. If it was wrong before, it does not."""
    assert in_three_rounds(cards, dee, answer)[0] == letters


def test_solo_5c_the_next_table_is_shown_the_order_only_where_the_last_put_it_right(bo, ann, cards, dee):
    play(bo, ann)
    assert say(bo, "fouled_own", moment="after") == "done"
    line = {**bo.line("1"), "moment": "after"}
    round_force(section=sections_of(cards)[0], user=dee)
    south = Seat(TableBoard.objects.get(board__number=1, round__number=2).ns)
    assert order(south)["hands"]
    assert bo.send("order", **line, answer="fouled_next")["code"] == "done"
    assert order(south) == {"hands": {}, "hidden": "fouled"}


def test_solo_5c_a_director_says_when_it_happened_and_takes_it_back(cards, dee, director):
    letters, _ = in_three_rounds(cards, dee, "fouled")
    url, room = f"/director/{cards.public_id}/order-check/fouled/", f"/director/{cards.public_id}/"
    assert "It happened after their play" in director.get(room).text
    check = OrderCheck.objects.get(answer="fouled")
    answer = director.post(f"{url}now/", {"check": check.pk}, follow=True)
    assert "Their own score stands" in answer.text
    assert groups() == ["", "", "A"]
    assert "fouled from" not in director.get(room).text, "it is decided"
    label = check.table_board.table.label
    page = director.get(f"{room}table/{label}/").text
    assert "Fouled from the next table on" in page and "Fouled from this table on" not in page
    newest = OrderCheck.objects.get(answer="fouled_next")
    director.post(f"{url}played/", {"check": newest.pk})
    assert groups() == letters
    director.post(f"{url}undo/", {"check": OrderCheck.objects.latest("pk").pk, "table": label})
    assert groups() == ["", "", ""], "an older answer does not come back"
    assert len(audit(AuditAction.BOARD_FOULED_NEXT)) == 1 and len(audit(AuditAction.BOARD_FOULED)) == 2


def test_solo_5c_a_table_that_corrects_itself_is_compared_as_it_said_last(cards, dee):
    _, south = in_three_rounds(cards, dee, "fouled")
    again = {**south.line("1", 2), "moment": "after", "offline": "true"}
    for answer, letters in (("fouled_next", ["", "", "A"]), ("fouled_own", ["", "A", ""])):
        assert south.send("order", **again, answer=answer)["code"] == "done"
        assert groups() == letters


def test_solo_5c_before_the_play_no_table_says_that_it_happened_after_it_nor_what_is_no_answer(bo):
    for answer in ("fouled_next", "fouled_own"):
        reply = bo.act("order", board="1", answer=answer, moment="before")
        assert reply["code"] == "refused" and "fouled from this table on" in reply["words"]
    for answer, moment in (("shown", "before"), ("", "before"), ("in_order", "later")):
        assert say(bo, answer, moment=moment) == "refused"
    assert not OrderCheck.objects.exists()


def test_solo_4_what_is_said_without_a_line_counts_once_and_also_when_the_round_is_over(bo, ann, cards, dee):
    data = {**bo.line("1"), "moment": "before", "answer": "fouled", "offline": "true"}
    round_force(section=sections_of(cards)[0], user=dee)
    client_id = uuid4().hex
    codes = [bo.send("order", **data, id=client_id)["code"] for _ in range(2)]
    assert codes == ["done", "done"]
    assert ann.send("order", **data)["code"] == "same"
    assert OrderCheck.objects.filter(answer="fouled").count() == 1
    assert len(audit(AuditAction.BOARD_FOULED)) == 1


def test_the_director_switches_the_check_off_and_on_for_the_night(bo, cards, director):
    assert bo.see()["order_check"] is True
    room = f"/director/{cards.public_id}/"
    assert "Leave out the order check" in director.get(room).text
    director.post(f"{room}act/leave-orders/")
    assert bo.see()["order_check"] is False and order(bo)["hands"] == {}
    assert "Check the dummies’ order" in director.get(room).text
    director.post(f"{room}act/check-orders/")
    assert bo.see()["order_check"] is True and order(bo)["hands"]
    switched = (AuditAction.ORDER_CHECK_SWITCHED_OFF, AuditAction.ORDER_CHECK_SWITCHED_ON)
    assert [len(audit(action)) for action in switched] == [1, 1]


def test_solo_4_two_who_say_different_things_are_both_kept_and_one_who_says_many_has_one_group_solo_5c(bo, ann):
    assert (say(bo, "in_order"), say(ann, "put_right")) == ("done", "done")
    assert list(OrderCheck.objects.values_list("answer", "side")) == [("in_order", "NS"), ("put_right", "EW")]
    for _ in range(12):
        assert say(bo, "fouled") == "done"
        assert say(bo, "in_order") == "done"
    fouled = OrderCheck.objects.filter(answer="fouled")
    assert fouled.count() == 12 and len(set(fouled.values_list("group", flat=True))) == 1
