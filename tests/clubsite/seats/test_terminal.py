"""A table with cards: one side types the score and the other side confirms it before it counts."""

import pytest
from django.test import Client

from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry
from clubsite.director.monitor.views import AuditLine
from clubsite.nights.models import AuditedBoard, Seating, TableBoard
from clubsite.nights.selectors.sessions import sections_of
from clubsite.nights.services.directing import session_end, session_pause, session_resume
from clubsite.nights.services.rounds import round_force, session_start
from clubsite.play.calls import calls_standing
from clubsite.play.models import CallReason
from clubsite.play.seat_tickets import TICKET_COOKIE
from clubsite.scores.models import PendingScore, ScoreEntry
from clubsite.scores.selectors.entries import score_told
from tests.kit.dealt import dealt
from tests.kit.terminal import MADE, Seat
from tests.kit.typed_scores import enter_score, result


def test_a_score_counts_when_the_other_side_has_confirmed_it_and_not_before(bo, ann):
    assert bo.act("type", **MADE)["code"] == "done"
    assert not ScoreEntry.objects.exists()
    assert ann.is_asked_to_confirm() and not bo.is_asked_to_confirm()
    key = ann.key()
    for _ in range(2):
        ann.do("confirm", board="1", key=key)
    entry = ScoreEntry.objects.get()
    assert (entry.source, entry.contract, entry.declarer) == ("typed", "4S", "S")
    assert (entry.tricks, entry.ns_score, entry.table_board.state) == (10, 420, "finished")
    assert not PendingScore.objects.exists()
    assert bo.board(1)["done"] and bo.board(1)["entry"]["ns_score"] == 420


def test_whoever_typed_it_cannot_confirm_it(bo, ann):
    bo.do("type", **MADE)
    assert "The other side confirms it" in bo.do("confirm", board="1", key=bo.key())
    assert "The other side confirms it" in bo.do("confirm", board="1", key=bo.key(), hand="1"), (
        "Ann has a device of her own, so nobody answers for her on Bo's"
    )
    assert not ScoreEntry.objects.exists()


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


def test_a_refused_lead_is_in_the_audit_log_without_its_card(bo):
    """A refusal reveals that a hand does not hold a card, so the log shows anybody who tries one card after another."""
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


def test_a_lead_that_nobody_could_look_at_holds_no_score_up(bo):
    board = TableBoard.objects.filter(board__number=1).first().board
    said = bo.do("type", **{**MADE, "lead": dealt(board).south.split()[0]}, offline="true")
    assert "kept without it" in said
    assert (PendingScore.objects.get().ns_score, PendingScore.objects.get().lead) == (420, "")
    assert AuditEntry.objects.filter(action=AuditAction.LEAD_REFUSED).count() == 1


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


def test_a_stranger_finds_no_terminal(bo, ann):
    stranger = Client()
    stranger.cookies[TICKET_COOKIE] = ann.client.cookies[TICKET_COOKIE].value
    for client in (Client(), stranger):
        for path in ("", "state/"):
            assert client.get(bo.url + path).status_code == 404
        for path in ("send/type/", "send/confirm/", "call/"):
            assert client.post(bo.url + path, {"id": "a1", **MADE}).status_code == 404


def test_at_a_four_handed_table_any_of_four_declares_for_their_side(pairs):
    ns, ew = Seat(pairs.contestants.get(number=1)), Seat(pairs.contestants.get(number=3))
    assert ns.see()["pairs"] and ns.seating()["ns"]["name"] == "B1x & B1y"
    ns.do("type", **{**MADE, "level": "3", "strain": "N", "declarer": "W", "tricks": "9"})
    ew.do("confirm", board="1", key=ew.key())
    entry = ScoreEntry.objects.get()
    assert (entry.declarer, entry.ns_score) == ("W", -400)


def test_four_handed_the_lead_comes_from_declarers_left_law_41a(pairs):
    ns = Seat(pairs.contestants.get(number=1))
    board = TableBoard.objects.filter(round__section=pairs, board__number=1).first().board
    west, north = dealt(board).west.split()[0], dealt(board).north.split()[0]
    assert lead_of(ns, west) == ""
    fault = lead_of(ns, north)
    assert "The lead is made by West" in fault and "West did not hold that card" in fault


def test_a_board_on_screens_is_not_typed_at_a_terminal(night):
    from clubsite.core.refused import Refused
    from clubsite.scores.services.pending_scores import pending_score_type

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


def test_who_sits_out_is_told_so_and_where_they_go_next(make_night):
    night = make_night(players=5, with_cards=True)
    out = Seating.objects.get(round__number=1, board_group=0)
    number = (out.ns or out.ew).number
    seat = Seat.__new__(Seat).come(night.tickets[number], night.tokens[number])
    assert seat.see()["state"] == "sit_out" and seat.see()["next"].startswith("Next: table")
