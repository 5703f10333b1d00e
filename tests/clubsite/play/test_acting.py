"""A seat's action is applied once, or refused with a message, whatever is sent and however often it is sent."""

from uuid import uuid4

import pytest
from django.db import DatabaseError, IntegrityError

from clubsite.clubs.models import AuditEntry
from clubsite.nights.models import Board, TableBoard, TableBoardSeat
from clubsite.nights.services.directing import session_pause, session_resume
from clubsite.nights.services.rounds import round_force
from clubsite.play.acts import director_act, play_act
from clubsite.play.models import Play, PlayEvent, SeatTicket
from clubsite.play.seat_resolvers import RoomSeat
from clubsite.play.services import room_ready
from tests.clubsite.at_tables import act, in_round, look, play_of, play_until, say_ready

pytestmark = pytest.mark.django_db(transaction=True)
BO, ANN = 1, 4


@pytest.fixture
def live(night):
    """The seat tickets of table 1, with its first board in the auction. The dealer's ticket comes first."""
    for number in (BO, ANN):
        assert say_ready(night.tickets[number]).ok
    seats = {"S": night.tickets[BO], "N": night.tickets[ANN]}
    turn = look(night.tickets[BO])["view"]["turn"]["player"]
    return seats[turn], seats["N" if turn == "S" else "S"]


def test_an_action_is_appended_once_and_acknowledged_with_its_number(live):
    dealer, other = live
    before, client_id = look(other)["rev"], uuid4()
    answer = act(dealer, "c:1S", client_id=client_id)
    assert (answer.code, answer.seq) == ("ack", 1)
    assert before < answer.rev == look(dealer)["rev"] == look(other)["rev"]
    play = play_of(dealer)
    assert (play.seq, play.status, play.turn) == (1, "live", look(other)["table"]["seat"])
    assert [(e.seq, e.action, e.ticket_id) for e in play.events.all()] == [(1, "c:1S", dealer.pk)]
    act(other, "c:P")
    for call, seq in (("c:1S", 0), ("c:1D", 0), ("c:1D", 2)):
        again = act(dealer, call, seq=seq, client_id=client_id)
        assert (again.code, again.seq, play.events.count()) == ("ack", 1, 2), "the same message again"


def test_a_repeated_client_id_is_answered_even_after_the_table_has_moved_on(night, live):
    dealer, other = live
    play_id, client_id = play_of(dealer).public_id, uuid4()
    first = act(dealer, "c:1S", client_id=client_id)
    play_until([dealer, other])
    assert look(dealer)["play"] != play_id
    again = act(dealer, "c:1S", seq=0, client_id=client_id, play=play_id)
    assert (again.code, again.seq) == ("ack", first.seq)


def test_an_action_out_of_turn_or_on_another_position_is_refused_in_words_and_changes_nothing(live):
    dealer, other = live
    before = look(other)
    answer = act(other, "c:1S")
    assert answer.code == "illegal" and "turn" in answer.reason
    assert look(other) == before
    act(dealer, "c:1S")
    for seq in (0, 2, 99):
        answer = act(other, "c:P", seq=seq)
        assert (answer.code, answer.seq) == ("stale", 1)
        assert "moved on" in answer.reason
    assert play_of(dealer).events.count() == 1


def test_nobody_acts_for_another_player(night, live):
    dealer, other = live
    play, stranger = play_of(dealer), night.place(2)
    opponent = night.place(BO if other == night.tickets[BO] else ANN)
    sent = {"play_id": play.public_id, "client_id": uuid4(), "seq": 0, "action": "c:1S"}
    assert play_act(player=stranger.player, seat_id=stranger.seat_id, **sent).code == "gone"
    assert play_act(player=play.turn, seat_id=opponent.seat_id, **sent).code == "gone"
    assert act(dealer, "c:1S", play="nosuchplay").code == "gone"
    assert play_of(dealer).seq == 0


def test_an_action_after_the_last_one_is_over_and_at_the_next_board_gone(live):
    dealer, other = live
    play_id = play_of(dealer).public_id
    play_until(live, stop=lambda: look(dealer)["table"]["state"] == "result")
    answer = act(other, "c:P")
    assert answer.code == "over" and answer.reason
    play_until(live)
    assert act(other, "c:P", play=play_id).code == "gone"


def test_a_paused_table_refuses_actions_until_it_goes_on(night, live, dee):
    dealer, _ = live
    play_id = look(dealer)["play"]
    session_pause(session=night.session, user=dee)
    refused = act(dealer, "c:1S", play=play_id, seq=0)
    assert refused.code == "paused" and "paused" in refused.reason
    session_resume(session=night.session, user=dee)
    assert act(dealer, "c:1S").ok


def test_the_director_takes_back_an_action_although_the_table_is_paused_and_does_no_other(night, live, dee):
    dealer, _ = live
    act(dealer, "c:1S")
    session_pause(session=night.session, user=dee)
    play = Play.objects.get(room_id=night.place(BO).room_id)
    assert director_act(play=play, user=dee, action="c:2S", seq=play.seq).code == "illegal"
    assert director_act(play=play, user=dee, action="undo", seq=play.seq).ok
    session_resume(session=night.session, user=dee)
    assert look(dealer)["view"]["auction"] == []


