"""One broken thing must not stop what the sweep does for all others."""

from datetime import timedelta

import pytest
from django.utils import timezone

from clubsite.duplicate.models import TableBoard
from clubsite.duplicate.services import tables
from clubsite.duplicate.tasks import sweep
from clubsite.play.models import Room, SeatConnection
from clubsite.play.seat_tickets import presence_set


@pytest.fixture
def all_ready_but_lost(night):
    """Everybody is ready, and every message about it was lost."""
    Room.objects.filter(table__section=night.section).update(ready=["N", "S"])
    return night


def test_a_table_that_cannot_go_on_does_not_hold_up_the_others(all_ready_but_lost, monkeypatch):
    night, real = all_ready_but_lost, tables.play_open
    broken = night.section.tables.get(number=1).room_id

    def play_open(*, room, **facts):
        if room.pk == broken:
            raise ValueError("a setup that cannot be")
        return real(room=room, **facts)

    monkeypatch.setattr(tables, "play_open", play_open)
    sweep()
    live = TableBoard.objects.filter(state="live").values_list("table__number", flat=True)
    assert sorted(live) == [2, 3]
    monkeypatch.undo()
    sweep()
    assert TableBoard.objects.filter(state="live").count() == 3


def test_a_broken_table_does_not_keep_the_gone_from_being_noticed(all_ready_but_lost, monkeypatch):
    def broken(**_):
        raise ValueError("a setup that cannot be")

    ticket = all_ready_but_lost.tickets[1]
    long_ago = timezone.now() - timedelta(minutes=5)
    presence_set(ticket.pk, "a page", True)
    SeatConnection.objects.filter(ticket=ticket).update(seen_at=long_ago)
    monkeypatch.setattr(tables, "play_open", broken)
    sweep()
    ticket.refresh_from_db()
    assert not ticket.connected
