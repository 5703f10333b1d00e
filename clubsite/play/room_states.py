"""A process's cache of a room: its play, everything around the play, and its seats. The room's row shows whether
the cache is valid.

Read the row first and the rest afterwards: the cache may be newer than the row's numbers, but never older.
While the row has the same `table_rev`, everything around the play is valid; while it has the same `rev`, so is
the play. The log is append-only, so a later `rev` is reached by applying the additional events.
"""

import threading
import time
from collections import OrderedDict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction
from django.db.models import F

from clubsite.play.calls import calls_standing
from clubsite.play.models import Play, PlayEvent, PlayStatus, Room, SeatConnection, SeatTicket
from clubsite.play.seat_resolvers import RoomSeat, RoomTable, room_table_of
from clubsite.play.table_state import Json
from games.errors import IllegalAction
from games.registry import rules_for
from games.replay import replay

KEPT_SECONDS = 60.0  # changes that raise neither number (a club gets another name) are seen after this time
MAX_KEPT_ROOMS = 4000  # rooms of a process
FORGOTTEN_AFTER = 300.0  # seconds: an open socket lets its room be read again every KEPT_SECONDS
PLAIN_VERBS = ("c:", "p:")  # calls and cards: nothing around the play depends on them


@dataclass(frozen=True, slots=True)
class SeatedTicket:
    """A ticket in force, with its current seat in the room and the channels of its open sockets."""

    ticket: SeatTicket
    room_seat: RoomSeat
    channels: tuple[str, ...]


class TableNow:
    """Everything around a room's play, with its seats, as read at one `table_rev` and `boards_rev` of the room."""

    def __init__(
        self, room: Room, room_table: RoomTable | None, seated: Mapping[int, SeatedTicket], read_at: float
    ) -> None:
        self.rev, self.boards_rev, self.read_at = room.table_rev, room.boards_rev, read_at
        self.room_table, self.seated = room_table, seated
        self._parts: dict[tuple[Any, ...], Json] = {}

    @classmethod
    def read(cls, room: Room) -> "TableNow":
        """Read the whole table from the database."""
        read_at, room_table = time.monotonic(), room_table_of(room.pk)
        return cls(room, room_table, {seated.ticket.pk: seated for seated in _seated(room_table)}, read_at)

    def at(self, room: Room) -> "TableNow":
        """Return the table for the row's numbers: unchanged, or with its boards or everything read again."""
        if self.rev != room.table_rev or time.monotonic() - self.read_at > KEPT_SECONDS:
            return TableNow.read(room)
        if self.boards_rev == room.boards_rev:
            return self
        again = self.room_table.at_next_board() if self.room_table is not None else None
        return TableNow(room, again, self.seated, self.read_at)

    def part(self, seated: SeatedTicket, room: Room, play: Play | None, event: int) -> Json:
        """Return the `table` part of a seat's view. `RoomState` explains `said`."""
        assert self.room_table is not None, "somebody sits here"
        key = _key(seated, room, play, event)
        if key not in self._parts:
            self._parts[key] = self.room_table.state(seated.ticket, room, play).as_json()
        return {**self._parts[key], "ready": list(room.ready)}

    def has_part(self, seated: SeatedTicket, room: Room, play: Play | None, event: int) -> bool:
        """True if the `table` part of this seat's view needs no query."""
        return _key(seated, room, play, event) in self._parts


def _key(seated: SeatedTicket, room: Room, play: Play | None, event: int) -> tuple[Any, ...]:
    all_ready = len(room.ready) > 1  # until then nobody knows whether the next board can be opened
    of_room = (room.paused, all_ready, *(call.key for call in calls_standing(room)))
    return (seated.ticket.pk, *of_room, (play.pk, play.status) if play else None, event)


