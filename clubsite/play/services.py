"""Writes on plays: open, act, be ready, call the director. Locks Room then Play, nothing above."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.play import relay, signals
from clubsite.play.models import CallReason, Play, PlayEvent, PlayStatus, Room, SeatTicket
from clubsite.play.seat_resolvers import RoomSeat
from clubsite.play.selectors import state_of
from games.errors import IllegalAction
from games.registry import rules_for

DIRECTOR = "D"
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
    room_set(room=room, play=play, ready=[])
    return play


def room_locked(room_id: int) -> Room:
    """The room, locked. Its play is read after that: joined, PostgreSQL gives it as it was before the wait."""
    return Room.objects.select_for_update().get(pk=room_id)


def room_set(*, room: Room, **fields: Any) -> None:
    """Change a locked room and let everybody who sees it know."""
    for name, value in fields.items():
        setattr(room, name, value)
    room.rev += 1
    room.save(update_fields=[*fields, "rev"])
    relay.room_changed(room.pk)


def room_touch(*, room_id: int) -> None:
    """Something that the room's seats can see has changed elsewhere (presence, names)."""
    Room.objects.filter(pk=room_id).update(rev=F("rev") + 1)
    relay.room_changed(room_id)


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
    with transaction.atomic():
        found = _lock(play_id)
        if found is None:
            return Answer("gone", 0, 0, "That board is no longer on this table.")
        room, play = found
        earlier = PlayEvent.objects.filter(play=play, client_id=client_id).first()
        # An id only answers for whoever sent it: to another it would say that a guess at the act was right.
        if earlier is not None and play.seats.get(earlier.actor, "") == occupant:
            return Answer("ack", earlier.seq, room.rev)
        refused = _why_not(room, play, player, occupant, seq)
        if refused is None and earlier is not None:
            return Answer("bad", play.seq, room.rev, "Another message had that id.")
        return refused or _append(room, play, player, client_id, action, ticket, user)


def _lock(play_id: str) -> tuple[Room, Play] | None:
    room_id = Play.objects.filter(public_id=play_id).values_list("room_id", flat=True).first()
    if room_id is None:
        return None
    return room_locked(room_id), Play.objects.select_for_update().get(public_id=play_id)


def _why_not(room: Room, play: Play, player: str, occupant: str, seq: int) -> Answer | None:
    def no(code: str, reason: str) -> Answer:
        return Answer(code, play.seq, room.rev, reason)

    if room.play_id != play.pk or (player != DIRECTOR and play.seats.get(player) != occupant):
        return no("gone", "That board is no longer on this table.")
    if play.status != PlayStatus.LIVE:
        return no("over", "This board is finished.")
    if room.paused and player != DIRECTOR:
        return no("paused", "The director has paused the session. Wait for the word to go on.")
    if seq != play.seq:
        return no("stale", "The table has moved on. Look again, then choose.")
    return None


def _append(
    room: Room,
    play: Play,
    player: str,
    client_id: UUID,
    action: str,
    ticket: SeatTicket | None,
    user: User | None,
) -> Answer:
    rules = rules_for(play.game)
    try:
        state = rules.apply(state_of(play), player, action)
    except IllegalAction as refused:
        return Answer("illegal", play.seq, room.rev, refused.reason)
    play.seq += 1
    PlayEvent.objects.create(
        play=play, seq=play.seq, client_id=client_id, actor=player, action=action, ticket=ticket, user=user
    )
    play.turn = rules.turn(state) or ""
    outcome = rules.outcome(state)
    if outcome is None:
        play.save(update_fields=["seq", "turn", "acted_at"])
    else:
        play_finish(play=play, outcome=outcome)
    room_set(room=room)
    return Answer("ack", play.seq, room.rev)


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
        room = room_locked(room_seat.room_id)
        play = room.play
        if (play.public_id if play else "") != play_id:
            past = _past_play(room, room_seat, play_id)
            if past is not None:
                return Answer("ack", past.seq, room.rev)
            return Answer("gone", play.seq if play else 0, room.rev, "The table has moved on.")
        if play is not None and play.status == PlayStatus.LIVE:
            return Answer("illegal", play.seq, room.rev, "This board is not finished yet.")
        if room.paused:
            return Answer(
                "paused", 0, room.rev, "The director has paused the session. Wait for the word to go on."
            )
        if room_seat.player not in room.ready:
            room_set(room=room, ready=sorted([*room.ready, room_seat.player]))
        if len(room.ready) == 2:
            transaction.on_commit(lambda: _all_ready(room.pk), robust=True)
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
        room = room_locked(room_seat.room_id)
        if play_id and (room.play is None or room.play.public_id != play_id):
            return Answer("gone", 0, room.rev, "The table has moved on.")
        if on and _outweighs(reason, play_id, room):
            by = room_seat.occupant if reason == CallReason.PLAIN else ""
            called_at = room.called_at or timezone.now()
            room_set(room=room, called_at=called_at, call_reason=reason, called_by=by)
        elif not on and room.called_at is not None:
            if not room.called_by or room.called_by != room_seat.occupant:
                return Answer("illegal", 0, room.rev, NOT_YOUR_CALL)
            room_set(room=room, called_at=None, call_reason="", called_by="")
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
