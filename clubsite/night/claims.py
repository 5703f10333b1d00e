"""How a club night's claims find their seat: a contestant's follows him round the room, a side's stays at its table."""

from collections.abc import Iterable
from typing import Any

from clubsite.duplicate.models import Seating
from clubsite.duplicate.selectors import seating_now
from clubsite.duplicate.services.running import entry_who
from clubsite.night.surroundings import surroundings_of
from clubsite.play.claims import Place
from clubsite.play.models import Play, Room


def _place(seating: Seating | None, player: str) -> Place | None:
    if seating is None:
        return None
    entry_id = seating.ns_id if player == "S" else seating.ew_id
    return Place(seating.table.room_id, player, entry_who(entry_id) if entry_id else "")


def player_of(seating: Seating, entry_id: int) -> str:
    """"S" when the contestant sits in the N/S column (South player), "N" in the E/W column."""
    return "S" if seating.ns_id == entry_id else "N"


class EntryClaim:
    """Subject: the pk of an Entry."""

    def place(self, subject: str) -> Place | None:
        seating = seating_now(entry_id=int(subject))
        return _place(seating, player_of(seating, int(subject))) if seating else None

    def surroundings(self, subject: str, place: Place | None, room: Room | None, play: Play | None) -> dict[str, Any]:
        return surroundings_of(int(subject), seating_now(entry_id=int(subject)), place, room, play)

    def subjects(self, room_id: int) -> Iterable[str]:
        seating = _seating_in(room_id)
        return [str(pk) for pk in (seating.ns_id, seating.ew_id) if pk] if seating else []


class SideClaim:
    """Subject: "<table pk>:S" or "<table pk>:N"."""

    def place(self, subject: str) -> Place | None:
        table_id, player = subject.split(":")
        return _place(seating_now(table_id=int(table_id)), player)

    def surroundings(self, subject: str, place: Place | None, room: Room | None, play: Play | None) -> dict[str, Any]:
        table_id, player = subject.split(":")
        seating = seating_now(table_id=int(table_id))
        entry_id = (seating.ns_id if player == "S" else seating.ew_id) if seating else None
        return surroundings_of(entry_id, seating, place, room, play)

    def subjects(self, room_id: int) -> Iterable[str]:
        seating = _seating_in(room_id)
        return [f"{seating.table_id}:S", f"{seating.table_id}:N"] if seating else []


def _seating_in(room_id: int) -> Seating | None:
    from clubsite.duplicate.models import Table

    table_id = Table.objects.filter(room_id=room_id).values_list("pk", flat=True).first()
    return seating_now(table_id=table_id) if table_id else None
