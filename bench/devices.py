"""The devices in the players' process (bench/crowd.py).

Each has one socket, which pings as often as a page does (PING_EVERY in static/js/lib/socket.js).
"""

import asyncio
import json
import time
from random import Random
from typing import Any
from uuid import uuid4

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from bench.crowd import Heard, Key
from clubsite.demo.scripted_player import ScriptedPlayer
from clubsite.play.table_state import Stage

PING_EVERY = 5.0  # seconds
LOST = (OSError, TimeoutError, InvalidHandshake, InvalidMessage, ConnectionClosed)
OPENING = (Stage.READY, Stage.RESULT)


class Device(ScriptedPlayer):
    """A player who opens boards if `opens`, and plays them if `plays`."""

    opens = plays = False
    pinged: float | None = None

    def attach(self, heard: Heard) -> None:
        self.heard, self.news = heard, asyncio.Event()

    async def sit(self) -> None:
        """Keep a socket open until the night is over or the seat is gone."""
        while not self.gone and self.state != Stage.FINISHED:
            began = time.perf_counter()
            try:
                options: dict[str, Any] = {"open_timeout": 120, "ping_interval": None}
                async with connect(self._url, additional_headers=self._headers, **options) as socket:
                    self.view = None
                    for message, _ in self._waiting.values():
                        await socket.send(json.dumps(message))
                    await self._use(socket, began)
            except LOST:
                self.heard.lost += 1
                await asyncio.sleep(0.5 + self.rng.random())

    async def _use(self, socket: ClientConnection, began: float) -> None:
        tasks = [asyncio.ensure_future(work(socket)) for work in (self._ping_on, self._act_on)]
        try:
            async for frame in socket:
                first = self.view is None
                self._hear(json.loads(frame))
                if first and self.view is not None:
                    self.heard.first_views.append(time.perf_counter() - began)
                self.news.set()
                if self.gone or self.state == Stage.FINISHED:
                    return
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _ping_on(self, socket: ClientConnection) -> None:
        await asyncio.sleep(PING_EVERY * self.rng.random())
        while True:
            self.pinged = time.perf_counter()
            await self._ping(socket)
            await asyncio.sleep(PING_EVERY)

    async def _act_on(self, socket: ClientConnection) -> None:
        while True:
            await self.news.wait()
            self.news.clear()
            if self.plays or (self.opens and self.state in OPENING):
                await self._think(socket)

    async def _think(self, socket: ClientConnection) -> None:
        if self._waiting:
            return
        if self.delay[1] and self._next_message():
            await asyncio.sleep(self.rng.uniform(*self.delay))
        message = self._next_message()
        if message is None:
            return
        message["id"] = str(uuid4())
        self._waiting[message["id"]] = (message, time.perf_counter())
        await socket.send(json.dumps(message))

    def _hear(self, message: dict[str, Any]) -> None:
        now = time.perf_counter()
        if message["t"] == "pong" and self.pinged is not None:
            self.heard.pings.append(now - self.pinged)
            self.pinged = None
        acts, before = len(self.sent), self.state
        super()._hear(message)
        self.heard.new_boards += self.state == Stage.PLAYING != before
        self.heard.acts += [sent.seconds for sent in self.sent[acts:]]
        self.sent.clear()
        self.heard.refused += len(self.refused)
        self.refused.clear()


class Devices:
    """The devices of the players' process, which answer the questions of `Crowd`."""

    def __init__(self) -> None:
        self.since = Heard()
        self.devices: list[Device] = []
        self.tasks: list[asyncio.Task[None]] = []
        self.opens = self.plays = False
        self.think = (0.0, 0.0)

    def sit(self, keys: list[Key], seconds: float) -> None:
        for number, key in enumerate(keys):
            device = Device(key.base, key.ticket_id, key.token, Random(key.ticket_id))
            device.attach(self.since)
            self._tell(device)
            self.devices.append(device)
            self.tasks.append(asyncio.ensure_future(_later(device, number * seconds / len(keys))))

    def _tell(self, device: Device) -> None:
        device.opens, device.plays, device.delay = self.opens, self.plays, self.think
        device.news.set()

    def do(self, opens: bool, plays: bool, think: tuple[float, float]) -> None:
        self.opens, self.plays, self.think = opens, plays, think
        for device in self.devices:
            self._tell(device)

    def heard(self) -> Heard:
        report, fresh = self.since, Heard()
        report.with_cards = sum(device.state == Stage.PLAYING for device in self.devices)
        for device in self.devices:
            device.heard = fresh
        self.since = fresh
        return report


async def _later(device: Device, seconds: float) -> None:
    await asyncio.sleep(seconds)
    await device.sit()


def serve(pipe: Any) -> None:
    """Answer the questions that come through `pipe` until it says that the end has come."""
    asyncio.run(_serve(pipe))


async def _serve(pipe: Any) -> None:
    devices = Devices()
    while True:
        question = await asyncio.to_thread(pipe.recv)
        if question[0] == "end":
            for task in devices.tasks:
                task.cancel()
            return
        pipe.send(getattr(devices, question[0])(*question[1:]))
