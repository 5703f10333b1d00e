"""Measure what tables cost a club server: constants for 1, 2 and 4 web processes, and three evenings begun at once.

    python bench/scale.py [--what acts held walls openings] [--webs 1 2 4] [--quick] [--json FILE]

`acts`: 16 tables that play without a pause. `held`: tables at which nobody acts.
`walls` and `openings` (with two web processes): what one more reader of a wall costs; a club of 60 tables that begins
in a minute, 50 clubs of 12 in the same minute, and 3,000 tables in five minutes, until all have their cards. `--quick`
does a tenth of it or less, with two web processes, in about two minutes on an idle machine.

The players are a process of their own, and its CPU is listed apart. CPU is the time of the processes, so other work on
the machine disturbs it little; waiting, and acts a second, are those of a machine whose cores the players share.
"""

import argparse
import datetime
import json
import random
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.crowd import Crowd, Key, Nights, until
from bench.measured_club import KINDS, MeasuredClub, Spent, measured_club
from bench.old_club import night_make
from bench.relay import quantile

WHAT = ("acts", "held", "walls", "openings")
WARM = 4.0  # seconds before a measure
Found = dict[str, dict[str, float]]


@dataclass(frozen=True)
class Sizes:
    """How much is measured."""

    seconds: float = 20.0
    held: int = 120  # tables
    clubs: int = 50
    tables_a_club: int = 12
    evening: int = 3000  # tables
    minute: float = 60.0  # seconds
    five_minutes: float = 300.0
    largest: int = 60  # tables of one session


QUICK = Sizes(12.0, 48, 5, 12, 60, 6.0, 6.0, 20)


def each(spent: Spent, count: float) -> dict[str, float]:
    """Return the CPU milliseconds of each kind of process for one of `count` things."""
    return {f"CPU ms, {kind}": 1000 * spent.cpu[kind] / max(1.0, count) for kind in KINDS}


def acts(club: MeasuredClub, nights: Nights, sizes: Sizes) -> dict[str, float]:
    """Measure 16 tables that play without a pause."""
    with Crowd() as crowd:
        crowd.sit(nights.playing(16, 16, 32), 1.0)
        crowd.do(plays=True)
        time.sleep(WARM)
        with club.measured() as spent:
            before, _ = crowd.cpu(), crowd.heard()
            time.sleep(sizes.seconds)
            heard, players = crowd.heard(), crowd.cpu() - before
    count = len(heard.acts)
    return {
        "acts": count,
        "acts a second": count / spent.seconds,
        **each(spent, count),
        "CPU ms, players": 1000 * players / max(1, count),
        "p50 ms": quantile(heard.acts, 0.5),
        "p99 ms": quantile(heard.acts, 0.99),
        "boards opened": heard.new_boards / 2,
        "commits": spent.database["commits"] / max(1, count),
        "rows inserted": spent.database["inserted"] / max(1, count),
        "rows updated": spent.database["updated"] / max(1, count),
        "commit waits ms": commit_waits(club),
        "WAL bytes": spent.database["wal"] / max(1, count),
        "bytes of the database": spent.database["size"] / max(1, count),
        "refused": heard.refused,
    }


def commit_waits(club: MeasuredClub) -> float:
    """Return the milliseconds that a commit waits for the disk: the median of a hundred, beside as many that do not."""
    waits: dict[str, list[float]] = {"on": [], "off": []}
    club.connection.execute("CREATE TABLE IF NOT EXISTS scale_commits AS SELECT 1 AS number")
    for synced, times in waits.items():
        club.connection.execute(f"SET synchronous_commit = {synced}")
        for _ in range(100):
            began = time.perf_counter()
            club.connection.execute("UPDATE scale_commits SET number = number + 1")
            times.append(time.perf_counter() - began)
    club.connection.execute("DROP TABLE scale_commits")
    return quantile(waits["on"], 0.5) - quantile(waits["off"], 0.5)


