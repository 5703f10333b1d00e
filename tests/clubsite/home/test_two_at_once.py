"""Two tabs, two friends, two jobs, or a robot's turn and an end at the same moment: one wins, and nothing breaks."""

from collections.abc import Callable
from threading import Event
from time import sleep
from uuid import uuid4

import pytest

from clubsite.core.refused import Refused
from clubsite.home.models import HomeMatch, MatchState
from clubsite.home.services import matches
from clubsite.home.services.lobby import HOST_GONE, SEAT_TAKEN, robot_fill, seat_take, seat_ticket
from clubsite.home.services.matches import match_advance, match_again, match_end, match_join
from clubsite.home.services.robots import lounge_sweep, robot_play
from clubsite.home.table_state import HomeTable
from clubsite.play.models import Play, PlayEvent, Room, SeatTicket
from clubsite.play.seat_resolvers import room_seat_of
from clubsite.play.services import room_ready
from clubsite.play.table_state import Stage
from tests.clubsite.at_tables import act, look
from tests.clubsite.home.homes import a_device, alone, here, pair, ticket_of, two, waiting, waits

pytestmark = pytest.mark.django_db(transaction=True)


def sends(ticket: SeatTicket, action: str, seq: int = 0, client_id=None) -> Callable[[], str]:
    """Return a function that sends an action of this seat from a thread and returns the code of the answer."""
    seen, used = {**look(ticket), "seq": seq}, client_id or uuid4()
    return lambda: act(ticket, action, seen=seen, client_id=used).code


def the_match(match: HomeMatch) -> HomeMatch:
    return HomeMatch.objects.get(pk=match.pk)


def test_two_friends_who_come_at_once_find_one_seat(at_once):
    match = waiting().match
    devices = [a_device(), a_device(), a_device()]
    seats = at_once(*(lambda d=d: match_join(match=the_match(match), name="Ann", device=d) for d in devices))
    assert sum(seat is not None for seat in seats) == 1
    assert at_once(lambda: the_match(match).seats.count()) == [2]


def sits(match: HomeMatch, device=None) -> str:
    try:
        seat_take(match=the_match(match), name="Ann", device=device or a_device())
    except Refused as stop:
        return str(stop)
    return "sits"


def test_of_two_who_tap_the_same_invitation_one_sits_down(at_once, club):
    match, _ = waits(club)
    answers = at_once(*[lambda: sits(match)] * 3)
    assert sorted(answers) == sorted([SEAT_TAKEN, SEAT_TAKEN, "sits"])
    assert at_once(lambda: the_match(match).seats.count()) == [2]


def test_a_person_and_a_robot_who_come_at_once_leave_the_person_there(at_once, club):
    match, _ = waits(club)
    fills = [lambda: robot_fill(match_id=match.pk)] * 2
    assert "sits" in at_once(*fills, lambda: sits(match), *fills)
    seats = at_once(lambda: sorted(the_match(match).seats.values_list("player", "robot")))
    assert seats == [[("N", False), ("S", False)]]
    assert at_once(lambda: the_match(match).state) == [MatchState.PLAYING]


def test_a_host_who_leaves_as_somebody_taps_is_met_or_was_gone(at_once, club):
    match, _ = waits(club)
    host = match.seats.get(player="S")
    answer, _ = at_once(lambda: sits(match), lambda: here(host, False))
    after = at_once(lambda: the_match(match).state)[0]
    assert (answer, after) in (("sits", MatchState.PLAYING), (HOST_GONE.format(host="Bo"), MatchState.WAITING))


def test_two_hosts_who_sit_down_at_each_others_table_meet_at_one(at_once, club):
    devices = [a_device(), a_device()]
    first, two_ = (waits(club, device=device)[0] for device in devices)
    answers = at_once(lambda: sits(two_, devices[0]), lambda: sits(first, devices[1]))
    assert answers.count("sits") == 1
    states = at_once(lambda: sorted(HomeMatch.objects.values_list("state", flat=True)))[0]
    assert states == [MatchState.OVER, MatchState.PLAYING]


def test_the_next_deal_with_the_robot_and_a_person_at_once_deal_only_to_the_people(at_once, club):
    match, _ = waits(club)
    robot_fill(match_id=match.pk)
    Room.objects.filter(pk=match.room_id).update(ready=["N", "S"])
    at_once(lambda: match_advance(room_id=match.room_id), lambda: sits(match), lounge_sweep)
    assert at_once(lambda: Play.objects.filter(status="live").count()) == [0]
    assert at_once(lambda: Room.objects.get(pk=match.room_id).ready) == [[]]


def test_both_players_who_want_to_play_again_come_to_one_table(at_once):
    match, _, _ = two("solo")
    match_end(match=match)
    new = at_once(*[lambda: match_again(match=the_match(match)).pk] * 4)
    assert len(set(new)) == 1 and match.pk not in new
    assert at_once(HomeMatch.objects.count) == [2]
    facts = HomeMatch.objects.filter(pk=new[0]).values_list("state", "seats__name").order_by("seats__name")
    assert at_once(lambda: list(facts)) == [[(MatchState.PLAYING, "Ann"), (MatchState.PLAYING, "Bo")]]


def test_both_who_decide_on_umbrage_at_once_have_decided_after_one_more_look(at_once):
    _, bo, ann = two("umbrage")
    codes = at_once(sends(bo, "umbrage:take"), sends(ann, "umbrage:stay"))
    assert sorted(codes) == ["ack", "stale"]
    late = (bo, ann)[codes.index("stale")]
    seen = at_once(lambda: look(late))[0]
    assert seen["view"]["turn"]["player"] == seen["table"]["seat"] and len(seen["view"]["choices"]) == 2


