"""A player quickly takes back their last call or card, within a time measured in the log. A robot waits (SOLO-22b)."""

from collections.abc import Callable
from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from clubsite.core import jobs
from clubsite.home.services.robots import robot_play
from clubsite.play import misclicks, room_states
from clubsite.play.models import Play, PlayEvent, SeatTicket
from clubsite.play.selectors import state_of
from games.claims_and_undo import MISCLICK
from tests.clubsite.at_tables import act, look, play_of, say_ready
from tests.clubsite.home.homes import alone, two

pytestmark = pytest.mark.django_db(transaction=True)
Later = Callable[[float], None]


@pytest.fixture
def later(monkeypatch):
    """A function that moves the server's clock forward, so that time has passed since an action."""
    now = timezone.now

    def put_on(seconds):
        def then():
            return now() + timedelta(seconds=seconds)

        monkeypatch.setattr(misclicks.timezone, "now", then)

    return put_on


def on_turn(*tickets: SeatTicket) -> tuple[SeatTicket, SeatTicket]:
    ticket, other = tickets
    seen = look(ticket)
    return (ticket, other) if seen["view"]["turn"]["player"] == seen["table"]["seat"] else (other, ticket)


@pytest.fixture
def called():
    """A table at home at which somebody has just called 1S: the caller's seat and the other."""
    _, bo, ann = two("solo")
    caller, other = on_turn(bo, ann)
    act(caller, "c:1S")
    return caller, other


def test_solo_22b_a_call_is_taken_back_at_home_and_both_see_it():
    _, bo, ann = two("solo")
    caller, other = on_turn(bo, ann)
    assert look(caller)["table"]["misclick"] == 3.0
    before = look(other)["view"]
    act(caller, "c:1S")
    assert (look(caller)["view"]["can"]["misclick"], look(other)["view"]["can"]["misclick"]) == (True, False)
    assert act(caller, MISCLICK).ok
    me = look(caller)["table"]["seat"]
    for ticket in (caller, other):
        assert look(ticket)["view"]["taken_back"] == {"by": me, "action": "c:1S", "how": "misclick"}
    assert {**look(other)["view"], "taken_back": None} == before
    assert act(caller, "c:1H").ok
    assert look(other)["view"]["taken_back"] is None
    play = play_of(caller)
    assert list(play.events.order_by("seq").values_list("action", flat=True)) == ["c:1S", MISCLICK, "c:1H"]
    assert room_states.current(play.room).state == state_of(play), "a fold of the log gives what the server keeps"


@pytest.mark.parametrize(
    ("seconds", "taken"), [(0.0, True), (3.5, True), (4.5, False), (600.0, False), (-3600.0, False)]
)
def test_solo_22b_after_three_seconds_it_stands_with_one_more_for_the_network(seconds, taken, called, later):
    caller, _ = called
    later(seconds)
    answer = act(caller, MISCLICK)
    assert answer.ok == taken
    if not taken:
        assert (answer.code, answer.reason) == ("illegal", misclicks.TOO_LATE)
        assert "three seconds" in answer.reason and play_of(caller).seq == 1


def test_solo_22b_sent_again_with_its_id_it_is_done_once_however_late(called, later):
    caller, _ = called
    sent = uuid4()
    first = act(caller, MISCLICK, seq=1, client_id=sent)
    later(60)
    again = act(caller, MISCLICK, seq=1, client_id=sent)
    assert (again.code, again.seq) == ("ack", first.seq)
    assert play_of(caller).seq == 2


def test_solo_22b_a_taking_back_and_the_opponents_answer_at_once_are_one_or_the_other(called, at_once):
    caller, other = called
    seen = look(caller), look(other)
    codes = at_once(lambda: act(caller, MISCLICK, seen=seen[0]).code, lambda: act(other, "c:P", seen=seen[1]).code)
    assert sorted(codes) == ["ack", "stale"]
    assert at_once(lambda: play_of(caller).seq) == [2]


@pytest.mark.parametrize("chosen", [{}, {"misclick": "off"}])
def test_solo_22b_at_a_club_it_is_on_unless_the_director_turns_it_off(make_night, chosen):
    tickets = make_night(**chosen).tickets
    for number in (1, 4):
        say_ready(tickets[number])
    caller, other = on_turn(tickets[1], tickets[4])
    assert look(caller)["table"]["misclick"] == (0.0 if chosen else 3.0)
    act(caller, "c:1S")
    assert look(caller)["view"]["can"]["misclick"] is not bool(chosen)
    answer = act(caller, MISCLICK)
    if chosen:
        assert answer.code == "illegal" and "Nobody takes back" in answer.reason
    else:
        assert answer.ok and look(other)["view"]["taken_back"]["how"] == "misclick"


@pytest.fixture
def patient(settings, monkeypatch):
    """A robot that waits two seconds, and the delays after which its job was enqueued again."""
    settings.ROBOT_WAITS = 2.0
    delays: list[float] = []
    monkeypatch.setattr(jobs, "enqueue", lambda name, row_id, delay=0.0: delay and delays.append(delay))
    return delays


def until_south_calls(match_pk: int, ticket: SeatTicket, later: Later):
    later(60)
    while look(ticket)["view"]["turn"]["player"] != "S":
        assert robot_play(match_id=match_pk)
    later(0)


def test_solo_22b_a_robot_waits_for_a_misclick_and_no_longer(patient, later):
    match, bo = alone("solo")
    until_south_calls(match.pk, bo, later)
    assert look(bo)["table"]["misclick"] == 2.0
    lowest, next_one = [a for a in look(bo)["view"]["legal"] if a[2].isdigit()][:2]
    act(bo, lowest)
    seq = play_of(bo).seq
    assert robot_play(match_id=match.pk) == 0
    assert len(patient) == 1 and 1.0 < patient[0] <= 2.0
    assert act(bo, MISCLICK).ok
    assert robot_play(match_id=match.pk) == 0 and len(patient) == 1, "it is South's turn again"
    act(bo, next_one)
    later(2.5)
    assert robot_play(match_id=match.pk) > 0
    assert PlayEvent.objects.filter(play__public_id=look(bo)["play"], seq=seq + 3, actor="N").exists()


def test_solo_22b_a_robot_does_not_wait_an_hour_because_the_clock_was_set_back(patient, later):
    match, bo = alone("solo")
    until_south_calls(match.pk, bo, later)
    later(3600)
    act(bo, next(a for a in look(bo)["view"]["legal"] if a[2].isdigit()))
    later(0)
    assert robot_play(match_id=match.pk) > 0 and not patient


def test_solo_22b_a_robot_does_not_wait_for_what_cannot_be_taken_back(patient):
    match, bo = alone("solo", misclick="off")
    assert look(bo)["table"]["misclick"] == 0.0
    robot_play(match_id=match.pk)
    if look(bo)["view"]["turn"]["player"] == "S":
        act(bo, "c:7N")
        robot_play(match_id=match.pk)
    assert not patient and Play.objects.get().seq > 0


def test_solo_22b_a_robot_does_not_wait_for_an_act_in_place_of_a_misclick(patient, later):
    match, bo = alone("solo")
    until_south_calls(match.pk, bo, later)
    act(bo, "c:7N")
    act(bo, MISCLICK)
    act(bo, "c:7N")
    assert robot_play(match_id=match.pk) > 0
    assert not patient
