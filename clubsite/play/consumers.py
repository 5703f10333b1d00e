"""A seat's socket: it parses each message, calls one service, and answers. The connection determines the seat."""

import asyncio
import logging
import time
from asyncio import get_running_loop
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Any, TypeVar

from channels.consumer import get_handler_name
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer
from django.conf import settings
from django.db import InterfaceError, OperationalError, connection, connections
from django.http import parse_cookie
from django.utils import timezone

from clubsite.core.limits import message_bucket
from clubsite.core.metrics import ACT_SECONDS, ACTS, socket_counted
from clubsite.play import protocol, relay, seat_acts, seat_tickets, selectors
from clubsite.play.seat_resolvers import resolver_of
from clubsite.play.services import Answer
from clubsite.staticfiles import version

T = TypeVar("T")


class Threads:
    """A pool of threads, created on first use. SQLite allows one writer at a time, so its pool has one thread."""

    def __init__(self, name: str, most: int) -> None:
        self._name, self._most = name, most
        self._pool: ThreadPoolExecutor | None = None

    async def __call__(self, work: Callable[..., T], *args: Any) -> T:
        """Run `work` in one of these threads. Return what `work` returns, or raise what it raises."""
        if not settings.PLAY_THREADS:
            return await database_sync_to_async(work)(*args)
        if self._pool is None:
            most = 1 if connection.vendor == "sqlite" else self._most
            self._pool = ThreadPoolExecutor(most, thread_name_prefix=self._name, initializer=_leave_the_pool)
        # The context has what this socket's lines in the log say.
        return await get_running_loop().run_in_executor(self._pool, copy_context().run, _done, work, args)


def _leave_the_pool() -> None:
    """Use a connection in this thread that does not come from the pool."""
    own = connection.copy()
    own.settings_dict["OPTIONS"].pop("pool", None)
    connections[own.alias] = own


def _done(work: Callable[..., T], args: tuple[Any, ...]) -> T:
    """Run `work`, and run it again with a new connection if the existing one turns out to be broken.

    This is safe, because every socket request may be handled twice.
    """
    try:
        return work(*args)
    except (OperationalError, InterfaceError):
        connection.close()
        return work(*args)


act_threads = Threads("acts", 3)
view_threads = Threads("views", 1)
read_threads = Threads("looks", 3)
board_threads = Threads("boards", 2)
log = logging.getLogger(__name__)
TOUCH_SECONDS = 12
UNKNOWN_TICKET = 4404