def held(club: MeasuredClub, nights: Nights, sizes: Sizes) -> dict[str, float]:
    """Measure sockets at tables where nobody acts: memory, and the CPU of their pings, without the resting site's.

    Memory and files are those of the second half of the sockets, as the first ones fill what every process keeps.
    """
    keys = nights.playing(sizes.held, sizes.largest)
    rested(club)
    with club.measured() as rest:
        time.sleep(sizes.seconds)
    count, half = len(keys), len(keys) // 2
    alone = club.memory()
    with Crowd() as crowd:
        seated(crowd, keys[:half], half / 40)
        time.sleep(WARM)
        memory, files = club.memory(), club.files()
        heard = seated(crowd, keys[half:], half / 40)
        time.sleep(WARM)
        full, all_files = club.memory(), club.files()
        with club.measured() as spent:
            crowd.heard()
            time.sleep(sizes.seconds)
            pings = crowd.heard().pings
        connections = club.database()["connections"]
        opened = boards_opened(club, crowd, count)
    more = {kind: spent.cpu[kind] / spent.seconds - rest.cpu[kind] / rest.seconds for kind in KINDS}
    return {
        "sockets": count,
        **{f"CPU ms a socket and second, {kind}": 1000 * more[kind] / count for kind in KINDS},
        **{f"CPU of the resting site, {kind}": rest.cpu[kind] / rest.seconds for kind in KINDS},
        **{f"KB a socket, {kind}": 1024 * (full[kind] - memory[kind]) / (count - half) for kind in KINDS},
        **{f"MB of the resting site, {kind}": alone[kind] for kind in KINDS},
        **{f"MB with all sockets, {kind}": full[kind] for kind in KINDS},
        "files a socket": (all_files["web"] - files["web"]) / (count - half),
        "connections of the database": connections,
        "commits a socket and second": spent.database["commits"] / spent.seconds / count,
        "WAL bytes a socket and second": spent.database["wal"] / spent.seconds / count,
        "ping p50 ms": quantile(pings, 0.5),
        "ping p99 ms": quantile(pings, 0.99),
        "first view p99 ms": quantile(heard, 0.99),
        **{f"{name}, a board that opens": value for name, value in each(opened, count / 2).items()},
    }


def rested(club: MeasuredClub) -> None:
    """Wait until the worker has nothing left of what a new site and new boards give it."""

    def rests() -> bool:
        with club.measured() as spent:
            time.sleep(6.0)
        return spent.cpu["worker"] < 0.1 * spent.seconds

    until(rests, 120.0)


def boards_opened(club: MeasuredClub, crowd: Crowd, devices: int) -> Spent:
    """Let all tables open their first board at once, and return what that took."""
    with club.measured() as spent:
        crowd.do(opens=True)
        until(lambda: crowd.heard().with_cards >= devices)
    return spent


def seated(crowd: Crowd, keys: list[Key], seconds: float) -> list[float]:
    """Let the devices sit down within the given seconds, and return the seconds that each first view took."""
    views: list[float] = []
    crowd.sit(keys, seconds)

    def all_have_one() -> bool:
        views.extend(crowd.heard().first_views)
        return len(views) >= len(keys)

    until(all_have_one)
    return views


def walls(club: MeasuredClub, *_: object) -> dict[str, float]:
    """Measure the page of a wall's places, which each wall asks for at every change."""
    from clubsite.clubs.models import Person
    from clubsite.clubs.services import club_create
    from clubsite.results.models import Leaderboard

    figures: dict[str, float] = {}
    user = Nights(club.urls).user
    for tables, boards in ((12, 24), (60, 26)):
        own = club_create(name=f"Wall of {tables}", slug=f"wall-{tables}", owner=user)
        people = Person.objects.bulk_create(Person(club=own, name=f"Player {n}") for n in range(2 * tables))
        session = night_make(own, user, datetime.date(2026, 11, 21), people, boards, random.Random("wall"))
        Leaderboard.objects.create(session=session, by_user=user)
        address = f"{club.urls[0]}/leaderboard/{session.public_id}/places/"
        for reading, times in (("first", 1), ("next", 40)):
            with club.measured() as spent:
                for _ in range(times):
                    with urllib.request.urlopen(address, timeout=60) as answer:
                        size = len(answer.read())
            figures[f"{tables} tables, CPU ms of the {reading} page, web"] = 1000 * spent.cpu["web"] / times
        figures[f"{tables} tables, CPU ms of the next page, postgres"] = 1000 * spent.cpu["postgres"] / times
        figures[f"{tables} tables, KB"] = size / 1024
    return figures


