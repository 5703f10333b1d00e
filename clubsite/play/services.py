"""Writes on plays: open, act, be ready, call the director. Locks Room then Play, nothing above."""

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID, uuid4

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.play import relay, room_states, signals
from clubsite.play.models import CallReason, Play, PlayEvent, PlayStatus, Room, SeatTicket
from clubsite.play.room_states import RoomState
from clubsite.play.seat_resolvers import RoomSeat
from games.errors import IllegalAction
from games.registry import rules_for
from games.rules import Rules

DIRECTOR = "D"
NO_BOARD = "That board is no longer on this table."
MOVED_ON = "The table has moved on."
PAUSED = "The director has paused the session. Wait for the word to go on."
NOT_YOUR_CALL = (
    "The director has been called for more than that, or by your opponent. The director ends the call."
)


@dataclass(frozen=True, slots=True)
class Answer:
    """What an action got. `code` is "ack", or why it was refused; `reason` a sentence for the player."""

    code: str
    seq: int
    rev: int
    reason: str = ""

    @property
    def ok(self) -> bool:
        return self.code == "ack"


def play_open(
    *, room: Room, game: str, options: dict[str, Any], setup: dict[str, Any], seats: dict[str, str]
) -> Play:
    """Start a play in a room that the caller has locked. Raises games.errors.BadSetup."""
    rules = rules_for(game)
    state = rules.start(setup, options)
    play = Play.objects.create(
        room=room,
        game=game,
        rules_version=rules.version,
        options=options,
        setup=setup,
        seats=seats,
        turn=rules.turn(state) or "",
    )
    room_boards_set(room=room, play=play, ready=[])
    return play


def room_locked(room_id: int) -> Room:
    """The room, locked. Its play is read after that: joined, PostgreSQL gives it as it was before the wait."""
    return Room.objects.select_for_update().get(pk=room_id)


def room_set(*, room: Room, **fields: Any) -> None:
    """Change a locked room, or what is around its play, and let everybody who sees it know."""
    room.table_rev += 1
    _room_save(room, table_rev=room.table_rev, **fields)
    relay.room_changed(room.pk)


def room_boards_set(*, room: Room, **fields: Any) -> None:
    """The same where only the boards of its table are others: one is opened, or over."""
    room.boards_rev += 1
    _room_save(room, boards_rev=room.boards_rev, **fields)
    relay.room_changed(room.pk)


def room_touch(*, room_id: int) -> None:
    """Something that the room's seats can see has changed elsewhere (presence, names)."""
    Room.objects.filter(pk=room_id).update(rev=F("rev") + 1, table_rev=F("table_rev") + 1)
    relay.room_changed(room_id)


def _room_moved(now: RoomState, **fields: Any) -> RoomState:
    """The same for a change of no more than the room's row, its play and its log: what is around the play stands."""
    now = replace(now, room=copy(now.room))
    _room_save(now.room, **fields)
    room_states.keep(now)
    relay.room_moved(now)
    return now


def _room_save(room: Room, **fields: Any) -> None:
    for name, value in fields.items():
        setattr(room, name, value)
    room.rev += 1
    Room.objects.filter(pk=room.pk).update(**fields, rev=room.rev)


@dataclass(frozen=True, slots=True)
class Act:
    """An action as it was sent. `seq` is the last event that the sender had seen; `player` "S", "N" or "D"."""

    play_id: str
    player: str
    occupant: str
    client_id: UUID
    seq: int
    action: str
    ticket_id: int | None = None
    user: User | None = None


def play_act(
    *,
    play_id: str,
    player: str,
    occupant: str,
    client_id: UUID,
    seq: int,
    action: str,
    ticket: SeatTicket | None = None,
    user: User | None = None,
) -> Answer:
    """Apply one action, once. The answer is only returned after commit.

    `player` is "S", "N" or "D" (the director); `occupant` must be whoever the play was dealt to.
    """
    room_id = Play.objects.filter(public_id=play_id).values_list("room_id", flat=True).first()
    if room_id is None:
        return Answer("gone", 0, 0, NO_BOARD)
    ticket_id = ticket.pk if ticket is not None else None
    act = Act(play_id, player, occupant, client_id, seq, action, ticket_id, user)

    def applied() -> Answer:
        with transaction.atomic():
            return act_apply(room_states.current(room_locked(room_id)), act)

    return act_once(applied)


