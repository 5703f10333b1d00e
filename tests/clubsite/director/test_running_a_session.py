"""The room: calls on top, pause, hold, moving on, ending, publishing, and never a card."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry
from clubsite.director.monitor.progress import overview_of
from clubsite.duplicate.models import TableBoard
from clubsite.duplicate.services.player_assignment import player_at
from clubsite.play.acts import play_act
from clubsite.play.models import PlayEvent, RevokeReason, SeatTicket
from clubsite.play.seat_tickets import presence_set
from clubsite.play.services import room_call, room_ready
from clubsite.privacy.services.erasure import person_forget
from clubsite.scores.models import ScoreEntry


@pytest.fixture
def room(night, dee, client):
    client.force_login(dee)

    def post(path, **data):
        return client.post(f"/director/{night.session.public_id}/{path}", data)

    return post


@pytest.fixture
def overview(night, client, room):
    return lambda: client.get(f"/director/{night.session.public_id}/overview/").text


def begin(night, *, numbers: tuple[int, int] = (1, 4)):
    """Make both ready, so that the first board opens at their table. Return its play."""
    for number in numbers:
        room_ready(room_seat=night.place(number), play_id="")
    return TableBoard.objects.get(round__number=1, table__number=1).play


def audit_actions(session) -> list[str]:
    return list(AuditEntry.objects.filter(session_ref=session.public_id).values_list("action", flat=True))


def test_a_call_rises_to_the_top_and_is_answered(night, room, overview, dee):
    assert "Nobody needs you" in overview()
    room_call(room_seat=night.place(2), on=True)
    shown = overview()
    assert "One table needs you" in shown
    assert shown.index("callrow") < shown.index('class="tiles"')
    assert [(need.label, need.text) for need in overview_of(night.session, dee).needs] == [("2", "South, Flo, calls")]
    room("table/2/answer/")
    assert "Nobody needs you" in overview()
    assert AuditAction.CALL_ANSWERED in audit_actions(night.session)


def test_each_seat_shows_whether_its_device_is_there(night, dee):
    for here, numbers in ((True, (1, 2, 4)), (False, (2, 4))):
        for number in numbers:
            presence_set(ticket_pk=night.tickets[number].pk, channel="a", here=here)
    SeatTicket.objects.filter(pk=night.tickets[5].pk).delete()
    tables = {one.number: [seat.link for seat in one.seats] for one in overview_of(night.session, dee).tables}
    assert (tables[1], tables[2]) == (["here", "away"], ["away", "none"])


@pytest.mark.django_db(transaction=True)
def test_pause_and_resume(night, dee, room, overview):
    begin(night)
    room("act/pause/")
    assert "Play is paused" in overview()
    night.session.refresh_from_db()
    assert {one.word for one in overview_of(night.session, dee).tables if not one.now.done} == {"Paused"}
    room("act/resume/")
    assert "Paused since" not in overview()


def test_a_round_moves_on_after_one_question_that_names_the_boards(night, room, client):
    asked = client.get(f"/director/{night.session.public_id}/sure/force/").text
    for table in (1, 2, 3):
        row = TableBoard.objects.get(table__number=table, round__number=1)
        assert f"Table {table}: board {row.board.number} " in asked
    assert not ScoreEntry.objects.exists()
    room("act/force/")
    night.section.refresh_from_db()
    assert night.section.round_number == 2
    assert set(ScoreEntry.objects.values_list("status", flat=True)) == {"not_played"}


def test_hold_and_more_time(night, room, overview):
    before = night.section.rounds.get(number=1).ends_at
    room("act/add/")
    assert (night.section.rounds.get(number=1).ends_at - before).total_seconds() == 120
    room("act/hold/")
    assert "The next round is held" in overview()
    room("act/release/")
    assert "The next round is held" not in overview()


@pytest.mark.django_db(transaction=True)
def test_no_page_of_the_director_shows_a_card_of_a_board_in_play(night, room, client):
    row = TableBoard.objects.get(play=begin(night))
    hands = [getattr(row.board, hand) for hand in ("north", "east", "south", "west")]
    number = row.board.number
    for path in (
        "",
        "overview/",
        "table/1/",
        f"score/{row.pk}/",
        f"board/{number}/",
        "ranking/",
        "audit-log/",
    ):
        answer = client.get(f"/director/{night.session.public_id}/{path}")
        assert answer.status_code == 200, path
        assert not any(hand in answer.text or hand.replace(" ", "") in answer.text for hand in hands), path
        assert 'class="card' not in answer.text, path


@pytest.mark.django_db(transaction=True)
def test_the_last_call_is_taken_back(night, room, client):
    room("table/1/undo/")
    shown = client.get(f"/director/{night.session.public_id}/table/1/").text
    assert "No board is being played at that table" in shown
    play = begin(night)
    turn = play.turn
    answer = play_act(
        play_id=play.public_id, player=turn, seat_id=night.place(1 if turn == "S" else 4).seat_id,
        client_id="5ed0e4ba-6b0f-4b7b-9d60-5e1bb0c1a111", seq=0, action="c:1S",
    )  # fmt: skip
    assert answer.ok
    for _ in range(2):  # a second press of the same button takes back nothing more
        room("table/1/undo/", seen=f"{play.public_id}/1")
    log = list(PlayEvent.objects.filter(play=play).values_list("actor", "action"))
    assert log == [(turn, "c:1S"), ("D", "undo")]
    assert AuditAction.PLAY_ACTION_TAKEN_BACK in audit_actions(night.session)


def test_a_seat_is_freed_for_another_device(night, room):
    room("table/1/free/S/")
    ticket = SeatTicket.objects.get(pk=night.tickets[1].pk)
    assert ticket.revoked_at is not None
    assert ticket.revoked_reason == RevokeReason.FREED
    assert SeatTicket.objects.get(pk=night.tickets[4].pk).revoked_at is None
    assert AuditAction.SEAT_FREED in audit_actions(night.session)


def test_end_publish_withdraw(night, room, client):
    row = TableBoard.objects.get(table__number=1, round__number=1)
    room(
        f"score/{row.pk}/",
        status="played", level="4", strain="H", declarer="S", tricks="10", go="save",
    )  # fmt: skip
    room("act/publish/")
    night.session.refresh_from_db()
    assert not night.session.publications.exists(), "a night in play is not published"
    room("act/end/")
    room("act/publish/")
    assert [p.withdrawn for p in night.session.publications.order_by("version")] == [False]
    assert "Withdraw the results?" in client.get(f"/director/{night.session.public_id}/sure/unpublish/").text
    room("act/unpublish/")
    assert [p.withdrawn for p in night.session.publications.order_by("version")] == [False, True]
    log = client.get(f"/director/{night.session.public_id}/audit-log/").text
    assert "Withdrew the results" in log


def test_an_unknown_act_is_no_page(night, room, client):
    assert room("act/explode/").status_code == 404
    assert client.get(f"/director/{night.session.public_id}/sure/pause/").status_code == 404


def test_a_get_changes_nothing(night, room, client):
    for path in ("act/end/", "act/force/", "table/1/free/S/", "table/1/undo/", "print/slips.pdf"):
        assert client.get(f"/director/{night.session.public_id}/{path}").status_code == 405
    night.session.refresh_from_db()
    assert night.session.status == "running"


def test_a_misspelt_name_is_mended_and_noted(night, room, overview):
    """Whoever was forgotten gets no name again."""
    assert "Type the player" in room("table/1/name/N/", name=" ").text
    room("table/1/name/N/", name="Anne  North")
    assert "Anne North" in overview()
    assert AuditAction.NAME_CORRECTED in audit_actions(night.session)
    person_forget(person=player_at(night.session, "1", "N"))
    assert "given up for good" in room("table/1/name/N/", name="Ann").text
    assert player_at(night.session, "1", "N").name == "A former player"


def test_the_ended_room_says_what_was_not_played(night, dee, room, overview):
    room("act/end/")
    assert "The night has ended" in overview() and "About to begin" not in overview()
    night.session.refresh_from_db()
    assert {one.word for one in overview_of(night.session, dee).tables} == {"1 not played"}


def test_the_room_asks_the_database_no_more_for_more_tables(make_night, director, django_assert_max_num_queries):
    night = make_night(players=12, boards_per_round=2)
    with django_assert_max_num_queries(30):
        director.get(f"/director/{night.session.public_id}/overview/")


@pytest.mark.django_db(transaction=True)
def test_the_room_reads_no_card_and_no_published_night(make_night, night, director):
    """Progress is shown, never a card. Data that is not read cannot be shown, and takes no time at every change."""
    heavy = {'"north"', '"setup"', '"payload"'}
    begin(night)
    with CaptureQueriesContext(connection) as asked:
        assert "Playing" in director.get(f"/director/{night.session.public_id}/overview/").text
    assert not {column for column in heavy for query in asked if column in query["sql"]}
    odd = make_night(players=5).session
    assert overview_of(odd, odd.created_by).tally == "2 tables playing, 0 finished, one player sits out"
