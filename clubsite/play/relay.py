"""Sending views after a commit: each viewer's whole view goes to their own sockets. A ping repairs a lost message.

The database row is what counts, and a message is only a hint, so failures here are logged and not raised.
Sockets in this process are written to directly, and sockets in other processes through the channel layer.
"""

import asyncio
import json
import logging
import os
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Protocol

from asgiref.sync import SyncToAsync, async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction

from clubsite.play import room_states, signals
from clubsite.play.models import Room, SeatTicket
from clubsite.play.room_states import RoomState

log = logging.getLogger(__name__)
MIN_SEND_INTERVAL = 1.0  # seconds between two messages to a group that needs no more
SEND_TIMEOUT = 5  # seconds that a process without a server waits for the layer to take a message
_encode = json.JSONEncoder(separators=(",", ":")).encode
_loop: asyncio.AbstractEventLoop | None = None


class OwnLoop:
    """An event loop in its own thread, for a process without a web server (Celery, a command).

    The loop and its connection to Redis are created for the first message and kept; `async_to_sync` would create
    both again for each message.
    """

    def __init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        """Start with no loop and no thread. A forked process calls this, because threads do not survive a fork."""
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Run `work` and wait until it is done. Raise any error it raises, or TimeoutError after `SEND_TIMEOUT`."""
        future = asyncio.run_coroutine_threadsafe(work, self._running())
        try:
            future.result(SEND_TIMEOUT)
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
    """Set the server's loop. The in-memory channel layer wakes consumers only if a send runs in that loop."""
    global _loop
    _loop = loop


class Socket(Protocol):
    """An open seat socket in this process."""

    async def show(self, text: str) -> None:
        """Send a view message, as JSON."""


_sockets: dict[str, tuple[asyncio.AbstractEventLoop, Socket]] = {}  # by channel


def socket_opened(channel: str, socket: Socket) -> None:
    """Register a socket. Called on the socket's loop before its first view is read."""
    _sockets[channel] = asyncio.get_running_loop(), socket


def socket_closed(channel: str) -> None:
    """Forget a socket, so that nothing more is sent to it."""
    _sockets.pop(channel, None)


def seat_group(ticket: SeatTicket) -> str:
    """Return a ticket's group. No other ticket shares it, so no secret enters another seat's channel."""
    return f"seat.{ticket.public_id}"


def send(group: str, message: dict[str, Any]) -> None:
    """Pass a message to the channel layer from any thread. Never raises."""
    _hand_over(get_channel_layer().group_send, group, message)


def _hand_over(send_to: Callable[[str, Any], Coroutine[Any, Any, None]], name: str, message: Any) -> None:
    try:
        if _loop is not None and not _loop.is_closed():
            future = asyncio.run_coroutine_threadsafe(send_to(name, message), _loop)
            future.add_done_callback(_log_failure)
        elif _waited_for():
            async_to_sync(send_to)(name, message)
        else:
            _own.run(send_to(name, message))
    except Exception:
        log.exception("Could not send to %s", name)


def send_seldom(group: str, message: dict[str, Any]) -> None:
    """Send a message as `send` does, but from a web server process at most once in `MIN_SEND_INTERVAL` seconds.

    The last message is never dropped.
    """
    if _loop is None or _loop.is_closed():
        send(group, message)
    else:
        _loop.call_soon_threadsafe(_seldom, _loop, group, message)


_quiet: dict[str, bool] = {}  # groups that were sent to just now, and whether more is waiting for them


def _seldom(loop: asyncio.AbstractEventLoop, group: str, message: dict[str, Any]) -> None:
    if group in _quiet:
        _quiet[group] = True
        return
    _quiet[group] = False
    send(group, message)
    loop.call_later(MIN_SEND_INTERVAL, _after_quiet, loop, group, message)


def _after_quiet(loop: asyncio.AbstractEventLoop, group: str, message: dict[str, Any]) -> None:
    if _quiet.pop(group):
        _seldom(loop, group, message)


