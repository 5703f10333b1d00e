"""A director's actions in a running session: holding, moving on, pausing, settling and ending it."""

from datetime import timedelta

import pytest
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry
from clubsite.core.refused import Refused
from clubsite.nights.models import Board, BoardSet, Round, Seating, Session, TableBoard
from clubsite.nights.selectors.sessions import table_by_code
from clubsite.nights.services.directing import clock_add, session_end, session_pause, session_resume
from clubsite.nights.services.opening import OpenedFor, boards_open
from clubsite.nights.services.rounds import round_force, round_hold
from clubsite.nights.services.tables import table_board_settled
from clubsite.play.models import Play, PlayEvent, Room
from tests.clubsite.at_tables import act, in_round, look, play_until, say_ready
from tests.kit.typed_scores import enter_score

pytestmark = pytest.mark.django_db(transaction=True)
BO, ANN = 1, 4


def table(night, number):
    return look(night.tickets[number])["table"]


def open_board(night):
    for number in (BO, ANN):
        say_ready(night.tickets[number])
    return next(night.tickets[n] for n in (BO, ANN) if look(night.tickets[n])["view"]["legal"])


def test_a_held_round_rests_until_it_is_released_and_one_that_ends_in_a_pause_until_that_ends(night, dee):
    for hold in (True, False, True):
        round_hold(section=night.section, hold=hold, user=dee)
        assert table(night, BO)["round"] == 1, "released while it is in play, it goes on"
    seatings = Seating.objects.filter(round__section=night.section, round__number=1)
    play_until(night.tickets.values(), stop=lambda: not seatings.filter(done=False).exists())
    assert {table(night, n)["state"] for n in night.tickets} == {"round_done"}
    round_hold(section=night.section, hold=False, user=dee)
    assert {table(night, n)["round"] for n in night.tickets} == {2}
    session_pause(session=night.session, user=dee)
    for row in TableBoard.objects.filter(round__number=2):
        table_board_settled(table_board=row)
    assert table(night, BO)["round"] == 2
    session_resume(session=night.session, user=dee)
    assert table(night, BO)["round"] == 3


def test_a_pause_covers_every_table_and_moving_on_voids_what_is_in_play_and_keeps_what_was_finished(night, dee):
    play_until([night.tickets[2], night.tickets[5]], stop=lambda: table(night, 2)["state"] == "result")
    done = TableBoard.objects.get(state="finished")
    dealer = open_board(night)
    act(dealer, "c:1S")
    before = look(dealer)
    session_pause(session=night.session, user=dee)
    shown = [look(ticket) for ticket in night.tickets.values()]
    assert {(page["table"]["state"], page["view"] is None) for page in shown} == {("paused", True)}
    session_resume(session=night.session, user=dee)
    after = look(dealer)
    assert (after["view"], after["seq"]) == (before["view"], before["seq"])
    assert round_force(section=night.section, user=dee) == 2
    done.refresh_from_db()
    assert (done.state, done.play.status) == ("finished", "over")
    rows = TableBoard.objects.filter(round__number=1).exclude(pk=done.pk)
    assert {row.state for row in rows} == {"unplayed"}
    assert {row.score_entries.get().status for row in rows} == {"not_played"}
    assert Play.objects.exclude(pk=done.play_id).get().status == "void"
    assert PlayEvent.objects.exclude(play=done.play_id).count() == 1
    assert {table(night, n)["round"] for n in night.tickets} == {2}
    assert Round.objects.get(number=1).forced


def test_more_time_shows_at_the_tables_the_clock_gets_a_pause_back_and_one_pause_is_all(night, dee):
    """If the round is overdue, the extra time counts from now."""
    before = look(night.tickets[BO])
    clock_add(section=night.section, minutes=5, user=dee)
    after = look(night.tickets[BO])
    assert after["table"]["ends_at"] > before["table"]["ends_at"] and after["rev"] > before["rev"]
    night.section.rounds.filter(number=1).update(ends_at=timezone.now() - timedelta(minutes=30))
    clock_add(section=night.section, minutes=2, user=dee)
    left = night.section.rounds.get(number=1).ends_at - timezone.now()
    assert timedelta(minutes=1) < left <= timedelta(minutes=2)
    before = Round.objects.get(number=1).ends_at
    session_pause(session=night.session, user=dee)
    Session.objects.filter(pk=night.session.pk).update(paused_at=timezone.now() - timedelta(minutes=10))
    session_resume(session=night.session, user=dee)
    given = Round.objects.get(number=1).ends_at - before
    assert timedelta(minutes=10) <= given < timedelta(minutes=10, seconds=5)
    with pytest.raises(Refused, match="not paused"):
        session_resume(session=night.session, user=dee)
    session_pause(session=night.session, user=dee)
    with pytest.raises(Refused, match="not in play"):
        session_pause(session=night.session, user=dee)
    with pytest.raises(Refused, match="Resume it first"):
        round_force(section=night.section, user=dee)


def test_a_score_typed_for_a_board_in_play_voids_the_play_and_lets_the_table_go_on(make_night, dee):
    night = make_night(boards_per_round=2)
    dealer = open_board(night)
    act(dealer, "c:1S")
    play_id = look(dealer)["play"]
    enter_score(TableBoard.objects.get(state="live"), dee, "4S S 10")
    assert Play.objects.get(public_id=play_id).status == "void"
    assert act(dealer, "c:P", play=play_id).code == "gone"
    at = table(night, BO)
    assert (at["state"], at["done"], at["board"]) == ("ready", [1], 2)
    open_board(night)
    assert look(dealer)["view"]["board"] == 2
    enter_score(TableBoard.objects.get(state="live"), dee, "4S S 10")
    assert table(night, BO)["state"] == "round_done"