class SeatConsumer(AsyncJsonWebsocketConsumer):
    """The socket `/seat/<ticket>/socket/`. It joins the group first and then takes the snapshot."""

    kind = "seat"
    over = False  # closed from here: messages still on their way are not done
    clock_ahead: float | None = None  # seconds, by the last ping

    async def connect(self) -> None:
        token = _cookie(self.scope, seat_tickets.TICKET_COOKIE)
        ticket_id = self.scope["url_route"]["kwargs"]["ticket_id"]
        ticket = await read_threads(selectors.ticket_for, ticket_id, token)
        await self.accept()
        if ticket is None:
            await self._gone(selectors.NOT_YOURS)
            return
        self.joined = await read_threads(_groups, ticket)
        self.ticket = ticket
        self.touched = time.monotonic()
        self.bucket = message_bucket()
        for group in self.joined:
            await self.channel_layer.group_add(group, self.channel_name)
        relay.socket_opened(self.channel_name, self)
        await self._presence(here=True)
        await self._show()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Run the socket. Send nothing more to it after it ends, because Channels reports only a clean close."""
        with socket_counted(self.kind):
            try:
                await super().__call__(scope, receive, send)
            finally:
                if hasattr(self, "ticket"):
                    await self._end()

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Dispatch a message without Channels' connection check in another thread: `threads` owns the connections."""
        await getattr(self, get_handler_name(message))(message)

    async def _end(self) -> None:
        relay.socket_closed(self.channel_name)
        try:
            await self._left()
        finally:  # this fails while Redis is away
            for group in self.joined:
                await self.channel_layer.group_discard(group, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None, **kwargs: Any) -> None:
        if self.over or not hasattr(self, "ticket"):
            return
        if not self.bucket.take():
            self.over = True
            await self.close(4429)
            return
        try:
            await self._do(protocol.parse(text_data or ""))
        except protocol.ProtocolError as error:
            await self.send_json({"t": "refused", "id": error.id, "code": "bad", "reason": str(error), "seq": 0})
        await self._touch()

    async def _do(self, message: protocol.Message) -> None:
        if isinstance(message, protocol.Ping):
            await self._ping(message)
            return
        began = time.perf_counter()
        answer, sends = await act_threads(_answer, self.ticket.pk, message)
        ACT_SECONDS.observe(time.perf_counter() - began)
        ACTS.labels(type(message).__name__, answer.code).inc()
        sending = asyncio.ensure_future(self.send_json(_reply(message, answer)))
        await asyncio.sleep(0)  # it is on its way; a stalled or lost line delays nobody else
        await self._tell(sends)
        await sending
        if answer.code in ("stale", "gone", "over"):
            await self._show()

    async def _tell(self, sends: relay.DeferredSends) -> None:
        """Send the views that result from an action, after the action has been answered."""
        if sends.in_memory:
            sends.send_views()
        else:
            await view_threads(sends.send_views)
        if sends.calls:
            await board_threads(sends.run_calls)

    async def _touch(self) -> None:
        """Record a sign of life. Every message counts as a sign of life, because a fast player never pings."""
        if time.monotonic() - self.touched > TOUCH_SECONDS:
            self.touched = time.monotonic()
            await read_threads(seat_tickets.connection_seen, self.ticket.pk, self.channel_name, self.clock_ahead)

    async def _ping(self, message: protocol.Ping) -> None:
        if message.at is not None:
            self.clock_ahead = message.at / 1000 - time.time()
        rev = await read_threads(selectors.rev_of, self.ticket)
        if rev is None:
            await self._gone(await read_threads(selectors.why_gone, self.ticket))
            return
        if rev != message.rev and not await self._show():
            return
        now = timezone.now().isoformat()
        await self.send_json({"t": "pong", "rev": rev, "now": now, "version": version()})

    async def _show(self) -> bool:
        """Send the seat's whole view. Return False if the ticket has been revoked in the meantime."""
        message = await read_threads(selectors.snapshot, self.ticket)
        if message["t"] == "gone":
            await self._gone(str(message["reason"]))
            return False
        await self.send_json(message)
        return True

    async def _gone(self, reason: str) -> None:
        await self.seat_gone({"message": {"t": "gone", "reason": reason}})

    async def _presence(self, *, here: bool) -> None:
        await read_threads(seat_tickets.presence_set, self.ticket.pk, self.channel_name, here)

    async def _left(self) -> None:
        """Record that the socket has closed. A terminal does not record this (`seats.terminal.consumers`)."""
        await self._presence(here=False)

    async def show(self, text: str) -> None:
        """Send a view message, as JSON."""
        await self.send(text)

    async def seat_view(self, event: dict[str, Any]) -> None:
        await self.show(event["text"])

    async def seat_hint(self, event: dict[str, Any]) -> None:
        await self.send_json({"t": "changed"})

    async def seat_gone(self, event: dict[str, Any]) -> None:
        if self.over:
            return
        self.over = True
        await self.send_json(event["message"])
        await self.close(UNKNOWN_TICKET)


def _groups(ticket: Any) -> list[str]:
    """Return the ticket's own channel group, and the group from which it receives hints."""
    heard = resolver_of(ticket).hears(ticket)
    return [relay.seat_group(ticket), *([heard] if heard else [])]


def _answer(ticket_pk: int, message: seat_acts.Message) -> tuple[Answer, relay.DeferredSends]:
    """Handle the message and return its answer. Any follow-up work waits until the answer has been sent."""
    with relay.deferred() as sends:
        answer = seat_acts.answer(ticket_pk, message)
        if not answer.ok:
            log.info("Refused: %s (%s)", answer.code, type(message).__name__)
        return answer, sends


def _reply(message: Any, answer: Answer) -> dict[str, Any]:
    base = {"id": str(message.id), "seq": answer.seq}
    if answer.ok:
        return {"t": "ack", "play": getattr(message, "play", ""), "rev": answer.rev, **base}
    return {"t": "refused", "code": answer.code, "reason": answer.reason, **base}


def _cookie(scope: dict[str, Any], name: str) -> str:
    for key, value in scope.get("headers", []):
        if key == b"cookie":
            cookie = parse_cookie(value.decode("latin-1")).get(name)
            if cookie is not None:
                return str(cookie)
    return ""
