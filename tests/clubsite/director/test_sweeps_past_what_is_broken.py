"""A single broken item does not stop the sweep from processing all the others."""

from datetime import timedelta

from django.utils import timezone

from clubsite.nights.models import TableBoard
from clubsite.nights.services import tables
from clubsite.nights.tasks import sweep
from clubsite.play.models import Room, SeatConnection
from clubsite.play.seat_tickets import presence_set


def test_a_table_that_cannot_go_on_holds_up_neither_the_others_nor_the_sweep_of_who_has_gone(night, monkeypatch):
    """Everybody is ready, but every message that says so was lost. One device has been silent for five minutes."""
    real, ticket = tables.play_open, night.tickets[1]
    Room.objects.filter(table__section=night.section).update(ready=["N", "S"])
    presence_set(ticket.pk, "a page", True)
    SeatConnection.objects.filter(ticket=ticket).update(seen_at=timezone.now() - timedelta(minutes=5))
    broken = night.section.tables.get(number=1).room_id

    def play_open(*, room, **facts):
        if room.pk == broken:
            raise ValueError("a setup that cannot be")
        return real(room=room, **facts)

    monkeypatch.setattr(tables, "play_open", play_open)
    sweep()
    live = TableBoard.objects.filter(state="live").values_list("table__number", flat=True)
    assert sorted(live) == [2, 3]
    ticket.refresh_from_db()
    assert not ticket.connected
    monkeypatch.undo()
    sweep()
    assert TableBoard.objects.filter(state="live").count() == 3