def test_correcting_a_finished_board_disturbs_no_board_in_play(make_night, dee):
    night = make_night(boards_per_round=2)
    play_until([night.tickets[BO], night.tickets[ANN]], stop=lambda: table(night, BO)["board"] == 2)
    before = look(night.tickets[BO])
    row = TableBoard.objects.get(board__number=1, table__number=1)
    enter_score(row, dee, "4S S 10")
    after = look(night.tickets[BO])
    assert (after["play"], after["view"]) == (before["play"], before["view"])
    assert row.score_entries.count() == 2


def test_both_are_shown_the_director_s_correction(night, dee):
    """Table 1 has finished its board, but nobody has yet agreed to 1NT by North, one down."""
    play_until([night.tickets[BO], night.tickets[ANN]], stop=lambda: table(night, BO)["state"] == "result")
    finished, own = TableBoard.objects.get(round__number=1, table__number=1), table(night, BO)["result"]
    assert own["text"] == "1N by North, 1 down" and not own["corrected"]
    enter_score(finished, dee, "2S S 9", why="They agreed on nine")
    for number in (BO, ANN):
        shown = table(night, number)["result"]
        assert shown["text"] == "2S by South, made 9 tricks" and shown["corrected"]
        assert shown["score_text"].endswith("to South")
    enter_score(finished, dee, "A6040", why="A dummy out of order")
    shown = table(night, BO)["result"]
    assert (shown["text"], shown["score_text"]) == ("Artificial: 60 % to South and 40 % to North", "")


@pytest.mark.parametrize("paused", [False, True])
def test_ending_calls_open_boards_not_played_and_finishes_every_seat(night, dee, paused):
    open_board(night)
    if paused:
        session_pause(session=night.session, user=dee)
    assert session_end(session=night.session, user=dee) == 3
    assert not Play.objects.filter(status="live").exists() and not Room.objects.exclude(play=None).exists()
    for attempt in (session_end, session_pause, session_resume):
        with pytest.raises(Refused):
            attempt(session=night.session, user=dee)
    for number in (BO, ANN):
        say_ready(night.tickets[number])
    assert Play.objects.count() == 1, "to be ready after the end opens nothing"
    ended = [table(night, n) for n in night.tickets]
    assert {(message["state"], message["paused"]) for message in ended} == {("finished", False)}


def test_a_table_s_code_lives_as_long_as_the_session_runs(night, make_night, dee):
    code = table(night, BO)["code"]
    assert table_by_code(code).number == 1
    session_pause(session=night.session, user=dee)
    assert table_by_code(code) is not None
    session_end(session=night.session, user=dee)
    assert table_by_code(code) is None
    draft = make_night(start=False)
    assert table_by_code(draft.section.tables.first().code) is None


def test_what_the_director_does_is_in_the_audit_log_with_their_name(night, dee):
    round_hold(section=night.section, hold=True, user=dee)
    session_pause(session=night.session, user=dee)
    session_resume(session=night.session, user=dee)
    round_force(section=night.section, user=dee)
    session_end(session=night.session, user=dee)
    log = AuditEntry.objects.filter(session=night.session, user=dee).order_by("pk")
    assert list(log.values_list("action", flat=True))[-5:] == [
        AuditAction.ROUND_HELD, AuditAction.SESSION_PAUSED, AuditAction.SESSION_RESUMED,
        AuditAction.ROUND_MOVED_ON, AuditAction.SESSION_ENDED,
    ]  # fmt: skip


@pytest.fixture
def operator(django_user_model, client):
    client.force_login(django_user_model.objects.create_superuser("op", password="correct horse"))
    return client


def test_in_the_admin_a_night_is_not_made_nor_deleted_and_keeps_its_shape_and_its_options(night, operator):
    before = Session.objects.values().get()
    bent = {"name": "Renamed", "date": "2026-11-18", "players": "2", "boards_per_round": "12"}
    operator.post(
        f"/admin/nights/session/{night.session.pk}/change/",
        {**bent, "minutes_per_board": "1", "options": '{"hints": "bogus"}', "status": "draft", "club": "99"},
    )
    after = Session.objects.values().get()
    assert after.pop("name") == "Renamed"
    changed = {key for key, value in after.items() if value != before[key]} - {"name_key", "name_order"}
    assert changed == {"date"}
    assert operator.get("/admin/nights/session/add/").status_code == 403
    play_until(night.tickets.values(), in_round(night, 2))
    operator.post(f"/admin/nights/session/{night.session.pk}/delete/", {"post": "yes"})
    assert Session.objects.filter(pk=night.session.pk).exists()


def test_staff_without_rights_see_nothing_in_the_admin(night, client, django_user_model):
    client.force_login(django_user_model.objects.create_user("clerk", is_staff=True))
    for page in ("nights/session/", "clubs/auditentry/", "scores/scoreentry/"):
        assert client.get(f"/admin/{page}").status_code == 403


def test_what_is_written_once_is_not_written_again_even_in_the_database(night):
    """The boards are opened first, because boards in play are open."""
    boards_open(session=night.session, boards=Board.objects.all(), why=OpenedFor.FILE)
    for model, columns in (
        (Board, "north east dealer board_set_id"),
        (BoardSet, "commitment source"),
        (TableBoard, "board_id ns_id round_id"),
    ):
        for column in columns.split():
            with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
                cursor.execute(f"UPDATE {model._meta.db_table} SET {column} = {column}")
