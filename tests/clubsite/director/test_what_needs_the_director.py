"""The list on the room page of what needs the director: calls, scores, late or silent tables, and missing results."""

import datetime
from types import SimpleNamespace

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.utils import timezone

from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry
from clubsite.director.monitor.overview import Need, NeedKind
from clubsite.director.monitor.progress import overview_of
from clubsite.director.monitor.views import AuditLine
from clubsite.nights.models import Round
from clubsite.nights.selectors.sessions import sections_of
from clubsite.nights.services.directing import call_answer
from clubsite.nights.services.rounds import round_force
from clubsite.play.calls import ANSWERED_KEPT, Call, answered_at, calls_answered, calls_standing, with_call
from clubsite.play.models import CallReason, Room
from clubsite.play.seat_resolvers import room_seat_of
from clubsite.play.services import room_call
from clubsite.scores.models import Asks, PendingScore, ScoreEntry
from games.wording import card_name
from tests.kit.dealt import dealt
from tests.kit.director_pages import Desk
from tests.kit.pages import words
from tests.kit.people import plays_as
from tests.kit.terminal import MADE, row, tablet_at
from tests.kit.typed_scores import enter_score

ORDER = ["call", "closed", "unlikely", "refused", "leads", "board", "fouled", "waiting", "late", "silent", "missing"]
FAR = {**MADE, "level": "7", "strain": "N", "doubled": "XX", "tricks": "0"}


@pytest.fixture
def at(cards):
    return f"/director/{cards.public_id}/"


def kinds(session, user) -> list[tuple[str, str]]:
    return [(str(need.kind), need.label) for need in overview_of(session, user).needs]


def late(session, minutes: int, turn: int = 1):
    """Change the round's times so that the round ended `minutes` minutes ago."""
    ends = timezone.now() - datetime.timedelta(minutes=minutes)
    begun = ends - datetime.timedelta(minutes=16)
    Round.objects.filter(section__session=session, number=turn).update(started_at=begun, ends_at=ends)


def test_a_score_that_waits_for_a_moment_needs_nobody(bo, cards, dee):
    bo.do("type", **MADE)
    assert kinds(cards, dee) == []
    PendingScore.objects.update(at=timezone.now() - datetime.timedelta(minutes=3))
    assert kinds(cards, dee) == [("waiting", "1")]


def test_an_unlikely_score_is_asked_about_until_it_is_found_right_solo_31(bo, ann, cards, dee, director, at):
    bo.do("type", **FAR)
    ann.do("confirm", board="1", key=bo.key())
    entry = ScoreEntry.objects.get()
    right = f"{at}score/{entry.table_board_id}/right/"
    plays_as(cards, 6, dee)
    assert kinds(cards, dee) == []
    director.post(right, {"seen": str(entry.pk)})
    assert ScoreEntry.objects.count() == 1
    plays_as(cards, 6, None)
    assert kinds(cards, dee) == [("unlikely", "1")]
    assert "a redoubled contract is rare" in words(director.get(f"{at}overview/"))
    director.post(right, {"seen": str(entry.pk + 1)})
    assert kinds(cards, dee) == [("unlikely", "1")], "another score than the one that was shown"
    director.post(right, {"seen": str(entry.pk)})
    assert kinds(cards, dee) == []
    again = ScoreEntry.objects.latest("pk")
    assert (again.ns_score, again.by_user) == (entry.ns_score, dee)
    assert AuditEntry.objects.get(action=AuditAction.SCORE_FOUND_RIGHT).actor == "dee"


def test_a_lead_that_nobody_can_have_made_is_asked_about_by_the_card_s_name(bo, ann, cards, dee, director, at):
    """SOLO-13: the score arrived before the site knew the cards."""
    bo.do("type", **MADE)
    ann.do("confirm", board="1", key=bo.key())
    entry = ScoreEntry.objects.get()
    entry.pk, entry.lead = None, dealt(entry.table_board.board).south.split()[0]
    entry.save()
    assert kinds(cards, dee) == [("unlikely", "1")]
    sentence = f"The lead was given as {card_name(entry.lead)}. The lead is made from the defender's hand, and North"
    assert f"{sentence} did not hold" in words(director.get(f"{at}overview/"))


