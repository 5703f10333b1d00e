"""Changes that the database itself refuses, whoever attempts them."""

from uuid import uuid4

import pytest
from django.db import DatabaseError, IntegrityError

from clubsite.clubs.models import AuditEntry
from clubsite.nights.models import Board, TableBoard, TableBoardSeat
from clubsite.play.models import Play, PlayEvent, SeatTicket
from tests.clubsite.at_tables import act, look, say_ready

pytestmark = pytest.mark.django_db(transaction=True)
BO, ANN = 1, 4


@pytest.fixture
def event(night):
    """The first event on the first board of table 1."""
    for number in (BO, ANN):
        say_ready(night.tickets[number])
    dealer = next(night.tickets[n] for n in (BO, ANN) if look(night.tickets[n])["view"]["legal"])
    act(dealer, "c:1S")
    return PlayEvent.objects.get()


@pytest.mark.parametrize("change", [lambda rows: rows.update(action="c:2S"), lambda rows: rows.delete()])
def test_an_event_of_the_log_cannot_be_changed_or_deleted(event, change):
    with pytest.raises(DatabaseError, match="append-only"):
        change(PlayEvent.objects.filter(pk=event.pk))
    assert PlayEvent.objects.get(pk=event.pk).action == "c:1S"


def test_the_audit_log_cannot_be_changed_or_deleted(night):
    with pytest.raises(DatabaseError, match="append-only"):
        AuditEntry.objects.update(actor="nobody")
    with pytest.raises(DatabaseError, match="append-only"):
        AuditEntry.objects.all()._raw_delete("default")


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


@pytest.mark.parametrize("alike", ["seq", "client_id"])
def test_two_events_never_share_a_number_or_a_client_id(event, alike):
    facts = {"seq": 2, "client_id": uuid4(), alike: getattr(event, alike)}
    with pytest.raises(IntegrityError):
        PlayEvent.objects.create(play=event.play, actor="N", action="c:P", **facts)


def test_a_room_has_one_live_play(event):
    with pytest.raises(IntegrityError):
        Play.objects.create(room=event.play.room, game="solo", rules_version="1", setup={})


def test_a_play_is_not_over_without_an_outcome(event):
    with pytest.raises(IntegrityError):
        Play.objects.filter(pk=event.play_id).update(status="over")


def test_a_subject_has_one_claim_in_force(night):
    ticket = night.tickets[BO]
    with pytest.raises(IntegrityError):
        SeatTicket.objects.create(device=ticket.device, seat=ticket.seat, token_hash="x")


def test_a_contestant_has_a_board_once(night):
    seat = TableBoardSeat.objects.first()
    seat.table_board = TableBoard.objects.exclude(pk=seat.table_board_id).first()
    seat.pk, seat.direction = None, "EW"
    with pytest.raises(IntegrityError):
        seat.save()


def test_a_board_is_at_a_table_once_a_round_and_nobody_plays_against_themselves(night):
    row = TableBoard.objects.first()
    with pytest.raises(IntegrityError):
        TableBoard.objects.filter(pk=row.pk).update(ew=row.ns)
    row.pk = None
    with pytest.raises(IntegrityError):
        row.save()
