"""Director calls: each call is kept, says who is calling from which seat, and is answered alone or with others."""

from django.test import Client
from django.utils import timezone

from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry
from clubsite.director.monitor.overview import NeedKind
from clubsite.director.monitor.progress import overview_of
from clubsite.director.monitor.views import AuditLine
from clubsite.nights.services.directing import call_answer
from clubsite.nights.services.rounds import round_force
from clubsite.play.calls import ANSWERED_KEPT, Call, answered_at, calls_answered, calls_standing, with_call
from clubsite.play.models import CallReason, Room
from clubsite.play.seat_resolvers import room_seat_of
from clubsite.play.services import room_call
from tests.kit.pages import words
from tests.kit.terminal import MADE, tablet_at

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
    assert "not among those that were answered" in words(
        director.post(f"{at}call-back/", {"call": made.key}, follow=True)
    )
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
    tablet = tablet_at(cards)
    seat = room_seat_of(tablet.ticket)
    assert seat is not None
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
