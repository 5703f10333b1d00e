"""A scripted player over a real websocket. It sees what a browser sees and sends what a browser sends.

Scripted players are used at the demo's other tables, by `manage.py play_night` and by tests.
"""

import asyncio
import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any
from uuid import UUID, uuid4

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidMessage

from clubsite.core.origins import PATH
from clubsite.play.table_state import Stage
from games.robots import choose

PING_SECONDS = 5.0


@dataclass(slots=True)
class Sent:
    """An acknowledged action: its text, its number, and the seconds until it was acknowledged."""

    id: UUID
    play: str
    seq: int
    action: str
    seconds: float


@dataclass(slots=True)
class ScriptedPlayer:
    """A player at one seat, driven by a seed. `delay` is the range of thinking times in seconds; (0, 0) means none."""

    base: str
    ticket_id: str
    token: str
    rng: Random
    delay: tuple[float, float] = (0.0, 0.0)
    on_act: Callable[[], None] = lambda: None
    view: dict[str, Any] | None = None
    sent: list[Sent] = field(default_factory=list)
    refused: list[dict[str, Any]] = field(default_factory=list)
    gone: str = ""
    _acked_rev: int = 0
    _waiting: dict[str, tuple[dict[str, Any], float]] = field(default_factory=dict)
    _socket: ClientConnection | None = None

    @property
    def state(self) -> Stage | None:
        """The stage of the table when it was last seen."""
        return Stage(self.view["table"]["state"]) if self.view else None

    async def run(self, stop: Callable[["ScriptedPlayer"], bool] | None = None) -> None:
        """Play until the session is finished, the seat is lost, or `stop` returns true. Reconnect if disconnected."""
        done = stop or (lambda player: player.state == Stage.FINISHED)
        while not done(self) and not self.gone:
            try:
                async with connect(self._url, additional_headers=self._headers, open_timeout=20) as socket:
                    self._socket = socket
                    for message, _ in self._waiting.values():
                        await socket.send(json.dumps(message))
                    await self._play_on(socket, done)
            except (ConnectionClosed, InvalidMessage, OSError, TimeoutError):
                await asyncio.sleep(0.3 + self.rng.random())
        self._socket = None

    @property
    def _url(self) -> str:
        return f"ws{self.base.removeprefix('http')}/seat/{self.ticket_id}/socket/"

    @property
    def _headers(self) -> dict[str, str]:
        return {"Cookie": f"{PATH if self.base.startswith('https:') else ''}claim={self.token}", "Origin": self.base}

    async def _play_on(self, socket: ClientConnection, done: Callable[["ScriptedPlayer"], bool]) -> None:
        while not done(self) and not self.gone:
            try:
                async with asyncio.timeout(PING_SECONDS):  # `wait_for` may lose a cancellation
                    frame = await socket.recv()
            except TimeoutError:
                await self._ping(socket)
                continue
            self._hear(json.loads(frame))
            if not self._waiting and not done(self):
                await self._think(socket)

    async def _ping(self, socket: ClientConnection) -> None:
        await socket.send(json.dumps({"t": "ping", "rev": self.view["rev"] if self.view else 0}))

    def _hear(self, message: dict[str, Any]) -> None:
        kind = message["t"]
        if kind == "view" and (self.view is None or message["rev"] >= self.view["rev"]):
            self.view = message
        elif kind == "gone":
            self.gone = message["reason"]
        elif kind == "ack" and message["id"] in self._waiting:
            sent, at = self._waiting.pop(message["id"])
            self._acked_rev = max(self._acked_rev, message["rev"])
            if sent["t"] == "act":
                self.sent.append(
                    Sent(UUID(sent["id"]), sent["play"], message["seq"], sent["a"], time.perf_counter() - at)
                )
                self.on_act()
        elif kind == "refused":
            self._waiting.pop(message["id"], None)
            self.refused.append(message)

    async def _think(self, socket: ClientConnection) -> None:
        message = self._next_message()
        if message is None:
            return
        if self.delay[1]:
            await asyncio.sleep(self.rng.uniform(*self.delay))
        message["id"] = str(uuid4())
        self._waiting[message["id"]] = (message, time.perf_counter())
        await socket.send(json.dumps(message))

    def _next_message(self) -> dict[str, Any] | None:
        if self.view is None or self.view["rev"] < self._acked_rev:
            return None  # an ack can arrive before the view that its action caused
        table, view, state = self.view["table"], self.view["view"], self.state
        if state in (Stage.READY, Stage.RESULT):
            return None if table["seat"] in table["ready"] else {"t": "ready", "play": self.view["play"]}
        if state != Stage.PLAYING or not view or not (view["legal"] or view.get("pick")):
            return None
        action = choose(view, lambda options: self.rng.choice(list(options)))
        if action is None:
            return None
        return {"t": "act", "play": self.view["play"], "seq": self.view["seq"], "a": action}

    async def settle(self) -> dict[str, Any] | None:
        """Send one ping after the end, in case the last message was lost, and return the last view."""
        async with connect(self._url, additional_headers=self._headers, open_timeout=20) as socket:
            first = json.loads(await socket.recv())
            self._hear(first)
            await self._ping(socket)
            async with asyncio.timeout(20):
                while (message := json.loads(await socket.recv()))["t"] != "pong":
                    self._hear(message)
        return self.view
