"""The cost of a card beside a bare path of the same shape: CPU of the web process, and milliseconds to the ack.

    python bench/relay.py [--what fast paced] [--on embedded server] [--seconds 20]

`fast`: players who act at once (8 embedded, 16 on the club server). `paced`: 32 players with thinking time. Each is run
for the bare path (bench/bare_path.py) and for the site, one after the other on one web process. The CPU of embedded
jobs, which the club server has in another process, is listed apart. With SECOND_PLACE
and COPY_EVERY in the environment, the embedded site copies its database every so many seconds (300 in use). The players
share the machine with the servers.
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any
from uuid import uuid4

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from websockets.asyncio.client import connect

from tests.servers import PRODUCTION, real_servers

ROOT = Path(__file__).resolve().parent.parent
THINK = (0.15, 0.45)  # seconds of a paced player: 32 of them act some 50 times a second
PLAYERS = {"fast": {"embedded": 8, "server": 16}, "paced": {"embedded": 32, "server": 32}}
WARM = 4.0  # seconds before the measure
PORT = 8210
TICK = os.sysconf("SC_CLK_TCK")


@dataclass
class Figures:
    """The figures of one run: milliseconds, and acts a second."""

    name: str
    acts: int
    cpu: float  # of an act
    jobs: float  # CPU of the embedded jobs, for an act
    per_second: float
    p50: float
    p99: float
    refused: int = 0


def quantile(values: list[float], share: float) -> float:
    """Return the milliseconds at this share of the seconds in `values`, or 0 without any."""
    ordered = sorted(values)
    return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


class Web:
    """The one web process."""

    def __init__(self, env: dict[str, str]) -> None:
        options = ["--port", str(PORT), "--log-level", "warning", "--app-dir", str(ROOT / "bench")]
        command = [sys.executable, "-m", "uvicorn", "bare_path:application", *options]
        self.base = f"http://127.0.0.1:{PORT}"
        self.process = subprocess.Popen(command, env=env, cwd=ROOT)
        for _ in range(200):
            with suppress(OSError):
                urllib.request.urlopen(f"{self.base}/join/", timeout=2).close()
                return
            time.sleep(0.2)
        self.stop()
        raise SystemExit("The server did not start.")

    def cpu(self) -> float:
        """Return the seconds of user and system time so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICK

    def jobs_cpu(self) -> float:
        """Return the part of it for embedded jobs (scoring, the solver), which the club server has in a worker."""
        with urllib.request.urlopen(f"{self.base}/jobs-cpu/", timeout=20) as answer:
            return float(answer.read())

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(30)


@contextmanager
def servers(on: str) -> Iterator[Web]:
    """Yield one web process, embedded or with PostgreSQL, Redis and a worker. This process has its settings too."""
    with ExitStack() as stack:
        env, jobs = {**os.environ, "SEAT_MESSAGES": "100000"}, list[list[str]]()
        if on == "embedded":
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="relay-bench-"))
            env |= {"DJANGO_SETTINGS_MODULE": "clubsite.settings.local", "CLUBSITE_DATA": folder}
            env["DEAL_KEYS_FILE"] = f"{folder}/deal-keys"
        else:
            env |= stack.enter_context(real_servers()) | PRODUCTION
            celery = [sys.executable, "-m", "celery", "-A", "clubsite"]
            jobs = [[*celery, "worker", "--concurrency", "1", "--loglevel", "ERROR"]]
            jobs.append([*celery, "beat", "--loglevel", "ERROR"])
        for command in (["migrate", "--noinput"], ["collectstatic", "--noinput"])[: 2 if jobs else 1]:
            subprocess.run([sys.executable, "manage.py", *command], env=env, cwd=ROOT, check=True, capture_output=True)
        os.environ.update(env)
        for command in jobs:
            quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
            stack.callback(_end, subprocess.Popen(command, env=env, cwd=ROOT, **quiet))
        web = Web(env)
        stack.callback(web.stop)
        import django

        django.setup()
        yield web