@dataclass(frozen=True, slots=True)
class RoomState:
    """A room at one `rev`. It is never changed, only replaced. `state` is the game state after the log's event `last`.

    `said` is the number of the last event if that was neither a call nor a card (a claim, an answer), else 0.
    """

    room: Room
    play: Play | None
    state: Any
    last: str
    table: TableNow

    @property
    def said(self) -> int:
        return 0 if self.play is None or self.last.startswith(PLAIN_VERBS) else self.play.seq

    @property
    def playing(self) -> bool:
        """True if there is a live play on the table."""
        return self.play is not None and self.play.status == PlayStatus.LIVE

    @property
    def claim_waits(self) -> bool:
        """True if the last event of a live play is a claim."""
        return self.playing and self.last.startswith("claim:")

    @property
    def in_memory(self) -> bool:
        """True if all views can be sent without a query. Then only the seats and the director's page are affected."""
        table = self.table
        if self.claim_waits or (table.room_table is not None and table.room_table.robot):
            return False
        return all(
            table.has_part(seated, self.room, self._play_seen_by(seated.room_seat), self.said)
            for seated in table.seated.values()
        )

    def messages(self) -> Iterator[tuple[SeatedTicket, Json]]:
        """Yield the view message for every ticket in the room."""
        views: dict[str, Json] = {}
        for seated in self.table.seated.values():
            yield seated, self.message(seated, views)

    def message(self, seated: SeatedTicket, views: dict[str, Json] | None = None) -> Json:
        """Return the view message for one ticket: everything that its seat may see.

        The allow-list in the game's `view` decides what the seat may see. `views` caches the views by player while
        the messages for the room's tickets are made.
        """
        views = {} if views is None else views
        player, play = seated.room_seat.player, self._play_seen_by(seated.room_seat)
        shown = play is not None and not self.room.paused
        if play is not None and shown and player not in views:
            views[player] = rules_for(play.game).view(self.state, player)
        return {
            "t": "view",
            "rev": self.room.rev,
            "play": play.public_id if play else None,
            "seq": play.seq if play else 0,
            "table": self.table.part(seated, self.room, play, self.said),
            "view": views[player] if shown else None,
        }

    def _play_seen_by(self, room_seat: RoomSeat) -> Play | None:
        """Return the room's play if the holder of this seat is playing it, else None. A newcomer sees nothing of the
        previous board.
        """
        play = self.play
        return play if play is not None and play.seats.get(room_seat.player) == room_seat.seat_id else None


_kept: OrderedDict[int, RoomState] = OrderedDict()
_room_of: dict[int, int] = {}  # by ticket: where to look first
_lock = threading.Lock()


def room_of(ticket_pk: int) -> int | None:
    """Return the id of the room where this process last saw the ticket, or None. The ticket may have moved since."""
    return _room_of.get(ticket_pk)


def keep(now: RoomState) -> None:
    """Cache this state once the current transaction has committed."""
    transaction.on_commit(lambda: _keep(now), robust=True)


def _keep(now: RoomState) -> None:
    with _lock:
        before = _kept.get(now.room.pk)
        if before is not None and _same(before, now.room) and _numbers(before) > _numbers(now):
            return
        _kept[now.room.pk] = now
        _kept.move_to_end(now.room.pk)
        if before is not None:
            _forget_seats(before)
        _room_of.update(dict.fromkeys(now.table.seated, now.room.pk))
        _forget_rooms()


def _forget_rooms() -> None:
    """Forget rooms that nobody has looked at for a while, and the oldest ones if there are too many."""
    looked_at = time.monotonic() - FORGOTTEN_AFTER
    while _kept:
        room_pk, oldest = next(iter(_kept.items()))
        if len(_kept) <= MAX_KEPT_ROOMS and oldest.table.read_at > looked_at:
            return
        del _kept[room_pk]
        _forget_seats(oldest)


def _forget_seats(gone: RoomState) -> None:
    for ticket_pk in gone.table.seated:
        if _room_of.get(ticket_pk) == gone.room.pk:
            del _room_of[ticket_pk]


