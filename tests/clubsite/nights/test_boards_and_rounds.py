"""Boards follow one another at a table, tables finish their rounds, and the next round starts."""

from unittest import mock

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clubsite.nights.models import Round, Seating, Session, TableBoard, TableBoardSeat
from clubsite.nights.services import rounds, tables
from clubsite.nights.services.directing import session_end, session_pause, session_resume
from clubsite.nights.services.rounds import round_hold
from clubsite.nights.signals import session_changed
from clubsite.play.seat_tickets import presence_set
from clubsite.results.services import leaderboard_set
from movements.choose import options
from movements.mitchell import straight
from tests.clubsite.at_tables import act, in_round, look, play_until, say_ready
from tests.clubsite.listeners import nobody_listens
from tests.long import sample

pytestmark = pytest.mark.django_db(transaction=True)
BO, ANN = 1, 4
TABLES = [(1, 4), (2, 5), (3, 6)]


def state(night, number):
    return look(night.tickets[number])["table"]["state"]


def end_round_at(night, *pairs):
    for south, north in pairs:
        seating = Seating.objects.get(ns__number=south, ew__number=north)
        both = [night.tickets[south], night.tickets[north]]
        play_until(both, stop=lambda s=seating: Seating.objects.get(pk=s.pk).done)


def test_a_round_is_dealt_out_to_all_tables_at_once(make_night, dee):
    """The whole section waits for the deal, so the number of SQL statements must not grow with the number of tables."""
    night = make_night(players=10, plan=straight(5, 5), boards_per_round=2, start=False)
    with nobody_listens(), CaptureQueriesContext(connection) as queries:
        rounds.session_start(session=night.session, user=dee)
    written = [query["sql"] for query in queries if query["sql"].startswith('INSERT INTO "nights_tableboard')]
    assert len(written) == 2 and TableBoard.objects.count() == 10
    seats = TableBoardSeat.objects.values_list("table_board", "board", "contestant", "direction")
    rows = TableBoard.objects.values_list("pk", "board", "ns", "ew")
    assert {*seats} == {seat for pk, board, ns, ew in rows for seat in ((pk, board, ns, "NS"), (pk, board, ew, "EW"))}


def test_both_players_ready_open_the_table_s_next_board_and_a_hint_that_comes_twice_does_nothing_twice(night):
    say_ready(night.tickets[BO])
    assert state(night, BO) == state(night, ANN) == "ready"
    assert not TableBoard.objects.filter(state="live").exists()
    say_ready(night.tickets[ANN])
    assert state(night, BO) == state(night, ANN) == "playing"
    row = TableBoard.objects.get(state="live")
    assert (row.board.number, row.ns.number, row.ew.number) == (1, BO, ANN)
    act(night.tickets[BO], "c:1S")
    act(night.tickets[ANN], "c:1S")
    before = look(night.tickets[BO])
    tables.table_advance(room_id=night.place(BO).room_id)
    rounds.round_check(section_id=night.section.pk)
    assert look(night.tickets[BO]) == before


def test_a_finished_board_is_final_and_waits_until_both_agree(make_night):
    night = make_night(boards_per_round=2)
    seats = [night.tickets[BO], night.tickets[ANN]]
    play_until(seats, stop=lambda: state(night, BO) == "result")
    row = TableBoard.objects.get(board__number=1, table__number=1)
    assert (row.state, row.score_entries.get().contract) == ("finished", "1N")
    assert say_ready(seats[0]).ok
    assert state(night, BO) == "result"
    assert look(seats[0])["table"]["next"] == {"board": 2}
    assert say_ready(seats[1]).ok
    assert (state(night, BO), look(seats[0])["table"]["board"]) == ("playing", 2)


def test_the_last_board_agreed_ends_the_table_s_round_says_where_to_go_and_ready_disturbs_nothing(night):
    end_round_at(night, (BO, ANN))
    south, north = (look(night.tickets[n])["table"] for n in (BO, ANN))
    assert south["state"] == north["state"] == "round_done"
    assert south["next"] == {"round": 2, "table": 1, "seat": "S"}
    assert north["next"] == {"round": 2, "table": 2, "seat": "N"}
    for number in (BO, ANN):
        say_ready(night.tickets[number])
    assert state(night, BO) == "round_done"
    end_round_at(night, (2, 5), (3, 6))
    assert look(night.tickets[BO])["table"]["ready"] == []


def test_the_next_round_waits_for_the_last_table_and_seats_everybody_as_the_movement_says(night):
    end_round_at(night, *TABLES[:2])
    night.section.refresh_from_db()
    assert night.section.round_number == 1
    end_round_at(night, TABLES[2])
    seated = {s.table.number: (s.ns.number, s.ew.number) for s in Seating.objects.filter(round__number=2)}
    assert seated == {1: (1, 6), 2: (2, 4), 3: (3, 5)}
    for number, (south, north) in seated.items():
        for player, seat in ((south, "S"), (north, "N")):
            table = look(night.tickets[player])["table"]
            assert (table["round"], table["table"], table["seat"]) == (2, number, seat)
    first, second = Round.objects.filter(number__lte=2)
    assert first.ended_at is not None and not first.forced
    assert second.started_at >= first.started_at
    assert (second.ends_at - second.started_at).total_seconds() == 8 * 60


