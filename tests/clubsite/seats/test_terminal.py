"""A table with cards: one side types the score and the other side confirms it before it counts."""

import pytest

from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry, Person
from clubsite.clubs.services import person_change
from clubsite.core.refused import Refused
from clubsite.director.monitor.views import AuditLine
from clubsite.nights.models import AuditedBoard, Seating, Section, TableBoard, WrongBoard
from clubsite.nights.selectors.repairs import SwapOrder, TurnOrder
from clubsite.nights.selectors.sessions import sections_of
from clubsite.nights.services.directing import session_end, session_pause, session_resume
from clubsite.nights.services.player_assignment import name_mend
from clubsite.nights.services.repairs import repair_undo
from clubsite.nights.services.rounds import round_force, session_start
from clubsite.nights.services.tables import wrong_board_set_aside
from clubsite.play.calls import calls_standing
from clubsite.play.models import CallReason, RevokeReason
from clubsite.play.seat_tickets import presence_set, ticket_release
from clubsite.rankings.services.publications import publish, unpublish
from clubsite.scores.models import PendingScore, ScoreEntry
from clubsite.scores.selectors.entries import score_told
from clubsite.scores.services.checks import order_check_set
from clubsite.scores.services.entries import score_found_right
from clubsite.scores.services.pending_scores import pending_score_type
from clubsite.scores.services.tables import table_play
from tests.kit import repairs
from tests.kit.dealt import dealt
from tests.kit.terminal import MADE, Seat, changes, row, say, table, tablet_at
from tests.kit.typed_scores import enter_score, result


def test_a_score_counts_when_the_other_side_has_confirmed_it_and_not_before(bo, ann):
    assert bo.act("type", **MADE)["code"] == "done"
    assert not ScoreEntry.objects.exists()
    assert ann.is_asked_to_confirm() and not bo.is_asked_to_confirm()
    key = ann.key()
    for more in ({}, {"hand": "1"}):  # Ann has a device of her own, so nobody answers for her on Bo's
        assert "The other side confirms it" in bo.do("confirm", board="1", key=key, **more)
    assert not ScoreEntry.objects.exists()
    for _ in range(2):
        ann.do("confirm", board="1", key=key)
    entry = ScoreEntry.objects.get()
    assert (entry.source, entry.contract, entry.declarer) == ("typed", "4S", "S")
    assert (entry.tricks, entry.ns_score, entry.table_board.state) == (10, 420, "finished")
    assert not PendingScore.objects.exists()
    assert bo.board(1)["done"] and bo.board(1)["entry"]["ns_score"] == 420


@pytest.mark.parametrize("how", ["no device", "a device that is gone", "no line"])
def test_it_is_handed_over_where_the_other_side_cannot_answer_on_their_own(how, bo, cards):
    if how != "no device":
        Seat(sections_of(cards)[0].contestants.get(number=4), connected=how == "no line")
    bo.do("type", **MADE)
    bo.do("confirm", board="1", key=bo.key(), hand="1", **({"offline": "true"} if how == "no line" else {}))
    assert ScoreEntry.objects.get().ns_score == 420


def test_a_refused_score_is_typed_again_or_the_director_called(bo, ann, cards):
    bo.do("type", **MADE)
    first = bo.key()
    ann.do("refuse", board="1", key=first)
    assert bo.board()["pending"]["disputed"]
    bo.call()
    seating = Seating.objects.get(round__number=1, table__number=1)
    seating.table.room.refresh_from_db()
    (call,) = calls_standing(seating.table.room)
    assert (call.reason, call.player, call.by) == (CallReason.SCORE, "S", seating.ns_id)
    bo.do("type", **{**MADE, "tricks": "9"})
    assert "typed again since it was shown" in ann.do("confirm", board="1", key=first)
    ann.do("confirm", board="1", key=ann.key())
    assert ScoreEntry.objects.get().ns_score == -50