def test_a_table_two_boards_behind_needs_the_director_and_a_curtailed_evening_ends_earlier(cards, dee, director, at):
    for number in (1, 2):
        director.post(f"{at}score/{row(number).pk}/", {"status": "passed_out", "go": "save"})
    assert kinds(cards, dee) == []
    late(cards, 14)
    assert kinds(cards, dee) == [("late", "2"), ("late", "3")]
    shown = words(director.get(f"{at}overview/"))
    assert "Two tables need you" in shown and "No device for Flo (South) and Hal (North)" in shown
    Desk(director, SimpleNamespace(session=cards)).make("shorter", after="2")
    ends = overview_of(cards, dee).sections[0].evening_ends
    assert 15 < (ends - timezone.now()).total_seconds() / 60 < 17, "one round more"


def test_unlikely_scores_come_before_refused_ones(bo, ann, cards, dee):
    bo.do("type", **FAR)
    ann.do("confirm", board="1", key=bo.key())
    bo.do("type", **{**MADE, "board": "2"})
    ann.do("refuse", board="2", key=PendingScore.objects.get().key)
    assert kinds(cards, dee) == [("unlikely", "1"), ("refused", "1")]
    assert list(NeedKind) == ORDER


def test_the_order_is_calls_then_scores_then_tables_then_missing_results(bo, ann, cards, dee, director, at):
    director.post(f"{at}score/{row(3, 2).pk}/", {"status": "passed_out", "go": "save"})
    round_force(section=sections_of(cards)[0], user=dee)
    late(cards, 14, turn=2)
    bo.do("type", **{**MADE, "board": "3"})
    room_call(room_seat=room_seat_of(ann.ticket), on=True)
    needs = kinds(cards, dee)
    assert [ORDER.index(kind) for kind, _ in needs] == sorted(ORDER.index(kind) for kind, _ in needs)
    assert {kind for kind, _ in needs} == {"call", "late", "missing"}
    assert sum(kind == "missing" for kind, _ in needs) == 3, "a line for a table, however many boards"


def test_a_board_that_the_director_says_was_not_played_is_missing_no_more(cards, dee, director, at):
    round_force(section=sections_of(cards)[0], user=dee)
    assert ("missing", "1") in kinds(cards, dee)
    for number in (1, 2):
        director.post(f"{at}score/{row(number).pk}/", {"status": "not_played", "go": "save", "why": "late"})
    assert ("missing", "1") not in kinds(cards, dee)


@pytest.mark.django_db(transaction=True)
def test_on_the_site_a_seat_without_a_device_needs_the_director(night, dee):
    assert kinds(night.session, dee) == []
    late(night.session, -10)
    assert {kind for kind, _ in kinds(night.session, dee)} == {"silent"}


def test_a_score_that_came_too_late_asks_the_director_with_both_versions(bo, cards, dee, director, at):
    bo.do("type", **MADE)
    pending = PendingScore.objects.get()
    enter_score(pending.table_board, dee, "4S S 9")
    pending.pk, pending.key, pending.asks = None, "", Asks.OTHER_SCORE
    pending.save()
    assert kinds(cards, dee) == [("refused", "1")]
    shown = words(director.get(f"{at}overview/"))
    assert "waits for you" in shown and "What counts now" in shown and "9 tricks" in shown
    key = PendingScore.objects.get().key
    assert director.post(f"{at}table/1/waiting/aside/?back=room", {"key": key})["Location"] == at
    assert kinds(cards, dee) == [] and ScoreEntry.objects.get().tricks == 9


def test_of_many_needs_forty_are_shown_and_the_rest_counted(cards):
    many = [Need(NeedKind.LATE, "1", "2 boards behind", "Bo and Ann")] * 42
    shown = render_to_string("director/monitor/_needs.html", {"needs": many, "session": cards})
    assert shown.count("2 boards behind") == 40 and "2 more come up as these are done." in shown
    shown = render_to_string("director/monitor/_needs.html", {"needs": many[:40], "session": cards})
    assert shown.count("2 boards behind") == 40 and "more come up" not in shown


BO, ANN = 1, 4


def told(session, user) -> list[list[str]]:
    """Return, for each table that is calling, the words shown for its calls."""
    needs = overview_of(session, user).needs
    return [[sentence for _, sentence in need.calls] for need in needs if need.kind == NeedKind.CALL]


def keys(session, user) -> list[str]:
    (need,) = [need for need in overview_of(session, user).needs if need.kind == NeedKind.CALL]
    return [call.key for call, _ in need.calls]


def ask_for_a_seat(night, number: int):
    """Ask for an occupied seat from another device."""
    table = night.section.tables.get(number=1)
    Client().post(f"/join/{table.code}/", {"seat": night.contestant(number).pk})


