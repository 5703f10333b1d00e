"""Services for rooms and plays: open, finish, be ready, and call the director. They lock only Room, then Play."""

from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import Any
from uuid import uuid4

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from clubsite.play import relay, room_states, signals
from clubsite.play.calls import Call, calls_standing, with_call, without_plain
from clubsite.play.models import CallReason, Play, PlayEvent, PlayStatus, Room
from clubsite.play.room_states import RoomState
from clubsite.play.seat_resolvers import RoomSeat
from games.registry import rules_for
from games.replay import Event, replay

MOVED_ON = "The table has moved on."
SESSION_PAUSED = "The director has paused the session. Wait for the word to go on."
NOT_YOUR_CALL = "The director has been called for more than that, or by your opponent. The director ends the call."


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to an action. `code` is "ack" or says why it was refused; `reason` is a sentence for the player."""

    code: str
    seq: int
    rev: int
    reason: str = ""

    @property
    def ok(self) -> bool:
        return self.code == "ack"


def play_open(
    *,
    room: Room,
    game: str,
    options: dict[str, Any],
    setup: dict[str, Any],
    seats: dict[str, int],
    log: Sequence[Event] = (),
) -> Play:
    """Start a play in a room that the caller has locked. With a `log`, the play starts from the end of the log.

    Raise games.errors.BadSetup for a wrong setup or option, or BadLog for an invalid log.
    """
    rules = rules_for(game)
    state = replay(rules, setup, options, log)
    play = Play(
        room=room,
        game=game,
        rules_version=rules.version,
        options=options,
        setup=setup,
        south_id=seats.get("S"),
        north_id=seats.get("N"),
        turn=rules.turn(state) or "",
    )
    events = events_after(play, [(event["actor"], event["a"]) for event in log])
    play.save(force_insert=True)
    PlayEvent.objects.bulk_create(events)
    room_boards_update(room=room, play=play, ready=[])
    return play


def events_after(play: Play, acted: Iterable[tuple[str, str]]) -> list[PlayEvent]:
    """Return unsaved events that continue a play's log, from pairs (actor, action). Update `play` to the last event."""
    events = []
    for actor, action in acted:
        play.seq += 1
        events.append(PlayEvent(play=play, seq=play.seq, client_id=uuid4(), actor=actor, action=action))
    return events


def room_locked(room_id: int) -> Room:
    """Return the room, locked. Read its play afterwards: PostgreSQL would return a joined play as it was before the
    wait.
    """
    return Room.objects.select_for_update().get(pk=room_id)


def room_update(*, room: Room, **fields: Any) -> None:
    """Change a locked room or anything around its play, and send the change to everyone who sees it."""
    room.table_rev += 1
    _room_save(room, table_rev=room.table_rev, **fields)


def room_boards_update(*, room: Room, **fields: Any) -> None:
    """Change a locked room when only its table's boards have changed: a board was opened or is over."""
    room.boards_rev += 1
    _room_save(room, boards_rev=room.boards_rev, **fields)


def rooms_delete(rooms: Iterable[int]) -> None:
    """Delete the rooms with these keys. A room in which a play was opened is kept, with the record of the play."""
    Room.objects.filter(pk__in=rooms, plays=None).delete()


def room_invalidate(*, room_id: int) -> None:
    """Record that something visible to the room's seats has changed elsewhere (presence, names)."""
    Room.objects.filter(pk=room_id).update(rev=F("rev") + 1, table_rev=F("table_rev") + 1)
    transaction.on_commit(lambda: relay.broadcast(room_id), robust=True)


def room_state_update(now: RoomState, **fields: Any) -> RoomState:
    """Change only the room's row, its play and its log. Everything around the play stays the same.

    Return the room's new state.
    """
    now = replace(now, room=copy(now.room))
    room_states.keep(now)
    _room_save(now.room, now, **fields)
    return now


def _room_save(room: Room, now: RoomState | None = None, **fields: Any) -> None:
    for name, value in fields.items():
        setattr(room, name, value)
    room.rev += 1
    Room.objects.filter(pk=room.pk).update(**fields, rev=room.rev)
    transaction.on_commit(lambda: relay.broadcast(room.pk, now), robust=True)