def test_the_directors_score_is_not_overtaken_by_an_older_slip(bo, ann, dee):
    bo.do("type", **MADE)
    row, key = PendingScore.objects.get().table_board, ann.key()
    enter_score(row, dee, "3S N 9")
    assert "The score of board 1 is in already" in ann.do("confirm", board="1", key=key)
    assert ScoreEntry.objects.count() == 1


@pytest.mark.parametrize(
    ("changed", "field", "sentence"),
    [
        ({"declarer": "E"}, "declarer", "East and West are the dummies"),
        ({"lead": "H2"}, "lead", "did not hold that card"),
    ],
)
def test_what_cannot_be_is_said_at_its_question(changed, field, sentence, bo):
    board = TableBoard.objects.filter(board__number=1).first().board
    if "lead" in changed:
        changed = {"lead": next(card for card in dealt(board).south.split())}  # South declares, so North leads
    answer = bo.act("type", **{**MADE, **changed})
    assert answer["code"] == "refused" and sentence in answer["problems"][field]
    assert not PendingScore.objects.exists()


def lead_of(seat: Seat, card: str) -> str:
    """Return the message about a score sent with this lead against South, or "" if the lead is accepted."""
    return str(seat.act("type", **{**MADE, "lead": card})["problems"].get("lead", ""))


def test_a_refused_lead_is_in_the_audit_log_without_its_card_and_holds_no_score_up_without_a_line(bo):
    board = TableBoard.objects.filter(board__number=1).first().board
    south, north = dealt(board).south.split()[0], dealt(board).north.split()[0]
    assert lead_of(bo, north) == ""
    assert not AuditEntry.objects.filter(action=AuditAction.LEAD_REFUSED).exists()
    assert "North did not hold that card" in lead_of(bo, south)
    line = AuditEntry.objects.get(action=AuditAction.LEAD_REFUSED)
    assert (line.actor, line.about) == ("Bo", "board 1, table 1, round 1")
    assert AuditLine(line, covered=False).typed == "4S by S, 10 tricks, +420, with a lead against South"
    assert south not in str(line.detail)
    assert AuditedBoard.objects.get(entry=line).board == board, "covered for a director who owes the board"
    sentence = bo.do("type", **{**MADE, "lead": south}, offline="true")
    assert "kept without it" in sentence
    assert (PendingScore.objects.get().ns_score, PendingScore.objects.get().lead) == (420, "")


def test_a_board_that_the_table_does_not_play_is_kept_and_the_director_called(bo):
    answer = bo.act("type", **{**MADE, "board": "6"})
    assert answer["code"] == "kept" and "kept for the director" in answer["words"]
    assert not PendingScore.objects.exists()
    line = AuditEntry.objects.get(action=AuditAction.PENDING_SCORE_TOO_LATE)
    assert (line.actor, score_told(line.detail["typed"], with_lead=True)) == ("Bo", "4S by S, 10 tricks, +420")
    assert bo.see()["called"]


@pytest.mark.parametrize("key", ["", "\0", "x" * 500])
def test_a_key_that_is_none_confirms_nothing(bo, ann, key):
    bo.do("type", **MADE)
    for act in ("confirm", "refuse", "drop"):
        ann.do(act, board="1", key=key)
    assert PendingScore.objects.filter(disputed=False).count() == 1
    assert not ScoreEntry.objects.exists()


def test_the_last_board_closes_the_round_and_says_where_to_go(bo, ann, on_commit):
    for board in ("1", "2"):
        bo.do("type", **{**MADE, "board": board})
        with on_commit():
            ann.do("confirm", board=board, key=ann.key())
    assert bo.see()["next"] == "Next: table 1, sit South."
    assert ann.see()["next"] == "Next: table 2, sit North."
    assert Seating.objects.get(round__number=1, table__number=1).done


