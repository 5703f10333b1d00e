"""What the database itself refuses to everybody."""

from uuid import uuid4

import pytest
from django.db import DatabaseError, IntegrityError

from clubsite.clubs.models import AuditEntry
from clubsite.duplicate.models import Board, TableBoard, TableBoardSeat
from clubsite.play.models import Play, PlayEvent, SeatTicket
from tests.clubsite.at_tables import act, look, say_ready

pytestmark = pytest.mark.django_db(transaction=True)
BO, ANN = 1, 4


@pytest.fixture
def event(night):
    """The first event of the first board of table 1."""
    for number in (BO, ANN):
        say_ready(night.tickets[number])
    dealer = next(night.tickets[n] for n in (BO, ANN) if look(night.tickets[n])["view"]["legal"])
    act(dealer, "c:1S")
    return PlayEvent.objects.get()


def test_an_event_of_the_log_cannot_be_changed(event):
    with pytest.raises(DatabaseError, match="append-only"):
        PlayEvent.objects.filter(pk=event.pk).update(action="c:2S")
    event.refresh_from_db()
    assert event.action == "c:1S"


def test_an_event_of_the_log_cannot_be_deleted(event):
    with pytest.raises(DatabaseError, match="append-only"):
        PlayEvent.objects.filter(pk=event.pk).delete()
    assert PlayEvent.objects.filter(pk=event.pk).exists()


def test_the_audit_log_cannot_be_changed_or_deleted(night):
    with pytest.raises(DatabaseError, match="append-only"):
        AuditEntry.objects.update(actor="nobody")
    with pytest.raises(DatabaseError, match="append-only"):
        AuditEntry.objects.all()._raw_delete("default")


def test_what_a_play_started_from_is_written_once(event):
    changes = {
        "setup": {},
        "south": None,
        "north": None,
        "game": "whist",
        "rules_version": "0",
        "options": {"undo": "off"},
    }
    for field, value in changes.items():
        with pytest.raises(DatabaseError, match="append-only"):
            Play.objects.filter(pk=event.play_id).update(**{field: value})


def test_a_board_s_deal_is_written_once(night):
    for field in ("north", "east", "south", "west", "dealer", "vulnerability"):
        with pytest.raises(DatabaseError, match="append-only"):
            Board.objects.update(**{field: "N"})
    with pytest.raises(DatabaseError, match="append-only"):
        Board.objects.update(number=99)


def test_two_events_never_share_a_number(event):
    with pytest.raises(IntegrityError):
        PlayEvent.objects.create(play=event.play, seq=1, client_id=uuid4(), actor="N", action="c:P")


def test_a_client_id_is_in_a_play_s_log_once(event):
    with pytest.raises(IntegrityError):
        PlayEvent.objects.create(play=event.play, seq=2, client_id=event.client_id, actor="N", action="c:P")


def test_a_room_has_one_live_play(event):
    with pytest.raises(IntegrityError):
        Play.objects.create(
            room=event.play.room,
            game="solo",
            rules_version="1",
            setup={},
        )


def test_a_play_is_not_over_without_an_outcome(event):
    with pytest.raises(IntegrityError):
        Play.objects.filter(pk=event.play_id).update(status="over")


def test_a_subject_has_one_claim_in_force(night):
    ticket = night.tickets[BO]
    with pytest.raises(IntegrityError):
        SeatTicket.objects.create(device=ticket.device, seat=ticket.seat, token_hash="x")


def test_a_contestant_has_a_board_once(night):
    seat = TableBoardSeat.objects.first()
    elsewhere = TableBoard.objects.exclude(pk=seat.table_board_id).first()
    with pytest.raises(IntegrityError):
        TableBoardSeat.objects.create(
            table_board=elsewhere, board=seat.board, contestant=seat.contestant, direction="EW"
        )


def test_a_board_is_at_a_table_once_a_round(night):
    row = TableBoard.objects.first()
    with pytest.raises(IntegrityError):
        TableBoard.objects.create(round=row.round, table=row.table, board=row.board, ns=row.ns, ew=row.ew)


def test_nobody_plays_against_themselves(night):
    row = TableBoard.objects.first()
    with pytest.raises(IntegrityError):
        TableBoard.objects.filter(pk=row.pk).update(ew=row.ns)