def test_ready_while_the_board_is_in_play_is_refused(night, live):
    answer = say_ready(live[0])
    assert answer.code == "illegal" and answer.reason
    assert room_ready(room_seat=night.place(BO), play_id="").code == "gone", "for the board before it"


def test_agreeing_again_to_a_board_that_has_left_the_table_is_acknowledged_and_changes_nothing(night, live):
    """The first ack was lost. In the meantime, the opponent agreed too, and the next board was opened."""
    dealer, other = live
    play_until(live, stop=lambda: look(dealer)["table"]["state"] == "result")
    first = look(dealer)
    assert say_ready(dealer).ok
    assert say_ready(other).ok
    before = look(dealer)
    assert before["table"]["board"] != first["table"]["board"]
    again = say_ready(dealer, seen=first)
    assert (again.code, again.seq) == ("ack", first["seq"])
    assert look(dealer) == before


def test_agreeing_again_is_acknowledged_at_the_next_round_s_table_too(night, live, dee):
    dealer, _ = live
    play_until(live, stop=lambda: look(dealer)["table"]["state"] == "result")
    last = look(dealer)
    assert room_ready(room_seat=night.place(2), play_id=last["play"]).code == "gone", "it was not theirs"
    round_force(section=night.section, user=dee)
    assert look(dealer)["table"]["round"] == 2
    assert say_ready(dealer, seen=last).ok


def test_ready_twice_is_ready_once_and_refused_while_paused(night, dee):
    first, again = (say_ready(night.tickets[BO]) for _ in range(2))
    assert first == again
    assert look(night.tickets[BO])["table"]["ready"] == ["S"]
    session_pause(session=night.session, user=dee)
    place = night.place(BO)
    assert room_ready(room_seat=RoomSeat(place.room_id, "S", place.seat_id), play_id="").code == "paused"


def test_both_players_ready_at_once_open_one_board(night, at_once):
    places = [night.place(1), night.place(4)]
    answers = at_once(*(lambda p=p: room_ready(room_seat=p, play_id="") for p in places * 2))
    assert all(a.code in ("ack", "gone") for a in answers)
    seen = at_once(lambda: look(night.tickets[1]))[0]
    assert seen["table"]["state"] == "playing"
    assert at_once(lambda: act(night.tickets[1], "c:P").seq + act(night.tickets[4], "c:P").seq)[0] >= 1


def test_every_table_ending_its_round_at_once_opens_the_next_round_once(night, at_once):
    def end_board(south, north):
        seats = [night.tickets[south], night.tickets[north]]
        play_until(seats, stop=in_round(night, 2))

    at_once(lambda: end_board(1, 4), lambda: end_board(2, 5), lambda: end_board(3, 6))
    rounds = at_once(*(lambda n=n: look(night.tickets[n])["table"]["round"] for n in night.tickets))
    assert rounds == [2] * 6


@pytest.fixture
def event(live):
    act(live[0], "c:1S")
    return PlayEvent.objects.get()


def test_the_log_of_a_play_and_the_audit_log_cannot_be_changed_or_deleted(event):
    for change in (
        lambda: PlayEvent.objects.update(action="c:2S"),
        PlayEvent.objects.all().delete,
        lambda: AuditEntry.objects.update(actor="nobody"),
        lambda: AuditEntry.objects.all()._raw_delete("default"),
    ):
        with pytest.raises(DatabaseError, match="append-only"):
            change()
    assert PlayEvent.objects.get().action == "c:1S"


def test_what_a_play_started_from_and_a_board_s_deal_are_written_once(event):
    play = {
        "setup": {}, "south": None, "north": None, "game": "whist", "rules_version": "0",
        "options": {"undo": "off"},
    }  # fmt: skip
    board = {**dict.fromkeys(("north", "east", "south", "west", "dealer", "vulnerability"), "N"), "number": 99}
    for rows, changes in ((Play.objects.filter(pk=event.play_id), play), (Board.objects.all(), board)):
        for field, value in changes.items():
            with pytest.raises(DatabaseError, match="append-only"):
                rows.update(**{field: value})


def test_events_share_no_number_and_no_client_id_a_room_has_one_live_play_and_an_end_has_an_outcome(event):
    again = {"play": event.play, "actor": "N", "action": "c:P"}
    for alike in ("seq", "client_id"):
        with pytest.raises(IntegrityError):
            PlayEvent.objects.create(**again, **{"seq": 2, "client_id": uuid4(), alike: getattr(event, alike)})
    with pytest.raises(IntegrityError):
        Play.objects.create(room=event.play.room, game="solo", rules_version="1", setup={})
    with pytest.raises(IntegrityError):
        Play.objects.filter(pk=event.play_id).update(status="over")


def test_a_seat_has_one_claim_in_force_and_a_board_each_of_its_players_and_tables_once(night):
    ticket = night.tickets[BO]
    with pytest.raises(IntegrityError):
        SeatTicket.objects.create(device=ticket.device, seat=ticket.seat, token_hash="x")
    seat = TableBoardSeat.objects.first()
    seat.table_board = TableBoard.objects.exclude(pk=seat.table_board_id).first()
    seat.pk, seat.direction = None, "EW"
    with pytest.raises(IntegrityError):
        seat.save()
    row = TableBoard.objects.first()
    with pytest.raises(IntegrityError):
        TableBoard.objects.filter(pk=row.pk).update(ew=row.ns)
    row.pk = None
    with pytest.raises(IntegrityError):
        row.save()
