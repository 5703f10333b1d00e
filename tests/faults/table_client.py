"""A player's device, which keeps the rules of the page, and records of all that devices have sent and received."""

import asyncio
import json
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any
from uuid import uuid4

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from clubsite.play.table_state import Stage
from games.robots import choose
from tests.faults.lines import Line


@dataclass
class Said:
    """One message from a client, however often it was sent."""

    client: str
    message: dict[str, Any]
    first: float
    """When it was sent first, in seconds."""
    answer: dict[str, Any] | None = None
    answered: float = 0.0
    sent: int = 1

    @property
    def acknowledged(self) -> bool:
        return self.answer is not None and self.answer["t"] == "ack"


@dataclass
class Records:
    """The messages of all clients, by id, and the faults in their answers."""

    said: dict[str, Said] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    on_first: Callable[[Said], None] = lambda entry: None
    """Called before a message is sent for the first time."""

    def sent(self, client: str, message: dict[str, Any]) -> None:
        known = self.said.get(message["id"])
        if known is None:
            known = self.said[message["id"]] = Said(client, message, time.monotonic())
            self.on_first(known)
        else:
            known.sent += 1

    def answered(self, answer: dict[str, Any]) -> None:
        """Record an answer. Later answers to the same message must say the same as the first answer."""
        entry = self.said.get(answer["id"])
        if entry is None:
            self.faults.append(f"An answer to a message that nobody has sent: {answer}")
        elif entry.answer is None:
            entry.answer, entry.answered = answer, time.monotonic()
        elif (entry.answer["t"], entry.answer["seq"]) != (answer["t"], answer["seq"]) and entry.message["t"] == "act":
            self.faults.append(f"{entry.message} was answered by {entry.answer}, and later by {answer}.")

    def acts(self, *, acknowledged: bool) -> list[Said]:
        """Return the calls, cards and claims that were acknowledged or, if `acknowledged` is False, the others."""
        return [act for act in self.said.values() if act.message["t"] == "act" and act.acknowledged == acknowledged]


def faults_of(records: Records, plays: dict[str, Any]) -> list[str]:
    """Return a sentence for everything in the site's logs that contradicts what the clients recorded. `plays` has for
    each play its `seq` and its log's events as [seq, client_id, action].
    """
    faults = list(records.faults)
    stored: dict[str, list[tuple[str, int, str]]] = {}
    for play, row in plays.items():
        numbers = [seq for seq, _, _ in row["log"]]
        if numbers != list(range(1, row["seq"] + 1)):
            faults.append(f"Play {play} is at {row['seq']}, and its log has the numbers {numbers}.")
        for seq, client_id, action in row["log"]:
            stored.setdefault(client_id, []).append((play, seq, action))
    for key, exchange in records.said.items():
        if exchange.message["t"] == "act":
            faults += _act_faults(exchange, stored.pop(key, []))
    faults += [f"The log has what no client has sent: {rows}" for rows in stored.values()]
    return faults + _order_faults(records)


def _act_faults(exchange: Said, rows: list[tuple[str, int, str]]) -> list[str]:
    message, answer = exchange.message, exchange.answer
    if answer is None:
        return [f"{message} was never answered."]
    if answer["t"] == "refused":
        return [f"{message} was refused as {answer['code']}, and is in the log: {rows}"] if rows else []
    expected = [(message["play"], answer["seq"], message["a"])]
    return [] if rows == expected else [f"{message} was acknowledged as {answer['seq']}; the log has {rows}."]


def _order_faults(records: Records) -> list[str]:
    """Return the pairs of actions whose order in the log differs from the order in which they were performed."""
    faults, by_play = [], dict[str, list[Said]]()
    for exchange in records.acts(acknowledged=True):
        by_play.setdefault(exchange.message["play"], []).append(exchange)
    for play, acts in by_play.items():
        acts.sort(key=lambda act: act.answer["seq"] if act.answer else 0)
        for before, after in pairwise(acts):
            if after.answered < before.first:
                faults.append(f"Play {play}: {after.message} was answered before {before.message} was sent.")
    return faults


SCRIPTS = Path(__file__).parents[2] / "static" / "js"


def _seconds(script: str, name: str) -> float:
    match = re.search(rf"^const {name} = (\d+);$", (SCRIPTS / script).read_text(encoding="utf-8"), re.M)
    assert match is not None, f"{script} has no {name}"
    return int(match[1]) / 1000


FIRST_WAIT = _seconds("lib/socket.js", "FIRST_WAIT")
LONGEST_WAIT = _seconds("lib/socket.js", "LONGEST_WAIT")
PING_EVERY = _seconds("lib/socket.js", "PING_EVERY")
OPENS_WITHIN = _seconds("lib/socket.js", "OPENS_WITHIN")
ANSWERS_WITHIN = _seconds("lib/socket.js", "ANSWERS_WITHIN")
LOOKS_EVERY = _seconds("lib/socket.js", "LOOKS_EVERY")
RESEND_AFTER = _seconds("play/seat.js", "RESEND_AFTER")
LOST = (OSError, TimeoutError, InvalidHandshake, InvalidMessage, ConnectionClosed)


