"""Reads on plays and tickets, and the one place where a viewer's whole view is built."""

from typing import Any

from clubsite.core.tokens import matches
from clubsite.play.models import Play, Room, SeatTicket
from clubsite.play.seat_resolvers import RoomSeat, RoomTable, resolver_of, room_seat_of
from games.registry import rules_for
from games.replay import replay

NOT_YOURS = "This seat is no longer yours. Come in again with the table's code."
SNAPSHOT_TRIES = 3


def ticket_for(public_id: str, token: str) -> SeatTicket | None:
    """The ticket of this socket or page if its cookie's token is right and it is in force."""
    if not public_id.isalnum():  # it comes from an address, and PostgreSQL refuses a NUL
        return None
    ticket = (
        SeatTicket.objects.select_related("device")
        .filter(public_id=public_id, revoked_at__isnull=True)
        .first()
    )
    return ticket if ticket is not None and matches(token, ticket.token_hash) else None


def ticket_in_force(ticket_pk: int) -> SeatTicket | None:
    """The ticket as it is now, or None once it was revoked."""
    return SeatTicket.objects.filter(pk=ticket_pk, revoked_at__isnull=True).first()


def log_of(play: Play) -> list[dict[str, Any]]:
    """The log as `games.replay` takes it."""
    rows = play.events.order_by("seq").values_list("seq", "actor", "action")
    return [{"seq": seq, "actor": actor, "a": action} for seq, actor, action in rows]


def state_of(play: Play) -> Any:
    """The state of a play: the fold of its log. Nothing is cached, a fold takes well under a millisecond."""
    return replay(rules_for(play.game), play.setup, play.options, log_of(play))


def view_of(play: Play, viewer: str) -> dict[str, Any]:
    """What `viewer` may see of this play; the allow-list is the game's own `view`."""
    return rules_for(play.game).view(state_of(play), viewer)


def rev_of(ticket: SeatTicket) -> int | None:
    """The `rev` that the ticket's holder ought to have painted; 0 without a seat, None when the ticket is gone."""
    fresh = SeatTicket.objects.filter(pk=ticket.pk, revoked_at__isnull=True).first()
    if fresh is None:
        return None
    room_seat = room_seat_of(fresh)
    if room_seat is None:
        return 0
    return Room.objects.values_list("rev", flat=True).get(pk=room_seat.room_id)


def snapshot(ticket: SeatTicket) -> dict[str, Any]:
    """The view message of a ticket: everything that its seat may see now, and nothing else.

    A `gone` message once the ticket is no longer in force, whatever the caller's copy of it says.
    """
    fresh = SeatTicket.objects.filter(pk=ticket.pk, revoked_at__isnull=True).first()
    if fresh is None:
        return {"t": "gone", "reason": why_gone(ticket)}
    for _ in range(SNAPSHOT_TRIES):
        room_seat = room_seat_of(fresh)
        if room_seat is None:
            break
        views = RoomViews(room_seat.room_id)
        room_table = resolver_of(fresh).room_table(room_seat.room_id)
        # A round may have moved between the two: then this table is somebody else's.
        if room_table is not None and room_table.room_seat(fresh) == room_seat:
            return views.message(fresh, room_table)
    table = resolver_of(fresh).state_without_seat(fresh).as_json()
    return {"t": "view", "rev": 0, "play": None, "seq": 0, "table": table, "view": None}


def why_gone(ticket: SeatTicket) -> str:
    """Why a ticket is no longer in force, in a sentence for its holder."""
    ended = SeatTicket.objects.filter(pk=ticket.pk).first()
    return (ended.get_revoked_reason_display() if ended else "") or NOT_YOURS


class RoomViews:
    """The views of one room: its play is read and folded once, then shown to each seat with that seat's eyes.

    Make it before reading anything else of the room: a view whose `rev` is older than what it shows is put right by the
    next ping, one whose `rev` is newer never would.
    """

    def __init__(self, room_id: int) -> None:
        self.room = Room.objects.select_related("play").get(pk=room_id)
        self._state: Any = None

    @property
    def playing(self) -> bool:
        """Whether a play is live on the table."""
        return self.room.play is not None and self.room.play.status == "live"

    def message(self, ticket: SeatTicket, room_table: RoomTable) -> dict[str, Any]:
        """The view message for one ticket of the room."""
        room_seat = room_table.room_seat(ticket)
        play = self._play_seen_by(room_seat)
        return {
            "t": "view",
            "rev": self.room.rev,
            "play": play.public_id if play else None,
            "seq": play.seq if play else 0,
            "table": room_table.state(ticket, self.room, play).as_json(),
            "view": self._view(play, room_seat.player) if play and not self.room.paused else None,
        }

    def _view(self, play: Play, viewer: str) -> dict[str, Any]:
        if self._state is None:
            self._state = state_of(play)
        return rules_for(play.game).view(self._state, viewer)

    def _play_seen_by(self, room_seat: RoomSeat) -> Play | None:
        """The room's play, if the one who sits here plays it (a newcomer sees nothing of the last board)."""
        play = self.room.play
        return play if play is not None and play.seats.get(room_seat.player) == room_seat.occupant else None
