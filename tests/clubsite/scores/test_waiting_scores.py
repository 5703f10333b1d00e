"""A score typed by one side without the other's agreement: the director sees the score, and it is never lost."""

from uuid import uuid4

import pytest
from django.test import Client

from clubsite.clubs.audit_actions import AuditAction, audit_why
from clubsite.clubs.models import AuditEntry
from clubsite.nights.models import Section, TableBoard
from clubsite.nights.selectors.sessions import sections_of
from clubsite.nights.services.directing import session_end
from clubsite.nights.services.rounds import round_force
from clubsite.scores.models import PendingScore, ScoreEntry
from clubsite.scores.selectors.entries import score_told
from tests.kit.dealt import dealt
from tests.kit.pages import words
from tests.kit.people import plays_as
from tests.kit.terminal import MADE, Seat

SAID = "4S by S, 10 tricks, +420"


@pytest.fixture
def at(cards):
    return f"/director/{cards.public_id}/"


def deeds(action: AuditAction) -> list[tuple[str, str]]:
    lines = AuditEntry.objects.filter(action=action)
    return [(line.actor, score_told(line.detail["typed"], with_lead=True)) for line in lines]


def section(session) -> Section:
    return sections_of(session)[0]


def counts(number: int = 1) -> ScoreEntry:
    return ScoreEntry.objects.filter(table_board__board__number=number, table_board__table__number=1).latest("pk")


def test_the_director_sees_it_in_the_room_at_the_table_and_before_moving_on(bo, director, at):
    bo.do("type", **MADE)
    assert "= by South waits for the opponents" in words(director.get(f"{at}overview/"))
    for path in ("table/1/", "sure/force/", "sure/end/"):
        shown = words(director.get(at + path))
        assert "by South, 10 tricks" in shown and "Bo typed it. Ann has not answered." in shown, path


def test_moved_on_with_it_ticked_it_counts_and_the_round_goes_on(bo, director, at, cards, on_commit):
    bo.do("type", **MADE)
    with on_commit():
        director.post(f"{at}act/force/", {"round": "1", "count": bo.key()})
    assert section(cards).round_number == 2
    entry = counts()
    assert (entry.status, entry.ns_score, entry.by_user.username) == ("played", 420, "dee")
    line = AuditEntry.objects.get(action=AuditAction.SCORE_ENTERED)
    assert (line.actor, audit_why(line.detail)) == ("dee", "as Bo typed it")
    assert not PendingScore.objects.exists() and counts(2).status == "not_played"


@pytest.mark.django_db(transaction=True)
def test_where_what_is_ticked_ends_the_round_by_itself_only_one_round_is_moved_on(bo, director, at, cards):
    for row in TableBoard.objects.exclude(table__number=1, board__number=1).select_related("table"):
        director.post(f"/director/{cards.public_id}/score/{row.pk}/", {"status": "passed_out", "go": "save"})
    assert section(cards).round_number == 1
    bo.do("type", **MADE)
    director.post(f"{at}act/force/", {"round": "1", "count": bo.key()})
    assert section(cards).round_number == 2 and counts().ns_score == 420


@pytest.mark.parametrize("end", [False, True])
def test_moved_on_without_it_the_audit_log_has_it_and_one_key_makes_it_count(end, bo, director, at, cards):
    bo.do("type", **{**MADE, "lead": dealt(TableBoard.objects.get(board__number=1, table__number=1).board).north[:2]})
    lead = PendingScore.objects.get().lead
    director.post(f"{at}act/{'end' if end else 'force'}/", {} if end else {"round": "1"})
    assert counts().status == "not_played"
    assert deeds(AuditAction.PENDING_SCORE_NOT_AGREED) == [("Bo", f"4S by S, 10 tricks, lead {lead}, +420")]
    log = words(director.get(f"{at}audit-log/"))
    assert "Bo typed at " in log and f"4S by S, 10 tricks, lead {lead}" in log
    assert "waits for the opponents" in words(director.get(f"{at}overview/"))
    director.post(f"{at}table/1/waiting/count/", {"key": PendingScore.objects.get().key})
    assert (counts().ns_score, counts().lead) == (420, lead)


def test_a_refused_score_stays_in_the_audit_log_with_what_it_said(bo, ann, director, at):
    bo.do("type", **MADE)
    ann.do("refuse", board="1", key=bo.key())
    assert deeds(AuditAction.PENDING_SCORE_REFUSED) == [("Ann", SAID)]
    assert "Ann did not agree" in words(director.get(f"{at}table/1/"))
    bo.do("type", **{**MADE, "tricks": "9"})
    assert deeds(AuditAction.PENDING_SCORE_REPLACED) == [("Bo", SAID)]
    bo.do("drop", board="1", key=bo.key())
    assert deeds(AuditAction.PENDING_SCORE_TAKEN_BACK) == [("Bo", "4S by S, 9 tricks, -50")]
    log = words(director.get(f"{at}audit-log/"))
    assert "Refused a typed score" in log and SAID in log


