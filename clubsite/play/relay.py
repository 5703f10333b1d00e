"""After commit: each viewer's whole view to that viewer's own group. A lost message is made good within one ping.

The database is the truth and the channel layer only a hint, so failures here are logged and swallowed.
"""

import asyncio
import logging
import os
import threading
from collections.abc import Coroutine
from typing import Any

from asgiref.sync import SyncToAsync, async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction

from clubsite.play import signals
from clubsite.play.models import Room, SeatTicket
from clubsite.play.seat_resolvers import tickets_in
from clubsite.play.selectors import RoomViews

log = logging.getLogger(__name__)
PATIENCE = 5  # seconds that a process without a server waits for the layer to take a message
_loop: asyncio.AbstractEventLoop | None = None


class OwnLoop:
    """A loop in a thread of its own, for a process without a server (Celery, a command): it and its line to Redis
    are made at the first message and stay, where `async_to_sync` would make both anew for each."""

    def __init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        """Without a loop, and without a thread that it had: in a forked child there is none."""
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Wait until it is done. Raises what it raises, TimeoutError after `PATIENCE`."""
        future = asyncio.run_coroutine_threadsafe(work, self._running())
        try:
            future.result(PATIENCE)
        finally:
            future.cancel()

    def _running(self) -> asyncio.AbstractEventLoop:
        with self._lock:
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                threading.Thread(target=self._loop.run_forever, name="relay", daemon=True).start()
            return self._loop


_own = OwnLoop()
os.register_at_fork(after_in_child=_own.begin)  # Celery forks its workers


def use_loop(loop: asyncio.AbstractEventLoop | None) -> None:
    """The server's loop. The in-memory layer wakes its waiters only when a send runs there."""
    global _loop
    _loop = loop


def seat_group(ticket: SeatTicket) -> str:
    """One group a ticket: a secret never enters another seat's channel."""
    return f"seat.{ticket.public_id}"


def send(group: str, message: dict[str, Any]) -> None:
    """Hand a message to the layer from any thread; never raises."""
    layer = get_channel_layer()
    try:
        if _loop is not None and not _loop.is_closed():
            future = asyncio.run_coroutine_threadsafe(layer.group_send(group, message), _loop)
            future.add_done_callback(_log_failure)
        elif _waited_for():
            async_to_sync(layer.group_send)(group, message)
        else:
            _own.run(layer.group_send(group, message))
    except Exception:
        log.exception("Could not send to %s", group)


def _waited_for() -> bool:
    """Whether a loop waits for what this thread does (`sync_to_async`): asgiref then sends there."""
    ours = getattr(SyncToAsync.threadlocal, "main_event_loop_pid", None) == os.getpid()
    loop = getattr(SyncToAsync.threadlocal, "main_event_loop", None)
    return ours and loop is not None and bool(loop.is_running())


def _log_failure(future: Any) -> None:
    if not future.cancelled() and future.exception() is not None:
        log.error("Could not send: %s", future.exception())


def room_changed(room_id: int) -> None:
    """Ask for fresh views of a room once the current transaction has committed."""
    transaction.on_commit(lambda: _room_changed(room_id), robust=True)


def _room_changed(room_id: int) -> None:
    try:
        views = RoomViews(room_id)
    except Room.DoesNotExist:  # its table was taken away before the commit
        return
    for ticket, room_table in tickets_in(room_id):
        send(seat_group(ticket), {"type": "seat.view", "message": views.message(ticket, room_table)})
    signals.room_moved.send(sender=None, room_id=room_id, playing=views.playing)


def ticket_gone(ticket: SeatTicket, reason: str) -> None:
    """Tell the holder that the seat is no longer theirs; their socket closes."""
    transaction.on_commit(
        lambda: send(seat_group(ticket), {"type": "seat.gone", "message": {"t": "gone", "reason": reason}})
    )