def test_no_call_of_a_table_is_dropped_while_another_stands(night, dee, director):
    room_call(room_seat=night.place(BO), on=True)
    ask_for_a_seat(night, ANN)
    room_call(room_seat=night.place(ANN), on=True)
    room_call(room_seat=night.place(ANN), on=True, reason=CallReason.SCORE)
    room_call(room_seat=night.place(BO), on=True)
    assert told(night.session, dee) == [
        [
            "South, Bo, calls",
            "Another device asks for the seat of Ann (North)",
            "North, Ann, calls",
            "North, Ann, calls: the two sides do not agree on a score",
        ]
    ]
    shown = words(director.get(f"/director/{night.session.public_id}/overview/"))
    assert "4 calls" in shown and shown.count("This one is settled") == 4 and "I am coming to all" in shown


def test_calls_are_answered_one_by_one_or_together_and_one_that_came_meanwhile_stands(night, dee, director):
    at = f"/director/{night.session.public_id}/table/1/answer/"
    room_call(room_seat=night.place(BO), on=True)
    ask_for_a_seat(night, ANN)
    both = keys(night.session, dee)
    director.post(at, {"call": both[1]})
    assert told(night.session, dee) == [["South, Bo, calls"]]
    room_call(room_seat=night.place(ANN), on=True)
    director.post(at, {"call": " ".join(both)})
    assert told(night.session, dee) == [["North, Ann, calls"]], "it was not on the page that was answered"
    director.post(at, {"call": " ".join(keys(night.session, dee))})
    assert told(night.session, dee) == []
    calls = ("Another device asks for the seat of Ann (North)", "South, Bo, calls", "North, Ann, calls")
    log = AuditEntry.objects.filter(action=AuditAction.CALL_ANSWERED).order_by("pk")
    assert [AuditLine(entry, covered=False).about for entry in log] == [f"table 1: {call}" for call in calls]


def test_a_call_answered_by_mistake_is_put_back_and_waits_since_it_was_made(night, dee, director):
    at = f"/director/{night.session.public_id}/table/1/"
    room_call(room_seat=night.place(BO), on=True)
    (made,) = calls_standing(Room.objects.get(table__number=1))
    director.post(f"{at}answer/", {"call": made.key})
    assert "Calls that were answered" in words(director.get(at))
    director.post(f"{at}call-back/", {"call": made.key})
    assert calls_standing(Room.objects.get(table__number=1)) == [made]
    again = director.post(f"{at}call-back/", {"call": made.key}, follow=True)
    assert "not among those that were answered" in words(again)
    assert AuditEntry.objects.filter(action=AuditAction.CALL_PUT_BACK).count() == 1


def test_a_call_says_who_made_it_when_they_have_gone_on_to_another_table(night, dee):
    room_call(room_seat=night.place(ANN), on=True)
    round_force(section=night.section, user=dee)
    assert told(night.session, dee) == [["North, Ann, calls"]]
    call_answer(table=night.section.tables.get(number=1), user=dee)


def test_a_refused_score_calls_beside_a_plain_call_of_the_other_side(bo, ann, cards, dee):
    ann.call()
    assert bo.see()["called"]
    bo.do("type", **MADE)
    ann.do("refuse", board="1", key=bo.key())
    assert not bo.see()["called"], "a press calls for the score"
    bo.call()
    assert bo.see()["called"]
    assert told(cards, dee) == [["North, Ann, calls", "South, Bo, calls: the two sides do not agree on a score"]]


def test_a_tables_own_device_calls_as_the_table_and_takes_its_own_call_back(cards, dee):
    seat = room_seat_of(tablet_at(cards).ticket)
    room_call(room_seat=seat, on=True)
    assert told(cards, dee) == [["The table’s device calls"]]
    assert room_call(room_seat=seat, on=False).ok and told(cards, dee) == []


def test_a_room_keeps_all_calls_that_stand_and_the_last_that_were_answered():
    room = Room()
    for number in range(ANSWERED_KEPT + 4):
        call = Call(CallReason.PLAIN, "S", number, timezone.now())
        room.calls = with_call(room, call)
        room.calls = answered_at(room, [call.key], timezone.now())
    last = Call(CallReason.PLAIN, "N", 99, timezone.now())
    room.calls = with_call(room, last)
    assert with_call(room, last) is None
    assert len(calls_answered(room)) == ANSWERED_KEPT and calls_standing(room) == [last]
    assert calls_answered(room)[0].by == ANSWERED_KEPT + 3