def test_set_aside_or_under_a_directors_own_score_it_stays_in_the_audit_log(bo, director, at):
    bo.do("type", **MADE)
    key = bo.key()
    director.post(f"{at}table/1/waiting/aside/", {"key": key})
    assert deeds(AuditAction.PENDING_SCORE_SET_ASIDE) == [("dee", SAID)] and not ScoreEntry.objects.exists()
    again = director.post(f"{at}table/1/waiting/count/", {"key": key}, follow=True)
    assert "is no longer waiting" in words(again) and not ScoreEntry.objects.exists()
    bo.do("type", **MADE)
    row = PendingScore.objects.get().table_board
    director.post(f"{at}score/{row.pk}/", {"status": "passed_out", "go": "save"})
    assert deeds(AuditAction.PENDING_SCORE_OVERTAKEN) == [("dee", SAID)] and not PendingScore.objects.exists()


@pytest.mark.parametrize("key", ["", "\0", "x" * 500, "../1"])
def test_nonsense_counts_nothing(key, bo, director, at):
    bo.do("type", **MADE)
    assert director.post(f"{at}table/1/waiting/count/", {"key": key}).status_code == 302
    assert director.post(f"{at}table/1/waiting/eat/", {"key": bo.key()}).status_code == 404
    director.post(f"{at}act/force/", {"round": "1", "count": key})
    assert counts().status == "not_played" and PendingScore.objects.count() == 1


def test_a_director_who_owes_the_board_sees_that_it_waits_not_what_it_says_solo_31(bo, ann, director, at, cards, dee):
    plays_as(cards, 6, dee)  # Ivy, at table 3
    bo.do("type", **MADE)
    assert "Board 1: a score waits for the opponents" in words(director.get(f"{at}overview/"))
    for path in ("table/1/", "sure/force/", "sure/end/"):
        shown = words(director.get(at + path))
        assert "You have still to play board 1 yourself" in shown and "Bo typed it." in shown, path
        assert "10 tricks" not in shown and "+420" not in shown, path
    ann.do("refuse", board="1", key=bo.key())
    assert SAID not in words(director.get(f"{at}audit-log/"))
    refused = director.post(f"{at}act/force/", {"round": "1", "count": bo.key()}, follow=True)
    assert "another director can decide" in words(refused) and section(cards).round_number == 1
    bo.do("type", **MADE)
    director.post(f"{at}act/force/", {"round": "1", "count": bo.key()})
    assert counts().ns_score == 420, "unseen, what nobody refused can count: no score is lost"


@pytest.mark.parametrize("end", [False, True])
def test_typed_while_the_round_moved_on_it_is_sent_to_the_director(end, bo, director, at, cards, dee):
    line = bo.line("1")
    if end:
        session_end(session=cards, user=dee)
    else:
        round_force(section=section(cards), user=dee)
    assert "is kept: the director sees it" in bo.do("type", **MADE, **line_without_board(line))
    assert deeds(AuditAction.PENDING_SCORE_TOO_LATE) == [("Bo", SAID)]
    assert "Bo typed it. Ann has not answered." in words(director.get(f"{at}table/1/"))
    director.post(f"{at}table/1/waiting/count/", {"key": PendingScore.objects.get().key})
    assert counts().ns_score == 420
    again = bo.act("type", **MADE, **line_without_board(line))
    assert again["code"] == "same" and not PendingScore.objects.exists(), "the same counts already"
    other = {**MADE, "tricks": "9"}
    assert bo.act("type", **other, **line_without_board(line))["code"] == "kept"
    assert deeds(AuditAction.PENDING_SCORE_TOO_LATE)[0] == ("Bo", "4S by S, 9 tricks, -50")
    assert counts().ns_score == 420, "what counts stays, and the director is asked"
    assert PendingScore.objects.get().asks == "other_score"


def line_without_board(line: dict[str, str]) -> dict[str, str]:
    return {name: value for name, value in line.items() if name != "board"}


