"""How long readers and scores wait while other programs take both cores, and after a crowd of readers has hung up.

    python bench/busy.py [--on embedded] [--runs 3] [--json FILE]

One web process has a club with 60 old nights and a field of 100 tables x 30 boards. Pages of results, a page without
results, and the time from the commit of a score until it is scored are measured idle and beside two programs that
compute without rest, in turn. Then 400 readers request results and hang up at once, and the next page is timed. Each
figure is a median of all runs, and the goal is 3 times the idle time.
"""

import argparse
import json
import multiprocessing
import socket
import statistics
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench import beside, old_club, pages
from bench.other_work import score_in
from bench.web_process import Web, servers

NIGHTS, TABLES, BOARDS = 60, 100, 30
PAGES = ("front page", "results, a year", "season", "ladder")
ASKED = 10  # times for each page
SCORES = 6  # times for each score
GONE = 400  # readers
LONGEST = 100.0  # seconds for a score


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--on", choices=("embedded", "server"), default="embedded")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    with servers(args.on) as web:
        found = compare(web, args.runs)
    if args.json:
        args.json.write_text(json.dumps(found, indent=1) + "\n")


def compare(web: Web, runs: int) -> dict[str, dict[str, list[float]]]:
    """Return the seconds of each measure, {"idle": {"season": [...], ...}, "busy": ...}, and show their medians."""
    session, lines = beside.field("A field", TABLES, BOARDS)
    old_club.club_make(NIGHTS, 20, 8)
    measures: dict[str, Callable[[], list[float]]] = {
        name: lambda at=pages.PAGES[name]: [taken(web.base + at) for _ in range(ASKED)] for name in PAGES
    }
    measures["ranking of the field"] = lambda: [
        taken(f"{web.base}/leaderboard/{session.public_id}/places/") for _ in range(ASKED)
    ]
    measures["page without results"] = lambda: [taken(f"{web.base}/join/") for _ in range(ASKED)]
    measures["a score until it is scored"] = lambda: [scored(web, session, lines) for _ in range(SCORES)]
    measures["first page after 400 hung up"] = lambda: [after_crowd(web)]
    found: dict[str, dict[str, list[float]]] = {state: {name: [] for name in measures} for state in ("idle", "busy")}
    for run in range(runs):
        for state in ("idle", "busy") if run % 2 == 0 else ("busy", "idle"):
            with computing(2 if state == "busy" else 0):
                for name, measure in measures.items():
                    found[state][name] += measure()
    show(found)
    return found


def show(found: dict[str, dict[str, list[float]]]) -> None:
    for name, idle in found["idle"].items():
        busy = found["busy"][name]
        medians = statistics.median(idle), statistics.median(busy)
        slowest = f"slowest {1000 * max(idle):.0f} and {1000 * max(busy):.0f}"
        print(f"{name}: idle {1000 * medians[0]:.0f} ms, busy {1000 * medians[1]:.0f} ms, ", end="")
        print(f"ratio {medians[1] / medians[0]:.2f}, {slowest}", flush=True)


def taken(address: str) -> float:
    """Return the seconds until the whole page has come."""
    began = time.perf_counter()
    with urllib.request.urlopen(address, timeout=120) as answer:
        answer.read()
    return time.perf_counter() - began


def scored(web: Web, session: Any, lines: Iterator[Any]) -> float:
    """Return the seconds from the commit of a score until the session's scoring has seen it."""
    from clubsite.rankings.models import SessionScoring

    def runs() -> int:
        return SessionScoring.objects.get(session=session).runs

    before = runs()
    score_in(web.base, session, lines)
    began = time.perf_counter()
    while runs() == before:
        if time.perf_counter() - began > LONGEST:
            raise SystemExit("The score was not scored.")
        time.sleep(0.01)
    took = time.perf_counter() - began
    time.sleep(1.0)  # a scoring rests as long as it took
    return took


def after_crowd(web: Web) -> float:
    """Return the seconds that a page takes after GONE readers have asked and hung up."""
    host, port = web.base.removeprefix("http://").split(":")
    asked = f"GET {pages.PAGES['season']} HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode()
    sockets = []
    for _ in range(GONE):
        connection = socket.create_connection((host, int(port)), timeout=20)
        connection.sendall(asked)
        sockets.append(connection)
    for connection in sockets:
        connection.close()
    return taken(web.base + pages.PAGES["season"])


@contextmanager
def computing(programs: int) -> Iterator[None]:
    """Let `programs` programs, which have nothing to do with the site, compute without rest."""
    spawned = multiprocessing.get_context("spawn")
    over = spawned.Event()
    processes = [spawned.Process(target=_compute, args=(over,)) for _ in range(programs)]
    for process in processes:
        process.start()
    time.sleep(1.0 if programs else 0.0)
    try:
        yield
    finally:
        over.set()
        for process in processes:
            process.join(20)


def _compute(over: Any) -> None:
    while not over.is_set():
        sum(range(1000))


if __name__ == "__main__":
    main()