def _end(process: "subprocess.Popen[bytes]") -> None:
    process.terminate()
    process.wait(60)


def measured(name: str, web: Web, seconds: float, play: Callable[[], Any], acks: list[float]) -> Figures:
    """Let `play` (a coroutine function that ends when it is cancelled) warm up, then measure it for `seconds`."""

    async def some() -> Figures:
        task = asyncio.ensure_future(play())
        await asyncio.sleep(WARM)
        acks.clear()
        jobs, cpu, begun = await asyncio.to_thread(web.jobs_cpu), web.cpu(), time.perf_counter()
        await asyncio.sleep(seconds)
        acts, spent, used = list(acks), time.perf_counter() - begun, web.cpu() - cpu
        jobs = await asyncio.to_thread(web.jobs_cpu) - jobs
        while not task.done():
            task.cancel()
            await asyncio.wait([task], timeout=1)
        an_act = 1000 / max(1, len(acts))
        halves = quantile(acts, 0.5), quantile(acts, 0.99)
        return Figures(name, len(acts), an_act * (used - jobs), an_act * jobs, len(acts) / spent, *halves)

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
    from django.utils import timezone

    from clubsite.demo.management.commands.play_night import _club, _director
    from clubsite.demo.scripted_player import players_of, session_make

    form = {"date": timezone.localdate(), "players": players, "boards": None, "pbn": None, "file_name": ""}
    session = session_make(club=_club(), user=_director(), seed=f"relay {time.time()}", **form)
    seats = players_of(session, [web.base], "relay", lambda: None)
    acks: list[float] = []
    for seat in seats:
        seat.delay, seat.on_act = think, lambda seat=seat: acks.append(seat.sent[-1].seconds)
    wait_until_solved()

    async def all_seats() -> None:
        await asyncio.gather(*(seat.run() for seat in seats))

    figures = measured("site", web, seconds, all_seats, acks)
    figures.refused = sum(len(seat.refused) for seat in seats)
    return figures


def wait_until_solved() -> None:
    """Wait until the new boards are solved, as the solver's work is no part of a card."""
    from clubsite.analysis.services.solving import boards_unsolved

    for _ in range(240):
        if not boards_unsolved().exists():
            return
        time.sleep(0.5)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--what", nargs="+", choices=tuple(PLAYERS), default=list(PLAYERS))
    parser.add_argument("--on", nargs="+", choices=("embedded", "server"), default=["embedded", "server"])
    parser.add_argument("--seconds", type=float, default=20)
    args = parser.parse_args()
    if len(args.on) == len(args.what) == 1:
        run(args.on[0], args.what[0], args.seconds)
        return
    for on in args.on:  # in a process of its own, as Django's settings are those of the first
        for what in args.what:
            options = ["--what", what, "--on", on, "--seconds", str(args.seconds)]
            subprocess.run([sys.executable, __file__, *options], check=True)


def run(on: str, what: str, seconds: float) -> None:
    """Measure the bare path and the site, and print their figures and ratio."""
    players, think = PLAYERS[what][on], THINK if what == "paced" else (0.0, 0.0)
    with servers(on) as web:
        time.sleep(5)
        rows = [bare(web, players, think, seconds), site(web, players, think, seconds)]
    print(f"\n{f'{on}, {what}':<20}{'acts':>8}{'CPU ms/act':>12}{'jobs':>9}{'acts/s':>9}{'p50 ms':>9}{'p99 ms':>9}")
    for row in rows:
        figures = f"{row.cpu:>12.2f}{row.jobs:>9.2f}{row.per_second:>9.0f}{row.p50:>9.1f}{row.p99:>9.1f}"
        print(f"{row.name:<20}{row.acts:>8}{figures}" + (f"  refused {row.refused}" if row.refused else ""))
    first, second = rows
    ratios = f"{second.cpu / first.cpu:>12.2f}{'':>27}{second.p99 / first.p99:>9.2f}"
    print(f"{'ratio':<28}{ratios}", flush=True)


if __name__ == "__main__":
    main()