def play_finish(*, play: Play, outcome: dict[str, Any]) -> None:
    """Store the outcome of a finished play. A receiver stores the play's score in the same transaction."""
    with transaction.atomic():
        play.status, play.outcome, play.ended_at, play.turn = PlayStatus.OVER, outcome, timezone.now(), ""
        play.save(update_fields=["seq", "turn", "status", "outcome", "ended_at", "acted_at"])
        signals.play_finished.send(sender=Play, play=play)


def play_void(*, play: Play) -> None:
    """Take a live play off its table. It stays on record but does not count. A finished play stays finished."""
    with transaction.atomic():
        room = room_locked(play.room_id)
        play = Play.objects.select_for_update().get(pk=play.pk)
        if play.status != PlayStatus.LIVE:
            return
        play.status, play.ended_at = PlayStatus.VOID, timezone.now()
        play.save(update_fields=["status", "ended_at"])
        if room.play_id == play.pk:
            room_update(room=room, play=None, ready=[])


def room_ready(*, room_seat: RoomSeat, play_id: str) -> Answer:
    """Mark a player as ready for what comes next. If a play is given, the player agrees with its result. Idempotent."""
    with transaction.atomic():
        return seat_ready(room_states.current(room_locked(room_seat.room_id)), room_seat, play_id)


def seat_ready(now: RoomState, room_seat: RoomSeat, play_id: str) -> Answer:
    """Mark a player as ready in a room that the caller has locked."""
    room, play = now.room, now.play
    if (play.public_id if play else "") != play_id:
        past = _past_play(room, room_seat, play_id)
        if past is not None:
            return Answer("ack", past.seq, room.rev)
        return Answer("gone", play.seq if play else 0, room.rev, MOVED_ON)
    if now.playing and play is not None:
        return Answer("illegal", play.seq, room.rev, "This board is not finished yet.")
    if room.paused:
        return Answer("paused", 0, room.rev, SESSION_PAUSED)
    if room_seat.player not in room.ready:
        room = room_state_update(now, ready=sorted([*room.ready, room_seat.player])).room
    if len(room.ready) == 2:
        transaction.on_commit(lambda: relay.run_afterwards(lambda: _all_ready(room.pk)), robust=True)
    return Answer("ack", play.seq if play else 0, room.rev)


def _past_play(room: Room, room_seat: RoomSeat, play_id: str) -> Play | None:
    """Return the play if it is over and belonged to this room or to the player's seat, else None.

    If the player agrees again with the result of a play that is over, nothing changes.
    """
    play = Play.objects.filter(public_id=play_id, status=PlayStatus.OVER).first()
    if play is None or not (play.room_id == room.pk or room_seat.seat_id in play.seats.values()):
        return None
    return play


def _all_ready(room_id: int) -> None:
    signals.room_all_ready.send(sender=Room, room_id=room_id)


def room_call(*, room_seat: RoomSeat, on: bool, reason: CallReason = CallReason.PLAIN, play_id: str = "") -> Answer:
    """Call the director to this table, or take the call back. If a play is given, it must still be on the table.

    A new call is added to the calls that are open, but the same call made twice counts only once. Only its caller
    can take back a plain call, and not while the director is also needed for another reason.
    """
    with transaction.atomic():
        now = room_states.current(room_locked(room_seat.room_id))
        return seat_call(now, room_seat, on=on, reason=reason, play_id=play_id)


def seat_call(
    now: RoomState,
    room_seat: RoomSeat,
    *,
    on: bool,
    reason: CallReason = CallReason.PLAIN,
    play_id: str = "",
) -> Answer:
    """Call the director, or take the call back, in a room that the caller has locked."""
    room = now.room
    if play_id and (now.play is None or now.play.public_id != play_id):
        return Answer("gone", 0, room.rev, MOVED_ON)
    if on:
        board = now.play.setup.get("board") if play_id and now.play is not None else None
        call = Call(reason, room_seat.player, room_seat.seat_id, timezone.now(), play_id, board)
        calls = with_call(room, call)
        if calls is not None:
            room = room_state_update(now, calls=calls).room
    elif calls_standing(room):
        calls = without_plain(room, room_seat.seat_id)
        if calls is None:
            return Answer("illegal", 0, room.rev, NOT_YOUR_CALL)
        room = room_state_update(now, calls=calls).room
    return Answer("ack", 0, room.rev)
