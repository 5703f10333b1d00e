"""Whole sessions through the services: everybody plays everything once, and `rev` only ever grows."""

from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clubsite.duplicate.models import Round, Seating, TableBoard, TableBoardSeat
from clubsite.duplicate.services.directing import session_pause, session_resume
from clubsite.duplicate.services.rounds import round_force
from clubsite.play.models import Play
from clubsite.play.seat_tickets import presence_set
from clubsite.scores.models import ScoreEntry
from movements.choose import options
from movements.howell import howell
from tests.clubsite.at_tables import look, play_until
from tests.long import sample

pytestmark = pytest.mark.django_db(transaction=True)


def each_board_at_most_once(night):
    seats = TableBoardSeat.objects.filter(table_board__round__section=night.section, void=False)
    played = Counter(seats.values_list("contestant__number", "board__number"))
    return played and max(played.values()) == 1


def test_a_night_of_six_is_played_to_its_end(night):
    play_until(night.tickets.values())
    rows = TableBoard.objects.all()
    assert (rows.count(), {row.state for row in rows}) == (9, {"finished"})
    assert ScoreEntry.objects.count() == Play.objects.filter(status="over").count() == 9
    assert each_board_at_most_once(night)
    assert {look(c)["table"]["state"] for c in night.tickets.values()} == {"finished"}
    assert not Round.objects.filter(ended_at=None).exists()


def test_a_night_of_five_is_played_to_its_end_with_everybody_s_sit_out(make_night):
    night = make_night(players=5)
    play_until(night.tickets.values())
    assert {row.state for row in TableBoard.objects.all()} == {"finished"}
    assert each_board_at_most_once(night)
    assert {look(c)["table"]["state"] for c in night.tickets.values()} == {"finished"}
    assert Seating.objects.filter(board_group=0).count() == Round.objects.count()


def test_in_a_howell_a_contestant_sits_in_both_columns(make_night):
    plan = next(o.plan for o in options(4, 1) if o.winners == 1)
    night = make_night(players=4, plan=plan)
    play_until(night.tickets.values())
    columns = {}
    for number, direction in TableBoardSeat.objects.values_list("contestant__number", "direction"):
        columns.setdefault(number, set()).add(direction)
    assert any(found == {"NS", "EW"} for found in columns.values())
    assert each_board_at_most_once(night)


def test_a_howell_of_six_brings_everybody_together_once(make_night):
    night = make_night(plan=howell(3))
    meetings = Counter(frozenset(pair) for pair in Seating.objects.values_list("ns__number", "ew__number"))
    assert len(meetings) == 15
    assert set(meetings.values()) == {1}
    assert night.section.rounds.count() == 5


@settings(max_examples=sample(2, 20), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_rev_never_falls_for_any_seat_whatever_happens_in_a_night(make_night, dee, data):
    """Boards, agreement, presence, pauses and forced rounds in any order: the numbers of a seat's views only grow."""
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
        round_force(section=night.section, user=dee)

    check()
    for happening in data.draw(st.lists(st.sampled_from([some_play, presence, pause, force]), min_size=4, max_size=7)):
        happening()
        check()