def _waited_for() -> bool:
    """True if an event loop is waiting for this thread (`sync_to_async`). If so, asgiref sends in that loop."""
    ours = getattr(SyncToAsync.threadlocal, "main_event_loop_pid", None) == os.getpid()
    loop = getattr(SyncToAsync.threadlocal, "main_event_loop", None)
    return ours and loop is not None and bool(loop.is_running())


def _log_failure(future: Any) -> None:
    if not future.cancelled() and future.exception() is not None:
        log.error("Could not send: %s", future.exception())


@dataclass
class DeferredSends:
    """Calls to make, and rooms (with states if known) whose views to send, once the caller has replied."""

    rooms: dict[int, RoomState | None] = field(default_factory=dict)
    calls: list[Callable[[], None]] = field(default_factory=list)

    @property
    def in_memory(self) -> bool:
        """True if `send_views` needs no query, so that the event loop can run it."""
        return all(now is not None and now.in_memory for now in self.rooms.values())

    def send_views(self) -> None:
        """Send the views. This does not delay any answer, and a failure in one room does not affect other rooms."""
        for room_id, now in self.rooms.items():
            try:
                _tell_room(room_id, now)
            except Exception:
                log.exception("Could not tell of room %s: its pages see it at their next ping", room_id)

    def run_calls(self) -> None:
        """Make the function calls that follow from an action, such as opening the next board. Then send the views of
        the rooms that they changed.
        """
        with deferred() as sends:
            for call in self.calls:
                try:
                    call()
                except Exception:
                    log.exception("What was to follow has failed: the sweep tries again")
        sends.send_views()
        if sends.calls:
            sends.run_calls()


_of_thread = threading.local()


@contextmanager
def deferred() -> Iterator[DeferredSends]:
    """Hold back what this thread would send or do after its commits, so that the caller can answer first."""
    before, _of_thread.sends = getattr(_of_thread, "sends", None), DeferredSends()
    try:
        yield _of_thread.sends
    finally:
        _of_thread.sends = before


def run_afterwards(call: Callable[[], None]) -> None:
    """Run `call` now, or after the answer to the request has been sent."""
    sends = getattr(_of_thread, "sends", None)
    if sends is None:
        call()
    else:
        sends.calls.append(call)


def broadcast(room_id: int, now: RoomState | None = None) -> None:
    """Send fresh views of a room, now or after the caller has answered. `now` is the room's state, if known."""
    sends = getattr(_of_thread, "sends", None)
    if sends is None:
        _tell_room(room_id, now)
    else:
        sends.rooms[room_id] = now


def _tell_room(room_id: int, now: RoomState | None) -> None:
    if now is None:
        room = Room.objects.filter(pk=room_id).first()
        if room is None:  # its table was deleted before the commit
            return
        now = room_states.current(room)
    for seated, message in now.messages():
        if seated.channels:
            _deliver(seated.channels, _encode(message))
    signals.room_changed.send_robust(sender=None, now=now)


def _deliver(channels: tuple[str, ...], text: str) -> None:
    """Send a view to the sockets of a single ticket. Never raises."""
    for channel in channels:
        here = _sockets.get(channel)
        if here is None:
            _hand_over(get_channel_layer().send, channel, {"type": "seat.view", "text": text})
        elif not here[0].is_closed():
            here[0].call_soon_threadsafe(_show, here[0], here[1], text)


_showing: set[asyncio.Task[None]] = set()  # a loop keeps no reference to its tasks


def _show(loop: asyncio.AbstractEventLoop, socket: Socket, text: str) -> None:
    task = loop.create_task(socket.show(text))
    _showing.add(task)
    task.add_done_callback(_shown)


def _shown(task: "asyncio.Task[None]") -> None:
    _showing.discard(task)
    if not task.cancelled() and task.exception() is not None:
        log.debug("A view found its socket closing", exc_info=task.exception())


def ticket_gone(ticket: SeatTicket, reason: str) -> None:
    """Tell the ticket's holder that the seat is no longer theirs. Their socket is then closed."""
    transaction.on_commit(
        lambda: send(seat_group(ticket), {"type": "seat.gone", "message": {"t": "gone", "reason": reason}})
    )