def opening(club: MeasuredClub, nights: Nights, clubs: int, tables: int, seconds: float) -> dict[str, float]:
    """Start this many sessions within the given seconds. Devices come as their session starts, and open a board."""
    drafts = [nights.draft(tables) for _ in range(clubs)]
    keys = [nights.keys(draft) for draft in drafts]
    views: list[float] = []
    pings: list[float] = []
    all_tables, starting = clubs * tables, 0.0

    def hear() -> int:
        heard = crowd.heard()
        views.extend(heard.first_views)
        pings.extend(heard.pings)
        return heard.with_cards

    with Crowd() as crowd:
        crowd.do(opens=True)
        with club.measured() as spent:
            began, players = time.perf_counter(), crowd.cpu()
            for number, draft in enumerate(drafts):
                time.sleep(max(0.0, began + number * seconds / clubs - time.perf_counter()))
                cpu = time.thread_time()
                nights.start(draft)
                starting += time.thread_time() - cpu
                crowd.sit(keys[number], seconds / clubs)
            until(lambda: hear() >= 2 * all_tables)
            took, players = time.perf_counter() - began, crowd.cpu() - players
    return {
        "tables": all_tables,
        "seconds until all have cards": took,
        "seconds in which they came": seconds,
        **{f"{name} a table": value for name, value in each(spent, all_tables).items()},
        "CPU ms of the start a table": 1000 * starting / all_tables,
        "CPU ms, players a table": 1000 * players / all_tables,
        "rows inserted a table": spent.database["inserted"] / all_tables,
        "first view p50 ms": quantile(views, 0.5),
        "first view p99 ms": quantile(views, 0.99),
        "ping p99 ms": quantile(pings, 0.99),
    }


def measure(what: Sequence[str], webs: int, sizes: Sizes) -> Found:
    """Measure on one club server with this many web processes."""
    figures: Found = {}
    with measured_club(webs) as club:
        nights = Nights(club.urls)
        time.sleep(WARM)
        for name, of in {"held": held, "acts": acts, "walls": walls}.items():
            if name in what and (name != "walls" or webs == 2):
                figures[f"{name}, {webs} web"] = of(club, nights, sizes)
                print(f"{name}, {webs} web: {figures[f'{name}, {webs} web']}", flush=True)
        if "openings" in what and webs == 2:
            evenings = {
                "one club": (1, sizes.largest, sizes.minute),
                "clubs in one minute": (sizes.clubs, sizes.tables_a_club, sizes.minute),
                "an evening": (sizes.evening // sizes.largest, sizes.largest, sizes.five_minutes),
            }
            for name, (clubs, tables, seconds) in evenings.items():
                figures[name] = opening(club, nights, clubs, tables, seconds)
                print(f"{name}: {figures[name]}", flush=True)
    return figures


def table(figures: Found) -> None:
    """Print the figures as a table, those of one kind beside each other, with the command that measures them."""
    for what in WHAT:
        names = [name for name in figures if name.startswith(f"{what},") or (what == "openings" and "," not in name)]
        if not names:
            continue
        print(f"\n| `python bench/scale.py --what {what}` | {' | '.join(names)} |\n|---|{'---|' * len(names)}")
        for label in figures[names[0]]:
            values = (f"{figures[name].get(label, 0.0):,.2f}" for name in names)
            print(f"| {label} | {' | '.join(values)} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--what", nargs="+", choices=WHAT, default=list(WHAT))
    parser.add_argument("--webs", nargs="+", type=int, help="1 2 4, or 2 with --quick")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--part", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    args.webs = args.webs or ([2] if args.quick else [1, 2, 4])
    if len(args.webs) == 1:
        figures = measure(args.what, args.webs[0], QUICK if args.quick else Sizes())
        if not args.part:
            table(figures)
    else:
        figures = {name: row for webs in args.webs for name, row in _apart(args, webs).items()}
        table(figures)
    if args.json:
        rows = (f"{json.dumps(name)}: {json.dumps(row)}" for name, row in figures.items())
        args.json.write_text("{\n" + ",\n".join(rows) + "\n}\n")


def _apart(args: argparse.Namespace, webs: int) -> Found:
    """Measure one club server in a process of its own, as Django's settings are those of the first."""
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        command = [sys.executable, __file__, "--part", "--webs", str(webs), "--what", *args.what, "--json", file.name]
        subprocess.run([*command, *(["--quick"] if args.quick else [])], check=True)
        figures: Found = json.loads(Path(file.name).read_text())
        return figures


if __name__ == "__main__":
    main()