class SentBefore(Exception):
    """The log has the id of this action already, at the number that the action itself was meant for."""

    def __init__(self, act: Act) -> None:
        super().__init__("That id is in the log.")
        self.act = act


def act_once(apply: Callable[[], Answer]) -> Answer:
    """What `apply` answers, in a transaction of its own; where the log has that id already, what it got before."""
    try:
        return apply()
    except SentBefore as sent:
        found = _earlier(sent.act)
        if found is None:
            raise
        event, room = found
        bad = Answer("bad", event.play.seq, room.rev, "Another message had that id.")
        return _ack_of(event, room, sent.act) or bad


def act_apply(now: RoomState, act: Act) -> Answer:
    """Apply an action to a room that the caller has locked. Raises SentBefore, which ends the transaction."""
    refused = _why_not(now, act)
    if refused is None and now.play is not None:
        rules = rules_for(now.play.game)
        try:
            return _append(now, act, rules, rules.apply(now.state, act.player, act.action))
        except IllegalAction as illegal:
            refused = Answer("illegal", now.play.seq, now.room.rev, illegal.reason)
    assert refused is not None
    found = _earlier(act)
    return (_ack_of(*found, act) if found else None) or refused


def _earlier(act: Act) -> tuple[PlayEvent, Room] | None:
    """The event that has the id of this action, and the room of its play."""
    rows = PlayEvent.objects.select_related("play__room")
    event = rows.filter(play__public_id=act.play_id, client_id=act.client_id).first()
    return (event, event.play.room) if event is not None else None


def _ack_of(event: PlayEvent, room: Room, act: Act) -> Answer | None:
    """The ack once more. An id only answers for whoever sent it: to another it would say that a guess was right."""
    mine = event.play.seats.get(event.actor, "") == act.occupant
    return Answer("ack", event.seq, room.rev) if mine else None


def _why_not(now: RoomState, act: Act) -> Answer | None:
    play, room = now.play, now.room

    def no(code: str, reason: str) -> Answer:
        return Answer(code, play.seq if play else 0, room.rev, reason)

    if play is None or play.public_id != act.play_id:
        return no("gone", NO_BOARD)
    if act.player != DIRECTOR and play.seats.get(act.player) != act.occupant:
        return no("gone", NO_BOARD)
    if play.status != PlayStatus.LIVE:
        return no("over", "This board is finished.")
    if room.paused and act.player != DIRECTOR:
        return no("paused", PAUSED)
    if act.seq != play.seq:
        return no("stale", "The table has moved on. Look again, then choose.")
    return None


def _append(now: RoomState, act: Act, rules: Rules[Any], state: Any) -> Answer:
    assert now.play is not None
    play = copy(now.play)
    play.seq, play.turn = play.seq + 1, rules.turn(state) or ""
    _event_add(play, act)
    outcome = rules.outcome(state)
    if outcome is None:
        play.acted_at = timezone.now()
        Play.objects.filter(pk=play.pk).update(seq=play.seq, turn=play.turn, acted_at=play.acted_at)
        now = _room_moved(replace(now, play=play, state=state, last=act.action))
    else:
        play_finish(play=play, outcome=outcome)
        now = replace(now, room=copy(now.room), play=play, state=state, last=act.action)
        room_states.keep(now)
        room_boards_set(room=now.room)
    return Answer("ack", play.seq, now.room.rev)


def _event_add(play: Play, act: Act) -> None:
    try:
        PlayEvent.objects.create(
            play=play,
            seq=play.seq,
            client_id=act.client_id,
            actor=act.player,
            action=act.action,
            ticket_id=act.ticket_id,
            user=act.user,
        )
    except IntegrityError as error:
        raise SentBefore(act) from error


def play_finish(*, play: Play, outcome: dict[str, Any]) -> None:
    """The game is over: store its outcome; its score is stored by a receiver in the same transaction."""
    with transaction.atomic():
        play.status, play.outcome, play.ended_at, play.turn = PlayStatus.OVER, outcome, timezone.now(), ""
        play.save(update_fields=["seq", "turn", "status", "outcome", "ended_at", "acted_at"])
        signals.play_finished.send(sender=Play, play=play)