def test_a_seat_without_opponent_sits_out_and_who_sits_out_next_reads_so(make_night):
    night = make_night(players=5)
    sitting = next(n for n in night.tickets if state(night, n) == "sit_out")
    table = look(night.tickets[sitting])["table"]
    assert (table["opponent"], table["board"], table["boards"]) == (None, None, [])
    assert table["next"]["round"] == 2
    say_ready(night.tickets[sitting])
    assert state(night, sitting) == "sit_out" and not TableBoard.objects.filter(state="live").exists()
    coming = Seating.objects.get(round__number=2, board_group=0)
    number = (coming.ns or coming.ew).number
    assert state(night, number) == "ready"
    rows = Seating.objects.filter(round__number=1, board_group__gt=0).values_list("ns__number", "ew__number")
    end_round_at(night, next(pair for pair in rows if number in pair))
    assert look(night.tickets[number])["table"]["next"] == {"round": 2, "sit_out": True}
    play_until(night.tickets.values(), stop=in_round(night, 2))
    assert state(night, sitting) != "sit_out"


def test_the_sweep_opens_a_board_and_moves_a_round_whose_hints_were_lost_and_nothing_else(night):
    assert tables.sweep() == 0
    with mock.patch("clubsite.nights.receivers.tables.table_advance"):
        for number in (BO, ANN):
            say_ready(night.tickets[number])
    assert state(night, BO) == "ready"
    assert tables.sweep() == 1
    assert state(night, BO) == "playing"
    with mock.patch.object(tables, "round_check"):
        end_round_at(night, *TABLES)
    assert {state(night, n) for n in night.tickets} == {"round_done"}
    assert tables.sweep() == 1
    assert {look(c)["table"]["round"] for c in night.tickets.values()} == {2}
    say_ready(night.tickets[BO])
    assert tables.sweep() == 0
    play_until(night.tickets.values())
    before = {n: look(c) for n, c in night.tickets.items()}
    assert tables.sweep() == 0
    assert before == {n: look(c) for n, c in night.tickets.items()}


def test_every_movement_of_the_choice_can_be_written_down_and_started(make_night):
    for players in (2, 3, 4):
        for option in options(players, 1):
            night = make_night(players=players, plan=option.plan)
            assert night.section.rounds.count() == option.rounds


@settings(max_examples=sample(2, 20), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_rev_never_falls_for_any_seat_whatever_happens_in_a_night(make_night, dee, data):
    """Boards, agreements, presence, pauses and forced rounds come in any order. The `rev` of a seat only grows."""
    night = make_night(players=data.draw(st.sampled_from([4, 5])))
    last = dict.fromkeys(night.tickets, 0)
    shown = {}

    def check():
        for number, ticket in night.tickets.items():
            seen = look(ticket)
            assert seen["rev"] >= last[number]
            if seen["rev"] == last[number]:
                assert seen == shown[number], "what a seat sees changed and its rev did not"
            last[number], shown[number] = seen["rev"], seen

    def some_play():
        left = [data.draw(st.integers(1, 12), label="steps")]

        def spend():
            left[0] -= 1
            check()

        play_until(night.tickets.values(), stop=lambda: left[0] <= 0, after=spend)

    def presence():
        ticket = night.tickets[data.draw(st.sampled_from(sorted(night.tickets)))]
        presence_set(ticket_pk=ticket.pk, channel="c", here=data.draw(st.booleans()))

    def pause():
        session_pause(session=night.session, user=dee)
        check()
        session_resume(session=night.session, user=dee)

    def force():
        rounds.round_force(section=night.section, user=dee)

    check()
    for happening in data.draw(st.lists(st.sampled_from([some_play, presence, pause, force]), min_size=4, max_size=7)):
        happening()
        check()


@pytest.fixture
def heard():
    """The messages so far: for each, the status that its receiver read and whether it said the session was over."""
    messages: list[tuple[str, bool]] = []

    def listen(session_id, ended, **_):
        messages.append((Session.objects.get(public_id=session_id).status, ended))

    session_changed.connect(listen)
    yield messages
    session_changed.disconnect(listen)


ACTS = {
    "pause": lambda night, dee: session_pause(session=night.session, user=dee),
    "hold": lambda night, dee: round_hold(section=night.section, hold=True, user=dee),
    "end": lambda night, dee: session_end(session=night.session, user=dee),
    "leaderboard": lambda night, dee: leaderboard_set(session=night.session, on=True, user=dee),
}


@pytest.mark.parametrize("act", ACTS)
def test_inside_a_transaction_nobody_hears_of_it_before_the_commit(act, night, dee, heard):
    with transaction.atomic():
        ACTS[act](night, dee)
        assert heard == []
    by_act = {"pause": ("paused", False), "end": ("ended", True)}
    assert set(heard) == {by_act.get(act, ("running", False))}


def test_of_what_was_taken_back_nobody_hears_and_a_hearer_that_fails_refuses_nothing(night, dee, heard):
    with pytest.raises(RuntimeError), transaction.atomic():
        session_pause(session=night.session, user=dee)
        raise RuntimeError
    assert heard == []
    session_pause(session=night.session, user=dee)
    session_resume(session=night.session, user=dee)
    assert heard[0] == ("paused", False) and heard[-1] == ("running", False)

    def fail(**_):
        raise RuntimeError("no channel")

    session_changed.connect(fail)
    try:
        session_pause(session=night.session, user=dee)
    finally:
        session_changed.disconnect(fail)
    assert Session.objects.get().status == "paused"