def _numbers(now: RoomState) -> tuple[int, int]:
    return now.room.rev, now.table.rev + now.table.boards_rev


def _same(kept: RoomState, room: Room) -> bool:
    return kept.room.public_id == room.public_id  # a key can come again in another database


def current(room: Room) -> RoomState:
    """Return the state of a room whose row has just been read, reusing the cached parts that the row proves valid.

    Inside a transaction, call this before any write that raises the row's numbers.
    """
    kept = _kept.get(room.pk)
    if kept is None or not _same(kept, room) or kept.room.rev > room.rev:
        now = read(room)
    else:
        table = kept.table.at(room)
        now = replace(kept, room=room, table=table)
        if kept.room.rev != room.rev:
            now = _caught_up(now)
        elif table is kept.table:
            return now
    keep(now)
    return now


def read(room: Room) -> RoomState:
    """Read a room's whole state from the database. The caller has already read its row."""
    return _play_read(RoomState(room, None, None, "", TableNow.read(room)))


def _play_read(now: RoomState) -> RoomState:
    play = Play.objects.get(pk=now.room.play_id) if now.room.play_id else None
    log = log_of(play) if play is not None and play.seq else []
    state = replay(rules_for(play.game), play.setup, play.options, log) if play is not None else None
    return replace(now, play=play, state=state, last=log[-1]["a"] if log else "")


def _caught_up(now: RoomState) -> RoomState:
    """Return the state brought up to the current end of the play by applying the additional events in the log."""
    kept = now.play
    if kept is None or now.room.play_id != kept.pk:
        return _play_read(now)
    state, last = now.state, now.last
    rules, play = rules_for(kept.game), Play.objects.get(pk=kept.pk)
    if play.seq == kept.seq:
        return replace(now, play=play)
    more = PlayEvent.objects.filter(play=play, seq__gt=kept.seq, seq__lte=play.seq).order_by("seq")
    try:
        for actor, last in more.values_list("actor", "action"):
            state = rules.apply(state, actor, last)
    except IllegalAction:  # the log has changed: the database was restored to an earlier time
        return _play_read(now)
    return replace(now, play=play, state=state, last=last)


def log_of(play: Play) -> list[dict[str, Any]]:
    """Return the log in the form that `games.replay` takes, up to the play's current event according to its row."""
    rows = play.events.filter(seq__lte=play.seq).order_by("seq").values_list("seq", "actor", "action")
    return [{"seq": seq, "actor": actor, "a": action} for seq, actor, action in rows]


def logs_of(plays: Collection[Play]) -> dict[int, list[dict[str, Any]]]:
    """Return the logs of several plays, keyed by play id."""
    logs: dict[int, list[dict[str, Any]]] = {play.pk: [] for play in plays}
    rows = PlayEvent.objects.filter(play__in=plays, seq__lte=F("play__seq")).order_by("play", "seq")
    for play, seq, actor, action in rows.values_list("play", "seq", "actor", "action"):
        logs[play].append({"seq": seq, "actor": actor, "a": action})
    return logs


def _seated(room_table: RoomTable | None) -> Iterator[SeatedTicket]:
    """Yield every ticket in force whose seat is currently at this table."""
    if room_table is None:
        return
    here = list(SeatTicket.objects.filter(seat__in=room_table.seats(), revoked_at__isnull=True))
    room_table.held = {ticket.seat_id for ticket in here}
    room_table.connected = {ticket.seat_id for ticket in here if ticket.connected}
    channels: dict[int, list[str]] = {}
    for ticket_pk, channel in SeatConnection.objects.filter(ticket__in=here).values_list("ticket", "channel"):
        channels.setdefault(ticket_pk, []).append(channel)
    for ticket in here:
        yield SeatedTicket(ticket, room_table.room_seat(ticket), tuple(channels.get(ticket.pk, ())))