def play_void(*, play: Play) -> None:
    """Take a live play off its table: it stays in the record and counts for nothing. One that is over stays over."""
    with transaction.atomic():
        room = room_locked(play.room_id)
        play = Play.objects.select_for_update().get(pk=play.pk)
        if play.status != PlayStatus.LIVE:
            return
        play.status, play.ended_at = PlayStatus.VOID, timezone.now()
        play.save(update_fields=["status", "ended_at"])
        if room.play_id == play.pk:
            room_set(room=room, play=None, ready=[])


def room_ready(*, room_seat: RoomSeat, play_id: str) -> Answer:
    """A player is ready for what comes next. With a play: they agree to its result. Idempotent."""
    with transaction.atomic():
        return seat_ready(room_states.current(room_locked(room_seat.room_id)), room_seat, play_id)


def seat_ready(now: RoomState, room_seat: RoomSeat, play_id: str) -> Answer:
    """The same in a room that the caller has locked."""
    room, play = now.room, now.play
    if (play.public_id if play else "") != play_id:
        past = _past_play(room, room_seat, play_id)
        if past is not None:
            return Answer("ack", past.seq, room.rev)
        return Answer("gone", play.seq if play else 0, room.rev, MOVED_ON)
    if now.playing and play is not None:
        return Answer("illegal", play.seq, room.rev, "This board is not finished yet.")
    if room.paused:
        return Answer("paused", 0, room.rev, PAUSED)
    if room_seat.player not in room.ready:
        room = _room_moved(now, ready=sorted([*room.ready, room_seat.player])).room
    if len(room.ready) == 2:
        transaction.on_commit(lambda: relay.afterwards(lambda: _all_ready(room.pk)), robust=True)
    return Answer("ack", play.seq if play else 0, room.rev)


def _past_play(room: Room, room_seat: RoomSeat, play_id: str) -> Play | None:
    """The play if it is over and was of this room or player: agreeing to it again, its ack lost, changes nothing."""
    play = Play.objects.filter(public_id=play_id, status=PlayStatus.OVER).first()
    if play is None or not (play.room_id == room.pk or room_seat.occupant in play.seats.values()):
        return None
    return play


def _all_ready(room_id: int) -> None:
    signals.room_all_ready.send(sender=Room, room_id=room_id)


def room_call(
    *, room_seat: RoomSeat, on: bool, reason: CallReason = CallReason.PLAIN, play_id: str = ""
) -> Answer:
    """Call the director to this table, or take the call back. With a play: only while it is on the table.

    A call with a reason replaces a plain one. Only a plain call is taken back, and only by who made it.
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
    """The same in a room that the caller has locked."""
    room = now.room
    if play_id and (now.play is None or now.play.public_id != play_id):
        return Answer("gone", 0, room.rev, MOVED_ON)
    if on and _outweighs(reason, play_id, room):
        by = room_seat.occupant if reason == CallReason.PLAIN else ""
        called_at = room.called_at or timezone.now()
        room = _room_moved(now, called_at=called_at, call_reason=reason, called_by=by).room
    elif not on and room.called_at is not None:
        if not room.called_by or room.called_by != room_seat.occupant:
            return Answer("illegal", 0, room.rev, NOT_YOUR_CALL)
        room = _room_moved(now, called_at=None, call_reason="", called_by="").room
    return Answer("ack", 0, room.rev)


def _outweighs(reason: CallReason, play_id: str, room: Room) -> bool:
    """Whether a call for this reason is news at a room: over a result most, a plain call least."""
    if room.called_at is None or reason == room.call_reason:
        return room.called_at is None
    return bool(play_id) or room.call_reason == CallReason.PLAIN


def director_act(*, play: Play, user: User, action: str, seq: int) -> Answer:
    """The director acts on a play (takes back a call or card) as it was after its event `seq`."""
    return play_act(
        play_id=play.public_id,
        player=DIRECTOR,
        occupant="",
        client_id=uuid4(),
        seq=seq,
        action=action,
        user=user,
    )
