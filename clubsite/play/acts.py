"""Applying one action in a play exactly once. Only the play's room is locked, and nothing before it in lock order."""

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID, uuid4

from django.db import IntegrityError, transaction
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.play import room_states
from clubsite.play.misclicks import TOO_LATE, too_late
from clubsite.play.models import Play, PlayEvent, PlayStatus, Room, SeatTicket
from clubsite.play.room_states import RoomState
from clubsite.play.services import (
    SESSION_PAUSED,
    Answer,
    play_finish,
    room_boards_update,
    room_locked,
    room_state_update,
)
from games.claims_and_undo import MISCLICK
from games.errors import IllegalAction
from games.players import DIRECTOR
from games.registry import rules_for
from games.rules import Rules

NO_BOARD = "That board is no longer on this table."


@dataclass(frozen=True, slots=True)
class Act:
    """An action as sent. `seq` is the number of the last event that the sender had seen; `player` is S, N or D."""

    play_id: str
    player: str
    seat_id: int
    client_id: UUID
    seq: int
    action: str
    ticket_id: int | None = None
    user: User | None = None


def play_act(
    *,
    play_id: str,
    player: str,
    seat_id: int,
    client_id: UUID,
    seq: int,
    action: str,
    ticket: SeatTicket | None = None,
    user: User | None = None,
) -> Answer:
    """Apply one action exactly once. The answer is returned only after the commit.

    `player` is "S", "N" or "D" (the director). `seat_id` must be the player's seat in this play.
    """
    room_id = Play.objects.filter(public_id=play_id).values_list("room_id", flat=True).first()
    if room_id is None:
        return Answer("gone", 0, 0, NO_BOARD)
    ticket_id = ticket.pk if ticket is not None else None
    act = Act(play_id, player, seat_id, client_id, seq, action, ticket_id, user)

    def applied() -> Answer:
        with transaction.atomic():
            return act_apply(room_states.current(room_locked(room_id)), act)

    return act_once(applied)


class SentBefore(Exception):
    """Raised if the log already has this action's id at the sequence number that the action was meant for."""

    def __init__(self, act: Act) -> None:
        super().__init__("That id is in the log.")
        self.act = act


def act_once(apply: Callable[[], Answer]) -> Answer:
    """Call `apply`, which uses its own transaction. Return its answer, or the earlier answer for a logged id."""
    try:
        return apply()
    except SentBefore as sent:
        earlier = _earlier(sent.act)
        if earlier is None:
            raise
        event, room = earlier
        bad = Answer("bad", event.play.seq, room.rev, "Another message had that id.")
        return _ack_of(event, room, sent.act) or bad


def act_apply(now: RoomState, act: Act) -> Answer:
    """Apply an action to a room that the caller has locked.

    Raise SentBefore, which ends the transaction, if the log already has the action's id.
    """
    refused = _why_not(now, act)
    if refused is None and now.play is not None:
        rules = rules_for(now.play.game)
        try:
            state = rules.apply(now.state, act.player, act.action)
        except IllegalAction as illegal:
            refused = Answer("illegal", now.play.seq, now.room.rev, illegal.reason)
        else:
            if act.action != MISCLICK or not too_late(now.play):
                return _append(now, act, rules, state)
            refused = Answer("illegal", now.play.seq, now.room.rev, TOO_LATE)
    assert refused is not None
    earlier = _earlier(act)
    return (_ack_of(*earlier, act) if earlier else None) or refused


def _earlier(act: Act) -> tuple[PlayEvent, Room] | None:
    """Return the event with this action's id and the room of its play, or None."""
    rows = PlayEvent.objects.select_related("play__room")
    event = rows.filter(play__public_id=act.play_id, client_id=act.client_id).first()
    return (event, event.play.room) if event is not None else None


def _ack_of(event: PlayEvent, room: Room, act: Act) -> Answer | None:
    """Return the ack again, or None for a different sender, to whom an ack would confirm a guessed id."""
    mine = event.play.seats.get(event.actor, 0) == act.seat_id
    return Answer("ack", event.seq, room.rev) if mine else None


def _why_not(now: RoomState, act: Act) -> Answer | None:
    play, room = now.play, now.room

    def no(code: str, reason: str) -> Answer:
        return Answer(code, play.seq if play else 0, room.rev, reason)

    if play is None or play.public_id != act.play_id:
        return no("gone", NO_BOARD)
    if act.player != DIRECTOR and play.seats.get(act.player) != act.seat_id:
        return no("gone", NO_BOARD)
    if play.status != PlayStatus.LIVE:
        return no("over", "This board is finished.")
    if room.paused and act.player != DIRECTOR:
        return no("paused", SESSION_PAUSED)
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
        columns = {"seq": play.seq, "turn": play.turn, "acted_at": play.acted_at}
        Play.objects.filter(pk=play.pk).update(**columns)
        now = room_state_update(replace(now, play=play, state=state, last=act.action))
    else:
        play_finish(play=play, outcome=outcome)
        now = replace(now, room=copy(now.room), play=play, state=state, last=act.action)
        room_states.keep(now)
        room_boards_update(room=now.room)
    return Answer("ack", play.seq, now.room.rev)


def _event_add(play: Play, act: Act) -> PlayEvent:
    event = PlayEvent(
        play=play,
        seq=play.seq,
        client_id=act.client_id,
        actor=act.player,
        action=act.action,
        ticket_id=act.ticket_id,
        user=act.user,
        at=timezone.now(),
    )
    try:
        event.save(force_insert=True)
    except IntegrityError as error:
        raise SentBefore(act) from error
    return event


def director_act(*, play: Play, user: User, action: str, seq: int) -> Answer:
    """Apply a director's action (taking back a call or card) to a play whose last event is `seq`."""
    return play_act(
        play_id=play.public_id,
        player=DIRECTOR,
        seat_id=0,
        client_id=uuid4(),
        seq=seq,
        action=action,
        user=user,
    )
