"""Two tables in play, their four devices, and questions to the site about the tables."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from tests.faults.site import Site
from tests.faults.table_client import Records, Said, TableClient, faults_of

PATIENCE = 120.0
"""Seconds after which a test gives up what it waits for. A busy machine is slow, and that is no fault of the site."""
HEALS_WITHIN = 10.0
"""Seconds after a fault within which every client shows what a fresh snapshot shows, without a reload."""
A_SESSION = """
import datetime, json
from random import Random
from django.contrib.auth import get_user_model
from clubsite.clubs.models import Club
from clubsite.clubs.services import club_create
from clubsite.demo.scripted_player import players_of, session_make
user, _ = get_user_model().objects.get_or_create(username="faults")
club = Club.objects.filter(slug="faults").first() or club_create(name="Faults", slug="faults", owner=user)
session = session_make(club=club, user=user, date=datetime.date(2026, 11, 24), players=4, boards=None, pbn=None,
                       file_name="", seed=SEED)
seats = [{"ticket": one.ticket_id, "token": one.token} for one in players_of(session, [""], SEED, lambda: None)]
print(json.dumps({"session": session.pk, "seats": seats}))
"""
LOGS = """
import json
from clubsite.play.models import Play, PlayEvent
from clubsite.nights.models import TableBoard
plays = Play.objects.filter(pk__in=TableBoard.objects.filter(round__section__session=SESSION).values("play"))
found = {play.public_id: {"seq": play.seq, "log": []} for play in plays}
events = PlayEvent.objects.filter(play__in=plays).order_by("play", "seq")
for play, seq, key, action in events.values_list("play__public_id", "seq", "client_id", "action"):
    found[play]["log"].append([seq, str(key), action])
print(json.dumps(found))
"""
SNAPSHOTS = """
import json
from clubsite.play.models import SeatTicket
from clubsite.play.selectors import snapshot
print(json.dumps({key: snapshot(SeatTicket.objects.get(public_id=key), fresh=True) for key in TICKETS}))
"""


@dataclass
class Tables:
    """A session of two tables on the site, and its four devices."""

    site: Site
    session: int
    clients: list[TableClient]
    records: Records

    def play(self, pace: tuple[float, float] = (0.0, 0.05)) -> None:
        for client in self.clients:
            client.pace, client.playing = pace, True

    def rest(self) -> None:
        """Let nobody start a new action. Messages already sent are still resent until they are answered."""
        for client in self.clients:
            client.playing = False

    @property
    def acknowledged(self) -> int:
        return len(self.records.acts(acknowledged=True))

    async def acts(self, more: int, seconds: float = PATIENCE) -> None:
        """Wait until `more` further actions have been acknowledged."""
        wanted = self.acknowledged + more
        await until(lambda: self.acknowledged >= wanted, f"{more} more acts", seconds)

    async def move_to(self, port: int) -> None:
        """Make every device connect to this web process and to no other."""
        for client in self.clients:
            client.line.targets = [port]
            opened = client.opened
            await client.line.cut()
            await until(lambda client=client, opened=opened: client.opened > opened, f"{client.name} is back")

    async def next_act_without_answer(self) -> tuple[TableClient, Said]:
        """Let no answer reach the device that acts next. Return that device and its action."""
        pairs: list[tuple[TableClient, Said]] = []

        def hold(exchange: Said) -> None:
            if exchange.message["t"] == "act" and not pairs:
                client = next(player for player in self.clients if player.name == exchange.client)
                client.line.holding_answers = True
                pairs.append((client, exchange))

        self.records.on_first = hold
        await until(lambda: pairs, "somebody acts")
        self.records.on_first = lambda exchange: None
        return pairs[0]

    async def healed(self, within: float = HEALS_WITHIN) -> None:
        """Wait until every device shows the state in the database, and then compare the logs with the records. The time
        in which this test asks the database does not count: on a busy machine that is the slow part.
        """
        self.rest()
        waited, differences = 0.0, ["nothing was compared"]
        while differences:
            assert waited < within, f"{within} seconds after the fault: {differences}"
            began = time.monotonic()
            await asyncio.sleep(0.2)
            waited += time.monotonic() - began
            differences = await asyncio.to_thread(self._differences)
        plays = await asyncio.to_thread(self.site.run, f"SESSION = {self.session}\n{LOGS}")
        faults = faults_of(self.records, plays)
        assert not faults, faults[:5]

    def _differences(self) -> list[str]:
        waiting = [f"{client.name} waits for an answer" for client in self.clients if client.unanswered]
        if waiting:
            return waiting
        fresh = self.site.run(f"TICKETS = {[client.ticket for client in self.clients]!r}\n{SNAPSHOTS}")
        return [
            f"{client.name} shows {_parts(client.view, fresh[client.ticket])}"
            for client in self.clients
            if client.view != fresh[client.ticket]
        ]


def _parts(shown: dict[str, Any] | None, fresh: dict[str, Any]) -> str:
    if shown is None:
        return "nothing"
    flat = [{**view, **(view["table"] or {}), **(view["view"] or {})} for view in (shown, fresh)]
    keys = sorted(key for key in flat[0].keys() | flat[1].keys() if flat[0].get(key) != flat[1].get(key))
    return ", ".join(
        f"{key} {flat[0].get(key)!r} for {flat[1].get(key)!r}" for key in keys if key not in ("table", "view")
    )


async def until(holds: Callable[[], Any], what: str, seconds: float = PATIENCE) -> None:
    """Wait until `holds` is true. Fail with `what` if it takes too long."""
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, f"not in {seconds} seconds: {what}"
        await asyncio.sleep(0.02)


@asynccontextmanager
async def two_tables(site: Site, seed: str, **options: Any) -> AsyncIterator[Tables]:
    """Begin a session, and let its four devices connect. `options` are passed to the devices' sockets."""
    made = await asyncio.to_thread(site.run, f"SEED = {seed!r}\n{A_SESSION}")
    records, clients = Records(), []
    for number, seat in enumerate(made["seats"]):
        clients.append(await site.device(number, seat, records, options))
    tasks = [asyncio.create_task(client.run()) for client in clients]
    tables = Tables(site, made["session"], clients, records)
    try:
        await until(lambda: all(client.view for client in clients), "every device has its first view")
        yield tables
    finally:
        for task in tasks:
            task.cancel()
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*tasks, return_exceptions=True)
        for client in clients:
            await client.close()
