"""How long a card waits beside other work on the site, and how soon a score is on the wall and the director's page.

    python bench/beside.py [--on embedded server] [--beside scores readers robots] [--runs 6] [--seconds 12]
        [--field 1000] [--json FILE]

32 scripted players with thinking time play on one web process, and 32 others act as often on a bare path of the same
process (bench/bare_path.py). Both are measured in turn beside the same other work: a night of 60 tables x 27 boards in
which three scores a second arrive and are scored, 20 readers who turn the pages of a club with 60 old nights, and four
people at home who play Umbrage against robots that guess at hidden cards and answer at once (bench/other_work.py). The
p99 of 12 seconds is that of six acts, so the p99 is taken over all runs pooled. How soon: from the commit of a score
until the socket of the wall or the director has said so and the page that is then requested shows it, without the
half and the quarter second for which those pages wait for more news: at a club's evening of 9 tables x 27 boards, and
in a field of 1,000 tables x 30.
"""

import argparse
import asyncio
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from websockets.asyncio.client import connect

from bench import old_club, pipeline
from bench.other_work import page_of, readers, robots, score_in, scores_coming
from bench.relay import PACED, THINK, Figures, bare, quantile, show, site
from bench.web_process import Web, servers

NIGHTS = 60  # of the club that is read
CLUB, NIGHT, BOARDS = (9, 27), (60, 27), 30
WAITING = 2400  # lines without a score at first
LOOKS = 20  # scores that are timed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--on", nargs="+", default=["embedded"])
    parser.add_argument("--beside", nargs="+", default=["scores", "readers", "robots"])
    parser.add_argument("--runs", type=int, default=6)
    parser.add_argument("--seconds", type=float, default=12)
    parser.add_argument("--field", type=int, default=1000)
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    if len(args.on) > 1:  # Django's settings are those of the first
        for on in args.on:
            options = ["--on", on, "--beside", *args.beside, "--runs", str(args.runs)]
            options += ["--seconds", str(args.seconds), "--field", str(args.field)]
            into = ["--json", str(args.json.with_stem(f"{args.json.stem}-{on}"))] if args.json else []
            subprocess.run([sys.executable, __file__, *options, *into], check=True)
        return
    with servers(args.on[0]) as web:
        found = compare(web, args.beside, args.runs, args.seconds, args.field)
    if args.json:
        args.json.write_text(json.dumps(found, indent=1) + "\n")


def compare(web: Web, others: list[str], runs: int, seconds: float, tables: int) -> dict[str, Any]:
    """Measure the cards beside each kind of other work on one web process. With `scores`, also how soon they show."""
    found: dict[str, Any] = {}
    if "scores" in others:
        club, night = field("Lantern Street", *CLUB), field("Sixty tables", *NIGHT)
        found["soon, club"] = how_soon(web, *club, 1.0)
        measure_beside(web, "a night of 60 tables", lambda: scores_coming(web, *night), runs, seconds, found)
    if "readers" in others:
        old_club.club_make(NIGHTS, 20, 8)
        measure_beside(web, "readers", lambda: readers(web), runs, seconds, found)
    if "robots" in others:
        measure_beside(web, "robots", lambda: robots(web), runs, seconds, found)
    if "scores" in others:
        found["soon, field"] = how_soon(web, *field("A large field", tables, BOARDS), 1.0)
    return found


def measure_beside(
    web: Web, name: str, other: Callable[[], Any], runs: int, seconds: float, found: dict[str, Any]
) -> None:
    """Measure the cards beside the `other` work, and put the runs into `found`."""
    found[name] = [turn(web, f"beside {name}, run", other, seconds, number) for number in range(runs)]
    pooled(name, found[name])


