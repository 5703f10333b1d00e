"""Scripted players over real websockets: one player, and a whole session with a check that no act was lost.

They see what a browser sees and send what a browser sends, at the demo's other tables, in `manage.py play_night` and
in tests.
"""

import asyncio
import json
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any
from uuid import UUID, uuid4

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidMessage

from clubsite.accounts.models import User
from clubsite.accounts.services import device_for
from clubsite.clubs.models import Club
from clubsite.clubs.services import person_add
from clubsite.core.origins import PATH
from clubsite.core.refused import Refused
from clubsite.nights.models import Contestant, Session, TableBoard, TableBoardState
from clubsite.nights.services.boards import boards_deal, boards_import
from clubsite.nights.services.movement import contestant_assign, movement_accept
from clubsite.nights.services.rounds import session_start
from clubsite.nights.services.setup import session_create
from clubsite.play.models import PlayEvent, SeatTicket
from clubsite.play.seat_tickets import ticket_take
from clubsite.play.selectors import snapshot
from clubsite.play.table_state import Stage
from games.robots import choose
from movements.choose import Option, options

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


@dataclass(slots=True)
class Report:
    """The report on a session. `faults` is empty if everything was as it should be."""

    actions: int = 0
    seconds: float = 0.0
    latencies: list[float] = field(default_factory=list)
    refused: int = 0
    faults: list[str] = field(default_factory=list)

    @property
    def per_second(self) -> float:
        return self.actions / self.seconds if self.seconds else 0.0

    def quantile(self, share: float) -> float:
        ordered = sorted(self.latencies)
        return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0

    @property
    def median(self) -> float:
        return 1000 * statistics.median(self.latencies) if self.latencies else 0.0


def session_make(*, user: User, **options: Any) -> Session:
    """Set up a session as `session_set_up` does, and start it."""
    session = session_set_up(user=user, **options)
    session_start(session=session, user=user)
    return session


def session_set_up(
    *, club: Club, user: User, date: Any, players: int, boards: int | None, pbn: bytes | None, file_name: str, seed: str
) -> Session:
    """Prepare a session for guests, with boards and a movement. Raise Refused, or DealFileError for a faulty file."""
    option = _movement_for(players, boards)
    per_round = max(1, (boards or option.boards_needed) // option.plan.board_sets)
    session = session_create(
        club=club, user=user, name="Scripted night", date=date, players=players, boards_per_round=per_round
    )
    movement_accept(session=session, plan=option.plan, name=option.name, title=option.title, user=user)
    for contestant in Contestant.objects.filter(section__session=session):
        person = person_add(club=club, name=f"Scripted {contestant.number}", guest=True)
        contestant_assign(session=session, number=contestant.number, person=person)
    if pbn is not None:
        boards_import(session=session, data=pbn, file_name=file_name, user=user)
    else:
        boards_deal(session=session, count=per_round * option.plan.board_sets, user=user, seed=seed)
    return session


def _movement_for(players: int, boards: int | None) -> Option:
    """Return the best movement with the number of boards requested, else the recommended movement."""
    for per_round in range(1, 13) if boards else [3]:
        for option in options(players, per_round, boards):
            if not option.problem and (boards is None or option.boards_needed == boards):
                return option
    raise Refused(f"No movement for {players} players plays exactly {boards} boards. Try another number.", "boards")


def players_of(session: Session, bases: list[str], seed: str, on_act: Callable[[], None]) -> list[ScriptedPlayer]:
    """Return one scripted player for each person, each on a device of their own, spread over the servers in `bases`."""
    made = []
    for contestant in Contestant.objects.filter(section__session=session, robot=""):
        device, _ = device_for(token=None, label="scripted")
        ticket, token = ticket_take(device=device, seat=contestant.seat)
        made.append(
            ScriptedPlayer(
                base=bases[contestant.number % len(bases)],
                ticket_id=ticket.public_id,
                token=token,
                rng=Random(f"{seed}:{contestant.number}"),
                on_act=on_act,
            )
        )
    return made


async def session_run(players: list[ScriptedPlayer], report: Report) -> None:
    """Play until every seat has seen the end, then send one ping from each seat in case the last message was lost."""
    begun = time.perf_counter()
    await asyncio.gather(*(player.run() for player in players))
    report.seconds = time.perf_counter() - begun
    for player in players:
        await player.settle()
    report.latencies = [sent.seconds for player in players for sent in player.sent]
    report.actions = len(report.latencies)
    report.refused = sum(len(player.refused) for player in players)


def session_check(session: Session, players: list[ScriptedPlayer], report: Report) -> None:
    """Append to `report.faults` a sentence for each thing that was not as it should be."""
    _check_views(players, report)
    _check_log(players, report)
    _check_boards(session, report)


def _check_views(players: list[ScriptedPlayer], report: Report) -> None:
    for player in players:
        ticket = SeatTicket.objects.get(public_id=player.ticket_id)
        fresh, last = _lasting(snapshot(ticket, fresh=True)), _lasting(player.view or {})
        if fresh != last:
            report.faults.append(f"The last view of seat {player.ticket_id} differs from a fresh snapshot.")


def _lasting(view: dict[str, Any]) -> dict[str, Any]:
    """Return a view without its presence data, because players leave one by one while the views are compared."""
    table = {k: v for k, v in view.get("table", {}).items() if k != "opponent"}
    return {"play": view.get("play"), "seq": view.get("seq"), "view": view.get("view"), "table": table}


def _check_log(players: list[ScriptedPlayer], report: Report) -> None:
    sent = {str(s.id): s for player in players for s in player.sent}
    stored: dict[str, list[PlayEvent]] = {}
    for event in PlayEvent.objects.filter(client_id__in=list(sent)).select_related("play"):
        stored.setdefault(str(event.client_id), []).append(event)
    for key, acked in sent.items():
        rows = stored.get(key, [])
        if len(rows) != 1:
            report.faults.append(f"Acknowledged action {acked.action} is in the log {len(rows)} times.")
        elif (rows[0].play.public_id, rows[0].seq, rows[0].action) != (acked.play, acked.seq, acked.action):
            report.faults.append(f"Action {acked.action} was acknowledged as #{acked.seq}, stored as #{rows[0].seq}.")


def _check_boards(session: Session, report: Report) -> None:
    rows = TableBoard.objects.filter(round__section__session=session).exclude(state=TableBoardState.FINISHED)
    if rows.exists():
        report.faults.append(f"{rows.count()} boards are not finished.")
