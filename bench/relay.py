"""The cost of a card beside a bare path of the same shape: CPU of the web process, and milliseconds to the ack.

The CPU of embedded jobs, which the club server has in another process, is listed separately.

    python bench/relay.py [--what fast paced tables] [--on embedded server] [--seconds 20] [--json FILE]

`fast`: players who act at once (8 embedded, 16 on the club server). `paced`: 32 players with thinking time. `tables`:
500 tables of the site, 1,000 sockets of one process. Each is run for the bare path (bench/bare_path.py) and for the
site, one after the other on one web process. The scripted players share the machine with the servers.
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from typing import Any
from uuid import uuid4

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from websockets.asyncio.client import connect

from bench.web_process import Web, servers

THINK = (0.15, 0.45)  # seconds of a paced player: 32 of them act some 50 times a second
FAST = {"embedded": 8, "server": 16}
PACED, TABLES, TABLES_A_SESSION = 32, 500, 25
WARM = 4.0  # seconds before the measure


@dataclass
class Figures:
    """The figures of one run: milliseconds, and acts a second."""

    name: str
    acts: int = 0
    cpu: float = 0.0
    per_second: float = 0.0
    p50: float = 0.0
    p99: float = 0.0
    more: dict[str, float] = field(default_factory=dict)
    seconds: list[float] = field(default_factory=list, repr=False)  # of each act


def quantile(values: list[float], share: float) -> float:
    """Return the milliseconds at this share of the values."""
    ordered = sorted(values)
    return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def measured(
    name: str,
    web: Web,
    seconds: float,
    play: Callable[[], Any],
    acks: list[float],
    others: Iterable[list[float]] = (),
) -> Figures:
    """Let `play` (a coroutine function that ends when it is cancelled) warm up, then measure it for `seconds`."""

    async def some() -> Figures:
        task = asyncio.ensure_future(play())
        await asyncio.sleep(WARM)
        for values in (acks, *others):
            values.clear()
        jobs, cpu, begun = await asyncio.to_thread(web.jobs_cpu), web.cpu(), time.perf_counter()
        await asyncio.sleep(seconds)
        acts, spent, used = list(acks), time.perf_counter() - begun, web.cpu() - cpu
        jobs = await asyncio.to_thread(web.jobs_cpu) - jobs
        while not task.done():
            task.cancel()
            await asyncio.wait([task], timeout=1)
        count = max(1, len(acts))
        cpu_ms, jobs_ms = 1000 * (used - jobs) / count, 1000 * jobs / count
        halves = quantile(acts, 0.5), quantile(acts, 0.99)
        more = {"jobs CPU ms/act": jobs_ms}
        return Figures(name, len(acts), cpu_ms, len(acts) / spent, *halves, more, acts)

    return asyncio.run(some())


def bare(web: Web, players: int, think: tuple[float, float], seconds: float) -> Figures:
    """Measure the bare path: two players a room who act in turn."""
    from clubsite.play.models import Play, Room

    rooms = []
    for _ in range(players // 2):
        room = Room.objects.create()
        room.play = Play.objects.create(room=room, game="solo", rules_version="1", setup={})
        room.save()
        rooms.append(room.pk)
    acks: list[float] = []
    rng = Random(1)

    async def table(room: int) -> None:
        address = f"ws{web.base.removeprefix('http')}/bare/?{room}"
        async with connect(f"{address}-S") as south, connect(f"{address}-N") as north:
            while True:
                for mine, other in ((south, north), (north, south)):
                    await asyncio.sleep(rng.uniform(*think))
                    begun = time.perf_counter()
                    await mine.send(json.dumps({"t": "act", "id": str(uuid4()), "play": "abcdefgh", "a": "p:S7"}))
                    await asyncio.gather(until_acked(mine, acks, begun), other.recv())

    async def all_tables() -> None:
        await asyncio.gather(*(table(room) for room in rooms))

    return measured("bare", web, seconds, all_tables, acks)


async def until_acked(socket: Any, acks: list[float], begun: float) -> None:
    """Wait for the ack and the own view, in either order."""
    came = {json.loads(await socket.recv())["t"]: time.perf_counter() for _ in range(2)}
    acks.append(came["ack"] - begun)


def site(web: Web, players: int, think: tuple[float, float], seconds: float) -> Figures:
    """Measure a night of scripted players, cut off after the measure."""
    acks: list[float] = []
    others: dict[str, list[float]] = {"last act": [], "agreement": [], "opening": []}
    seats = [watched(seat, acks, others) for seat in seats_of(web, players)]
    for seat in seats:
        seat.delay = think
    wait_until_solved()

    async def all_seats() -> None:
        await asyncio.gather(*(seat.run() for seat in seats))

    found = measured("site", web, seconds, all_seats, acks, others.values())
    found.more |= {f"{name} p99": quantile(values, 0.99) for name, values in others.items()}
    found.more |= {"refused": sum(len(seat.refused) for seat in seats)}
    return found


def seats_of(web: Web, players: int, boards: int | None = None) -> list[Any]:
    """Return the scripted players of a session that has begun."""
    from django.utils import timezone

    from clubsite.simulation import whole_session
    from clubsite.simulation.management.commands.play_night import _club, _director

    session = whole_session.session_make(
        club=_club(),
        user=_director(),
        date=timezone.localdate(),
        players=players,
        boards=boards,
        pbn=None,
        file_name="",
        seed=f"relay {time.time()}",
    )
    return whole_session.players_of(session, [web.base], "relay", lambda: None)


def wait_until_solved() -> None:
    """Wait until the new boards are solved, as the solver's work is no part of a card."""
    from clubsite.analysis.services.solving import boards_unsolved

    for _ in range(240):
        if not boards_unsolved().exists():
            return
        time.sleep(0.5)