def test_the_same_act_from_two_tabs_is_done_once(at_once):
    _, bo, _ = two("umbrage")
    send = sends(bo, "umbrage:take", client_id=uuid4())
    first, second, *others = at_once(send, send, sends(bo, "umbrage:stay"), sends(bo, "umbrage:take"))
    assert first == second
    assert sorted({first, *others}) == ["ack", "stale"]
    assert at_once(PlayEvent.objects.count) == [1]


def test_a_card_a_claim_and_a_request_in_one_moment_are_one_act(at_once):
    match, bo, ann = two("whist_for_two")
    first = Play.objects.get(room=match.room).turn
    mover, other = (bo, ann) if first == "S" else (ann, bo)
    card = look(mover)["view"]["legal"][0]
    calls = [sends(mover, card), sends(mover, "claim:3"), sends(other, "claim:5"), sends(other, "undo")]
    codes = at_once(*calls)
    assert codes.count("ack") == 1 and set(codes) <= {"ack", "stale", "illegal"}
    assert at_once(PlayEvent.objects.count) == [1]


def test_both_ready_twice_at_once_get_one_deal(at_once):
    seat, friend = pair()
    places = [room_seat_of(ticket_of(each)) for each in (seat, friend)]
    ready = [lambda place=place: room_ready(room_seat=place, play_id="").code for place in places * 2]
    codes = at_once(*ready, lambda: match_advance(room_id=seat.match.room_id), lounge_sweep)
    assert set(codes[:4]) <= {"ack", "gone"}
    at_once(lounge_sweep, lounge_sweep)
    assert at_once(Play.objects.count) == [1]


def test_two_jobs_of_one_robot_at_once_act_once(at_once):
    match, _ = alone("bridge_solitaire")
    match, bo = alone("umbrage")
    done = at_once(*[lambda: robot_play(match_id=match.pk)] * 4)
    assert max(done) >= 1
    assert at_once(lambda: PlayEvent.objects.filter(actor="N").count()) == [1]
    assert at_once(sends(bo, "umbrage:stay", seq=1)) == ["ack"]


def test_a_match_ended_while_the_robot_thinks_and_its_player_acts_is_over(at_once):
    match, bo = alone("umbrage")
    at_once(
        lambda: robot_play(match_id=match.pk),
        lambda: match_end(match=the_match(match)),
        sends(bo, "umbrage:take"),
        lambda: match_end(match=the_match(match)),
        lounge_sweep,
    )
    after = at_once(lambda: the_match(match))[0]
    assert (after.state, after.ended) == (MatchState.OVER, True)
    assert at_once(lambda: list(Play.objects.values_list("status", flat=True))) == [["void"]]
    assert at_once(lambda: look(bo)["table"]["state"]) == ["finished"]


def test_ready_and_end_in_one_moment_leave_no_deal_on_the_table(at_once):
    match, bo = alone("bridge_solitaire")
    place = room_seat_of(bo)
    assert place is not None
    at_once(
        lambda: match_end(match=the_match(match)),
        lambda: room_ready(room_seat=place, play_id=""),
        lambda: match_advance(room_id=match.room_id),
    )
    at_once(lounge_sweep)
    assert at_once(lambda: Play.objects.filter(status="live").count()) == [0]


def test_one_player_on_two_devices_at_once_has_their_seat_on_one(at_once, cy):
    match, _ = alone("solo")
    match.seats.filter(player="S").update(user=cy)
    seat, devices = match.seats.get(player="S"), [a_device(), a_device()]
    tickets = at_once(*(lambda d=d: seat_ticket(seat=seat, device=d, user=cy)[0].pk for d in devices))
    assert len(set(tickets)) == 2
    assert at_once(lambda: SeatTicket.objects.filter(revoked_at=None).count()) == [1]


@pytest.fixture
def slow_to_deal(monkeypatch):
    """A delay before the next deal reaches the table, and an event that is set once the table's room is locked."""
    dealing, real = Event(), matches._open_next

    def slow(*args):
        dealing.set()
        sleep(0.2)
        real(*args)

    monkeypatch.setattr(matches, "_open_next", slow)
    return dealing


@pytest.fixture
def both_there():
    """A match with both players ready, although the message that says so was lost, and one player's seat."""
    seat, _ = pair()
    Room.objects.filter(pk=seat.match.room_id).update(ready=["N", "S"])
    place = room_seat_of(ticket_of(seat))
    assert place is not None
    return seat.match, place


def test_an_end_that_waited_for_the_next_deal_takes_it_off_the_table(at_once, both_there, slow_to_deal):
    match, _ = both_there

    def end():
        assert slow_to_deal.wait(60)
        match_end(match=the_match(match))

    at_once(lambda: match_advance(room_id=match.room_id), end)
    assert at_once(lambda: list(Play.objects.values_list("status", flat=True))) == [["void"]]


def test_ready_sent_again_while_the_deal_comes_is_no_agreement_to_its_result(at_once, both_there, slow_to_deal):
    match, place = both_there

    def say_it_again():
        assert slow_to_deal.wait(60)
        return room_ready(room_seat=place, play_id="").code

    assert at_once(lambda: match_advance(room_id=match.room_id), say_it_again) == [None, "gone"]
    assert at_once(lambda: Room.objects.get(pk=match.room_id).ready) == [[]]


def test_a_seat_that_is_read_while_its_match_ends_sees_no_result():
    match, bo, _ = two("solo")
    play = Play.objects.get()
    match_end(match=match)
    play.refresh_from_db()
    table = HomeTable(the_match(match))
    state = table.state(bo, match.room, play)
    assert (state.stage, state.result) == (Stage.FINISHED, None)