def turn(web: Web, title: str, beside: Callable[[], Any], seconds: float, number: int) -> list[Any]:
    """Return [the figures of the bare path, the figures of the site, what the work beside each of them did]."""
    figures: dict[str, Figures] = {}
    told: dict[str, dict[str, float]] = {}
    measures = [("bare", bare), ("site", site)]
    for name, measure in measures if number % 2 == 0 else reversed(measures):
        with beside() as told[name]:
            figures[name] = measure(web, PACED, THINK, seconds)
    show(f"{title} {number + 1}", [figures["bare"], figures["site"]])
    print(told, flush=True)
    return [asdict(figures["bare"]), asdict(figures["site"]), told]


def pooled(name: str, runs: list[list[Any]]) -> None:
    """Show the quantiles of all runs pooled, of the bare path and of the site, and how the runs differ."""
    for share in (0.5, 0.95, 0.99):
        path, card = (quantile([act for run in runs for act in run[at]["seconds"]], share) for at in (0, 1))
        print(
            f"p{100 * share:.0f} of all acts beside {name}: bare {path:.1f}, site {card:.1f}, ratio {card / path:.2f}"
        )
    ratios = sorted(run[1]["p99"] / run[0]["p99"] for run in runs)
    print("ratios of the p99 of each run:", ", ".join(f"{ratio:.2f}" for ratio in ratios), flush=True)


def field(name: str, tables: int, boards: int) -> tuple[Any, Iterator[Any]]:
    """Return a session that has been scored except for some lines, with its wall, and those lines."""
    from django.db import connection

    from clubsite.leaderboard.models import Leaderboard
    from clubsite.rankings.services.scoring import score_session

    session = pipeline.night(name, tables, boards, 0)
    rows = pipeline.lines_of(session)
    waiting = rows[:: max(2, len(rows) // WAITING)]
    pipeline.scores_stored(rows, waiting)
    score_session(session.pk)
    Leaderboard.objects.create(session=session, by_user=session.created_by)
    with connection.cursor() as cursor:  # what a database learns by itself within minutes
        cursor.execute("ANALYZE")
    return session, iter(waiting)


def how_soon(web: Web, session: Any, lines: Iterator[Any], pause: float) -> dict[str, float]:
    """Return the seconds from a score to the wall and to the director's page: {"wall p50", "wall slowest", ...}."""
    found = asyncio.run(_looks(web, session, lines, pause))
    told = {
        f"{page} {what}": value
        for page, times in found.items()
        for what, value in (("p50", statistics.median(times)), ("slowest", max(times)))
    }
    print(session.name, {name: round(value, 3) for name, value in told.items()}, flush=True)
    return told


async def _looks(web: Web, session: Any, lines: Iterator[Any], pause: float) -> dict[str, list[float]]:
    cookie = {"Cookie": f"sessionid={await asyncio.to_thread(_signed_in, session.created_by)}"}
    times: dict[str, list[float]] = {"wall": [], "director": []}
    shown = {
        "wall": (f"/leaderboard/{session.public_id}/", "places/"),
        "director": (f"/director/{session.public_id}/", "overview/"),
    }

    async def follow(page: str, began: float, before: str) -> str:
        at, part = shown[page]
        async with asyncio.timeout(30):
            while (now := await asyncio.to_thread(page_of, f"{web.base}{at}{part}", cookie)) == before:
                await sockets[page].recv()
        times[page].append(time.perf_counter() - began)
        return now

    origin, base = {"Origin": web.base, **cookie}, f"ws{web.base.removeprefix('http')}"
    sockets = {page: await connect(f"{base}{at}socket/", additional_headers=origin) for page, (at, _) in shown.items()}
    for _ in range(LOOKS):
        await asyncio.sleep(pause)
        before = {
            page: await asyncio.to_thread(page_of, f"{web.base}{at}{part}", cookie)
            for page, (at, part) in shown.items()
        }
        await asyncio.to_thread(score_in, web.base, session, next(lines))
        began = time.perf_counter()
        await asyncio.gather(*(follow(page, began, before[page]) for page in shown))
    for socket in sockets.values():
        await socket.close()
    return times


def _signed_in(user: Any) -> str:
    """Return the key of a session of this user."""
    from django.test import Client

    client = Client()
    client.force_login(user)
    return client.cookies["sessionid"].value


if __name__ == "__main__":
    main()