def watched(seat: Any, acks: list[float], others: dict[str, list[float]]) -> Any:
    """Return the player with the seconds of calls and cards in `acks` and those of a board's steps in `others`.

    The last act of a board ends its transaction with the score. The second agreement opens the next board, which is
    there when its first view is.
    """
    from clubsite.play.table_state import Stage
    from clubsite.simulation.scripted_player import ScriptedPlayer

    class Watched(ScriptedPlayer):
        opening = 0.0
        last_act = 0.0

        def _hear(self, message: dict[str, Any]) -> None:
            now, sent = time.perf_counter(), self._waiting.get(message.get("id", ""))
            before = self.view
            if message["t"] == "ack" and sent is not None:
                self._note(sent[0], now - sent[1])
            super()._hear(message)
            if message["t"] == "view" and self.view is message:
                over = (
                    message["table"]["state"] == Stage.RESULT and before and before["table"]["state"] == Stage.PLAYING
                )
                if over and self.last_act:
                    others["last act"].append(self.last_act)
                if message["table"]["state"] == Stage.PLAYING and self.opening:
                    others["opening"].append(now - self.opening)
                    self.opening = 0.0

        def _note(self, message: dict[str, Any], seconds: float) -> None:
            if message["t"] == "ready":
                others["agreement"].append(seconds)
                both = len((self.view or {"table": {"ready": []}})["table"]["ready"]) == 1
                self.opening = time.perf_counter() - seconds if both else 0.0
            else:
                acks.append(seconds)
                self.last_act = seconds

    return Watched(base=seat.base, ticket_id=seat.ticket_id, token=seat.token, rng=seat.rng)


def tables(web: Web) -> Figures:
    """Measure 500 tables: the seconds until all 1,000 sockets have their first view, and the memory of the process
    then.
    """
    seats = [
        seat
        for _ in range(TABLES // TABLES_A_SESSION)
        for seat in seats_of(web, 2 * TABLES_A_SESSION, TABLES_A_SESSION)
    ]
    before = web.memory()

    async def all_open() -> float:
        begun = time.perf_counter()
        open_now = asyncio.Semaphore(50)

        async def one(seat: Any) -> Any:
            async with open_now:
                socket = await connect(seat._url, additional_headers=seat._headers, open_timeout=60)
                assert json.loads(await socket.recv())["t"] == "view"
                return socket

        sockets = await asyncio.gather(*(one(seat) for seat in seats))
        seconds = time.perf_counter() - begun
        found.more = {
            "seconds to connect": seconds,
            "MB before": before,
            "MB": web.memory(),
            "sockets": len(sockets),
        }
        for socket in sockets:
            await socket.close()
        return seconds

    found = Figures("tables")
    asyncio.run(all_open())
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--what", nargs="+", default=["fast", "paced", "tables"])
    parser.add_argument("--on", nargs="+", default=["embedded", "server"])
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    found: dict[str, list[dict[str, Any]]] = {}
    for on in args.on:
        for what in args.what:
            found[f"{on}, {what}"] = [asdict(figures) for figures in run(on, what, args.seconds)]
    if args.json:
        args.json.write_text(json.dumps(found, indent=1) + "\n")


def run(on: str, what: str, seconds: float) -> list[Figures]:
    """Run one comparison in a separate process tree, and print its output as it comes."""
    if os.environ.get("RELAY_BENCH") != "1":  # Django's settings are those of the first
        with tempfile.NamedTemporaryFile(suffix=".json") as file:
            command = [
                sys.executable,
                __file__,
                "--what",
                what,
                "--on",
                on,
                "--seconds",
                str(seconds),
                "--json",
                file.name,
            ]
            subprocess.run(command, env={**os.environ, "RELAY_BENCH": "1"}, check=True)
            rows = next(iter(json.loads(Path(file.name).read_text()).values()))
            return [Figures(**row) for row in rows]
    players, think = (PACED, THINK) if what == "paced" else (FAST[on], (0.0, 0.0))
    with servers(on) as web:
        time.sleep(5)
        rows = (
            [tables(web)]
            if what == "tables"
            else [
                bare(web, players, think, seconds),
                site(web, players, think, seconds),
            ]
        )
    show(f"{on}, {what}", rows)
    return rows


def show(title: str, rows: list[Figures]) -> None:
    """Print the rows, and the ratio of the second to the first."""
    print(f"\n{title:<20}{'acts':>8}{'CPU ms/act':>12}{'acts/s':>9}{'p50 ms':>9}{'p99 ms':>9}")
    for row in rows:
        figures = f"{row.acts:>8}{row.cpu:>12.2f}{row.per_second:>9.0f}{row.p50:>9.1f}{row.p99:>9.1f}"
        print(f"{row.name:<20}{figures}  " + "  ".join(f"{name} {value:.3g}" for name, value in row.more.items()))
    if len(rows) == 2:
        first, second = rows
        print(f"{'ratio':<28}{second.cpu / first.cpu:>12.2f}{'':>18}{second.p99 / first.p99:>9.2f}", flush=True)


if __name__ == "__main__":
    main()
