"""A line between two programs. It carries bytes until a test holds it, cuts it, or makes it lose messages."""

import asyncio
import threading
from collections import Counter
from collections.abc import Coroutine, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any

CHUNK = 65_536
MESSAGE = b"3\r\n$7\r\nmessage\r\n"  # after the sign of an array or a push
WAYS = ("dropped", "doubled", "reordered")
LOOKS_EVERY = 0.02  # seconds between two looks whether a line is still held


class Line:
    """A listening port that leads to the first of `targets` that answers. `targets` are in order of preference."""

    def __init__(self, targets: list[int], *, redis: bool = False) -> None:
        self.targets, self.redis = targets, redis
        self.port = 0
        self.at = 0  # the port to which the newest connection leads
        self.delay = 0.0  # seconds in each direction
        self.holding = False  # in both directions
        self.holding_answers = False
        self.answers_held = 0  # bytes that came back while they were held
        self.fault: MessageFault | None = None
        self._connections: set[asyncio.Task[None]] = set()

    async def open(self) -> "Line":
        """Listen: on a free port the first time, and on the same port after that."""
        self._server = await asyncio.start_server(self._accepted, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def close(self) -> None:
        """Refuse connections from now on, and close the existing ones."""
        self._server.close()
        await self.cut()

    async def cut(self) -> None:
        """Close every connection without delivering the bytes that were held back."""
        connections = list(self._connections)
        for connection in connections:
            connection.cancel()
        await asyncio.gather(*connections, return_exceptions=True)

    async def _accepted(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        me = asyncio.current_task()
        assert me is not None
        self._connections.add(me)
        try:
            with suppress(asyncio.CancelledError):  # `cut`
                await self._carry(reader, writer)
        finally:
            self._connections.discard(me)
            writer.transport.abort()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while self.holding:
            await asyncio.sleep(LOOKS_EVERY)
        for port in self.targets:
            with suppress(OSError):
                back_reader, back_writer = await asyncio.open_connection("127.0.0.1", port)
                self.at = port
                break
        else:
            return
        ways = [
            asyncio.ensure_future(self._there(reader, back_writer)),
            asyncio.ensure_future(self._back(back_reader, writer)),
        ]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            back_writer.transport.abort()  # what was held is not sent on

    async def _there(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(CHUNK):
                await asyncio.sleep(self.delay)
                while self.holding:
                    await asyncio.sleep(LOOKS_EVERY)
                writer.write(data)
                await writer.drain()

    async def _back(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        pushes = Pushes()
        with suppress(OSError):
            while data := await reader.read(CHUNK):
                await asyncio.sleep(self.delay)
                if self.holding_answers:
                    self.answers_held += len(data)
                while self.holding or self.holding_answers:
                    await asyncio.sleep(LOOKS_EVERY)
                for frame in pushes.split(data) if self.redis else [data]:
                    fault = self.fault
                    writer.writelines(fault.frames(frame) if fault else [frame])
                await writer.drain()


class LineInThread(Line):
    """A line that runs in a thread of its own, for whoever has no event loop."""

    def __init__(self, targets: list[int], *, redis: bool = False) -> None:
        super().__init__(targets, redis=redis)
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, name="line", daemon=True).start()

    def run(self, work: Coroutine[Any, Any, Any]) -> None:
        """Wait for `open`, `close` or `cut`."""
        asyncio.run_coroutine_threadsafe(work, self._loop).result(10)

    def end(self) -> None:
        self.run(self.close())
        self._loop.call_soon_threadsafe(self._loop.stop)


class Pushes:
    """A splitter that divides what Redis sends on a connection into whole replies, so that a message can be dropped."""

    def __init__(self) -> None:
        self._rest = b""

    def split(self, data: bytes) -> Iterator[bytes]:
        """Yield the whole replies in the data received so far."""
        data, self._rest = self._rest + data, b""
        at = 0
        while at < len(data):
            end = reply_end(data, at)
            if end is None:
                self._rest = data[at:]
                return
            yield data[at:end]
            at = end


def reply_end(data: bytes, at: int) -> int | None:
    """Return where the reply that starts at `at` ends, or None if the reply is incomplete (RESP, versions 2 and 3)."""
    line = data.find(b"\r\n", at)
    if line < 0:
        return None
    kind, after = data[at : at + 1], line + 2
    if kind in b"+-:_#,(":
        return after
    count = max(0, int(data[at + 1 : line]))
    if kind in b"$=!":
        end = after + count + 2 if data[at + 1 : line] != b"-1" else after
        return end if end <= len(data) else None
    for _ in range(2 * count if kind == b"%" else count):
        stop = reply_end(data, after)
        if stop is None:
            return None
        after = stop
    return after


@dataclass
class MessageFault:
    """A fault that drops, doubles or delays a share of the messages that Redis pushes to its subscribers."""

    share: float
    ways: tuple[str, ...]
    chance: Random = field(default_factory=lambda: Random("messages"))
    done: Counter[str] = field(default_factory=Counter)
    _late: list[bytes] = field(default_factory=list)

    def frames(self, frame: bytes) -> list[bytes]:
        """Return the frames to send in place of one reply."""
        if frame[1:].startswith(MESSAGE):
            return self._kept(frame)
        return [frame]

    def _kept(self, frame: bytes) -> list[bytes]:
        late, self._late = self._late, []
        if self.chance.random() >= self.share:
            return [frame, *late]
        how = self.chance.choice(self.ways)
        self.done[how] += 1
        if how == "reordered":
            self._late = [frame]
        return {"dropped": late, "doubled": [frame, frame, *late], "reordered": late}[how]