class TableClient:
    """One seat. It plays at random while `playing` is true; `pace` is the range of its thinking time in seconds."""

    def __init__(
        self, name: str, seat: dict[str, str], line: Line, records: Records, options: Mapping[str, Any]
    ) -> None:
        self.name, self.ticket, self.token, self.line, self.records = name, seat["ticket"], seat["token"], line, records
        self.options = options
        self.chance = Random(f"{name} {self.ticket}")
        self.pace = (0.0, 0.05)
        self.playing = False
        self.view: dict[str, Any] | None = None
        self.gone = ""
        self.opened = 0  # how often a socket was opened
        self.closes: list[int] = []
        self.socket: ClientConnection | None = None
        self._outbox: dict[str, tuple[dict[str, Any], float]] = {}  # by id: the message, and when it was sent last
        self._acked_rev = 0
        self._think_at = 0.0
        self._wait = FIRST_WAIT

    @property
    def address(self) -> str:
        """Where this device finds the site."""
        return f"127.0.0.1:{self.line.port}"

    @property
    def unanswered(self) -> bool:
        return bool(self._outbox)

    async def run(self) -> None:
        """Keep a socket open until the task is cancelled or the seat is gone."""
        while not self.gone:
            again = await self._once()
            self.socket = None
            await asyncio.sleep(again)

    async def _once(self) -> float:
        """Open a socket and use it until it is lost. Return how many seconds to wait before opening the next one."""
        try:
            socket = await self.connect(OPENS_WITHIN)
        except TimeoutError:
            return self._soon()
        except LOST:
            return self._longer()
        self.opened += 1
        self.socket, self._wait = socket, FIRST_WAIT
        try:
            return await self._talk(socket)
        except ConnectionClosed as closed:
            self.closes.append(closed.rcvd.code if closed.rcvd else 1006)
            return self._longer()
        finally:
            socket.transport.abort()

    async def connect(self, seconds: float = 20, **options: Any) -> ClientConnection:
        """Open a socket to this seat."""
        headers = {"Cookie": f"claim={self.token}"}
        at, origin = f"ws://{self.address}/seat/{self.ticket}/socket/", f"http://{self.address}"
        given: dict[str, Any] = {"ping_interval": None, "origin": origin, "additional_headers": headers}
        return await connect(at, open_timeout=seconds, **{**given, **self.options, **options})

    async def close(self) -> None:
        await self.line.close()

    def _soon(self) -> float:
        return FIRST_WAIT * self.chance.random()

    def _longer(self) -> float:
        wait, self._wait = self._wait, min(2 * self._wait, LONGEST_WAIT)
        return wait * (0.5 + self.chance.random() / 2)

    async def _talk(self, socket: ClientConnection) -> float:
        """Use an open socket until the site stops answering. Return how many seconds to wait before reconnecting."""
        fresh, pinged, wait_start = True, 0.0, 0.0
        for key in list(self._outbox):
            await self._send(socket, self._outbox[key][0])
        while not self.gone:
            try:
                async with asyncio.timeout(self._until_next_look()):  # `wait_for` may lose a cancellation
                    frame = await socket.recv()
            except TimeoutError:
                frame = None
            now = time.monotonic()
            if frame is not None:
                wait_start = 0.0
                self._hear(json.loads(frame), fresh)
                fresh = False
            if wait_start and now - wait_start > ANSWERS_WITHIN:
                return self._soon()
            if now - pinged >= PING_EVERY:
                await socket.send(json.dumps({"t": "ping", "rev": self.view["rev"] if self.view else 0}))
                pinged, wait_start = now, wait_start or now
            for message, sent in list(self._outbox.values()):
                if now - sent >= RESEND_AFTER:
                    await self._send(socket, message)
            if await self._act(socket, now):
                wait_start = wait_start or now
        return 0.0

    def _until_next_look(self) -> float:
        thinking = self._think_at - time.monotonic()
        return min(LOOKS_EVERY, max(0.001, thinking)) if thinking > 0 else LOOKS_EVERY

    async def _send(self, socket: ClientConnection, message: dict[str, Any]) -> None:
        self._outbox[message["id"]] = message, time.monotonic()
        self.records.sent(self.name, message)
        await socket.send(json.dumps(message))

    def _hear(self, message: dict[str, Any], fresh: bool) -> None:
        kind = message["t"]
        if kind == "view" and (fresh or self.view is None or message["rev"] > self.view["rev"]):
            self.view = message
            self._think_at = time.monotonic() + self.chance.uniform(*self.pace)
        elif kind in ("ack", "refused"):
            self.records.answered(message)
            self._outbox.pop(message["id"], None)
            self._acked_rev = max(self._acked_rev, message["rev"] if kind == "ack" else 0)
        elif kind == "gone":
            self.gone = message["reason"]

    async def _act(self, socket: ClientConnection, now: float) -> bool:
        """Do what the table is waiting for, if it is waiting for this player. Return True if something was sent."""
        if not self.playing or self._outbox or now < self._think_at:
            return False
        message = self.next_message()
        if message is None:
            return False
        await self._send(socket, {"id": str(uuid4()), **message})
        return True

    def next_message(self) -> dict[str, Any] | None:
        """Return the message, without an id, that this player would send now, or None if there is nothing to send."""
        if self.view is None or self.view["rev"] < self._acked_rev:
            return None
        table, view, state = self.view["table"], self.view["view"], Stage(self.view["table"]["state"])
        if state in (Stage.READY, Stage.RESULT):
            return None if table["seat"] in table["ready"] else {"t": "ready", "play": self.view["play"]}
        if state != Stage.PLAYING or not view or not (view["legal"] or view.get("pick")):
            return None
        action = choose(view, lambda options: self.chance.choice(list(options)))
        return action and {"t": "act", "play": self.view["play"], "seq": self.view["seq"], "a": action}