def test_nothing_is_typed_while_paused_or_for_a_round_that_is_over(bo, ann, cards, dee):
    bo.do("type", **MADE)
    key = bo.key()
    session_pause(session=cards, user=dee)
    assert bo.see()["state"] == "paused"
    assert "not in play" in ann.do("confirm", board="1", key=key)

    session_resume(session=cards, user=dee)
    round_force(section=sections_of(cards)[0], user=dee)
    ann.do("confirm", board="1", key=key)
    assert not ScoreEntry.objects.filter(source="typed").exists()


def test_four_handed_any_of_four_declares_and_the_lead_comes_from_declarers_left_law_41a(pairs):
    ns = Seat(pairs.contestants.get(number=1))
    board = TableBoard.objects.filter(round__section=pairs, board__number=1).first().board
    west, north = dealt(board).west.split()[0], dealt(board).north.split()[0]
    assert lead_of(ns, west) == ""
    fault = lead_of(ns, north)
    assert "The lead is made by West" in fault and "West did not hold that card" in fault
    ew = Seat(pairs.contestants.get(number=3))
    assert ns.see()["pairs"] and ns.seating()["ns"]["name"] == "B1x & B1y"
    ns.do("type", **{**MADE, "level": "3", "strain": "N", "declarer": "W", "tricks": "9"})
    ew.do("confirm", board="1", key=ew.key())
    entry = ScoreEntry.objects.get()
    assert (entry.declarer, entry.ns_score) == ("W", -400)


def test_a_board_on_screens_is_not_typed_at_a_terminal(night):
    row = TableBoard.objects.filter(live=True).first()
    with pytest.raises(Refused, match="played on the site"):
        pending_score_type(table_board=row, result=result(row, "4S S 10"), side="NS", ticket=None)


def test_before_the_start_and_after_the_end_the_page_says_so(make_night, dee):
    night = make_night(start=False, with_cards=True)
    seat = Seat.__new__(Seat).come(night.tickets[1], night.tokens[1])
    assert seat.client.get(f"/seat/{seat.ticket.public_id}/").url == seat.url
    assert seat.see()["state"] == "not_started"
    assert "not played at this table" in seat.do("type", **MADE)
    session_start(session=night.session, user=dee)
    assert seat.see()["state"] == "playing"
    session_end(session=night.session, user=dee)
    assert seat.see()["state"] == "finished"


def test_who_sits_out_reads_so_and_where_they_go_next(make_night):
    night = make_night(players=5, with_cards=True)
    out = Seating.objects.get(round__number=1, board_group=0)
    number = (out.ns or out.ew).number
    seat = Seat.__new__(Seat).come(night.tickets[number], night.tokens[number])
    assert seat.see()["state"] == "sit_out" and seat.see()["next"].startswith("Next: table")


@pytest.fixture
def seats(cards):
    """Seats: Bo 1, Flo 2, Gus 3 South; Ann 4, Hal 5, Ivy 6 North. In round 1, 1 and 4 are at table 1, 2 and 5 at 2."""
    return {entry.number: Seat(entry) for entry in sections_of(cards)[0].contestants.all()}


@pytest.fixture
def mend(cards, dee):
    return lambda order: repairs.mend(sections_of(cards)[0], order, dee)


SWAP_ANN_AND_HAL = SwapOrder(4, 5, 1)


def test_players_read_why_they_are_asked_again_until_it_is_typed_and_it_goes_with_the_change(seats, mend, dee):
    seats[1].do("type", **MADE)
    section = mend(SWAP_ANN_AND_HAL)
    assert seats[1].see()["asked_again"] == seats[5].see()["asked_again"] == [1]
    assert not seats[4].see()["asked_again"], "at table 2 nothing had been typed"
    assert not ScoreEntry.objects.exists()
    seats[5].do("type", **MADE)
    key = PendingScore.objects.get(table_board__ew__number=5).key
    assert not seats[1].see()["asked_again"]
    seats[1].do("confirm", board="1", key=key)
    assert not seats[1].see()["asked_again"]
    assert ScoreEntry.objects.get().table_board.ew.number == 5
    repair_undo(section=section, user=dee)
    assert not seats[4].is_asked_to_confirm() and not seats[4].see()["asked_again"]