def test_an_answer_that_came_too_late_is_in_the_audit_log(bo, ann, cards, dee):
    bo.do("type", **MADE)
    key = bo.key()
    line = line_without_board(ann.line("1"))
    round_force(section=section(cards), user=dee)
    assert "That you agree to board 1 is noted" in ann.do("confirm", board="1", key=key, **line)
    assert PendingScore.objects.get().agreed
    assert deeds(AuditAction.PENDING_SCORE_AGREED_LATE) == [("Ann", SAID)]
    assert "That you do not agree to board 1 is noted" in ann.do("refuse", board="1", key=key, **line)
    assert deeds(AuditAction.PENDING_SCORE_REFUSED) == [("Ann", SAID)]
    assert counts().status == "not_played" and PendingScore.objects.get().disputed


def test_nobody_sends_a_score_of_another_tables_line(bo, cards, dee):
    other = TableBoard.objects.filter(table__number=2).select_related("board").earliest("pk")
    hal = Seat(other.ew)
    hal.do("type", **{**MADE, "board": str(other.board.number)})
    theirs = {**hal.line(str(other.board.number)), "id": "a1"}
    assert "not played at this table" in bo.send("type", **{**MADE, **theirs})["words"]
    mine = {**theirs, "ns": bo.line("1")["ns"], "id": "a2"}
    assert bo.send("type", **{**MADE, **mine})["code"] == "kept"
    for name in ("round", "table", "ns", "ew", "board", "seen"):
        for value in ("x", "9" * 40, "\0", "-1"):
            bo.send("type", **{**MADE, **mine, name: value, "id": uuid4().hex})
    assert PendingScore.objects.get().table_board_id == other.pk
    assert PendingScore.objects.get().ns_score == 420 and not PendingScore.objects.get().asks
    assert not ScoreEntry.objects.exists()


def agreed_late(bo: Seat, ann: Seat, page: Client, at: str) -> list[str]:
    """Type scores for both boards at table 1, agree offline, and send the scores after the round. Return their keys."""
    lines = [bo.line("1"), bo.line("2")]
    page.post(f"{at}act/force/", {"round": "1"})
    for line in lines:
        bo.send("type", **{**MADE, **line})
    keys = list(PendingScore.objects.order_by("table_board__board").values_list("key", flat=True))
    for line, key in zip(lines, keys, strict=True):
        ann.send("confirm", **line, key=key)
    return keys


def test_scores_that_both_sides_agreed_to_late_are_accepted_together(bo, ann, director, at):
    keys = agreed_late(bo, ann, director, at)
    room = director.get(f"{at}overview/")
    shown = words(room)
    assert "2 scores that both sides agreed to" in shown
    assert "Round 1, board 1:" in shown and "Round 1, board 2:" in shown, "what is accepted is seen before"
    assert "Accept all 2 of table 1" in shown and "Accept it" not in shown
    assert "Accept all 2 of table 1" in words(director.get(f"{at}table/1/"))
    answer = director.post(f"{at}table/1/waiting/count-all/?back=room", {"key": " ".join(keys)}, follow=True)
    assert "2 scores count now at table 1." in words(answer)
    assert [counts(number).ns_score for number in (1, 2)] == [420, 620]
    assert not PendingScore.objects.exists()
    again = director.post(f"{at}table/1/waiting/count-all/", {"key": " ".join(keys)}, follow=True)
    assert "Those scores are no longer waiting" in words(again)


def test_accepting_all_leaves_what_was_contested_meanwhile(bo, ann, director, at):
    lines = bo.line("2")
    keys = agreed_late(bo, ann, director, at)
    ann.send("refuse", **lines, key=keys[1])
    answer = director.post(f"{at}table/1/waiting/count-all/", {"key": " ".join(keys)}, follow=True)
    assert "1 score counts now at table 1. 1 changed meanwhile" in words(answer)
    assert PendingScore.objects.get().key == keys[1]
    assert counts(1).ns_score == 420 and counts(2).status == "not_played"


def test_accepting_all_needs_two_that_are_agreed_and_no_other_score(bo, ann, director, at, cards, dee):
    lines = [bo.line("1"), bo.line("2")]
    director.post(f"{at}act/force/", {"round": "1"})
    for row in TableBoard.objects.filter(table__number=1, round__number=1):
        director.post(f"{at}score/{row.pk}/", {"status": "passed_out", "go": "save"})
    for line in lines:
        bo.send("type", **{**MADE, **line})
        ann.send("confirm", **line, key=PendingScore.objects.latest("pk").key)
    keys = list(PendingScore.objects.values_list("key", flat=True))
    assert len(keys) == 2 and "Accept all" not in words(director.get(f"{at}overview/"))
    director.post(f"{at}table/1/waiting/count-all/", {"key": " ".join(keys)})
    assert counts(1).status == "passed_out"