def test_two_who_sat_the_wrong_way_keep_what_was_typed(seats, mend):
    seats[1].do("type", **MADE)
    key = PendingScore.objects.get().key
    mend(TurnOrder(1, 1))
    assert seats[4].is_asked_to_confirm()
    assert not seats[4].see()["asked_again"] and not seats[1].see()["asked_again"]
    assert not seats[1].is_asked_to_confirm()
    seats[4].do("confirm", board="1", key=key)
    entry = ScoreEntry.objects.get()
    assert (entry.table_board.ns.number, entry.table_board.ew.number, entry.ns_score) == (4, 1, 420)


def test_a_change_taken_back_brings_the_typed_score_back(seats, mend, dee):
    seats[1].do("type", **MADE)
    key = PendingScore.objects.get().key
    section = mend(SWAP_ANN_AND_HAL)
    repair_undo(section=section, user=dee)
    assert seats[4].is_asked_to_confirm()
    seats[4].do("confirm", board="1", key=key)
    row = TableBoard.objects.exclude(state="void").get(table__number=1, board__number=1)
    assert row.score_entries.get().ns_score == 420


def test_the_version_changes_with_scores_and_calls(bo, ann, dee):
    changes(ann, lambda: bo.do("type", **MADE))
    changes(bo, lambda: ann.do("refuse", key=ann.key()))
    changes(bo, ann.call)
    changes(ann, lambda: bo.do("drop", key=bo.key()))
    bo.do("type", **MADE)
    changes(bo, lambda: ann.do("confirm", key=ann.key()))
    changes(bo, lambda: enter_score(row(), dee, "3N S 9"))
    last = ScoreEntry.objects.order_by("pk").last()
    changes(ann, lambda: score_found_right(table_board=row(), seen=last.pk, user=dee))


def test_the_version_changes_with_a_wrong_board_the_order_check_and_the_night(bo, cards, dee):
    changes(bo, lambda: bo.act("board", played="3"))
    changes(bo, lambda: wrong_board_set_aside(table_board=WrongBoard.objects.get().table_board, user=dee))
    changes(bo, lambda: order_check_set(session=cards, on=False, user=dee))
    order_check_set(session=cards, on=True, user=dee)
    changes(bo, lambda: say(bo, "in_order"))
    changes(bo, lambda: session_pause(session=cards, user=dee))
    changes(bo, lambda: session_resume(session=cards, user=dee))
    changes(bo, lambda: round_force(section=Section.objects.get(pk=sections_of(cards)[0].pk), user=dee))
    enter_score(row(3), dee, "1N S 7")
    changes(bo, lambda: session_end(session=cards, user=dee))
    changes(bo, lambda: publish(cards, dee))
    changes(bo, lambda: unpublish(cards, dee))


def test_the_version_changes_with_who_sits_where_and_what_they_are_called(bo, ann, cards, dee):
    changes(bo, lambda: presence_set(ann.ticket.pk, "a page", False))
    changes(bo, lambda: presence_set(ann.ticket.pk, "a page", True))
    changes(bo, lambda: name_mend(session=cards, label="1", player="N", name="Anne", user=dee))
    other = Person.objects.get(name="Hal")
    changes(bo, lambda: person_change(person=other, name="Hallam", number="", member=True, user=dee))
    changes(ann, lambda: table_play(table=table(cards, 2), live=True, user=dee))
    tablet = tablet_at(cards)
    changes(tablet, lambda: table_play(table=table(cards), live=True, user=dee))
    changes(tablet, lambda: ticket_release(ticket=ann.ticket, reason=RevokeReason.FREED))
