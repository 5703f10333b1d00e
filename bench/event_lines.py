"""Measure how long a line takes to be in an event's ranking, from the director's score to the places on the hub.

Three real servers on this machine: a hub (PostgreSQL, Redis, Celery) and spokes with embedded jobs on SQLite. A
director types scores by HTTP, one after the other and at odd moments.

    .venv/bin/python bench/event_lines.py --lines 24
"""

import argparse
import os
import random
import sqlite3
import statistics
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))
os.environ["DJANGO_SETTINGS_MODULE"] = "clubsite.settings.test"

import django

django.setup()

import psycopg  # noqa: E402  # a bench sets Django up first

from tests.faults.event_servers import EventServer, EventServers, running_event_servers, slug_of, until  # noqa: E402

LOOKS_EVERY = 0.02  # seconds
LONGEST_PAUSE = 6.0
PATIENCE = 60.0
COUNTED = """
SELECT coalesce(sum(place.boards), 0) FROM simultaneous_eventplace place
JOIN simultaneous_evententrant entrant ON entrant.id = place.entrant_id
JOIN simultaneous_heat heat ON heat.id = entrant.heat_id
WHERE place.stratum = '' AND heat.club_name = {}
"""
PLAYED = {"status": "played", "level": "1", "strain": "N", "declarer": "S", "tricks": "7", "go": "save"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lines", type=int, default=24, help="typed in each of the three heats, up to 36")
    lines = min(parser.parse_args().lines, 36)
    with TemporaryDirectory(prefix="club-events-") as folder, running_event_servers(Path(folder)) as servers:
        _announce(servers)
        postgres = servers.hub.site.env["DATABASE_URL"].replace("postgres://", "postgresql://")
        with (
            psycopg.connect(postgres, autocommit=True) as hub,
            closing(sqlite3.connect(f"file:{folder}/alone/club.sqlite3?mode=ro", uri=True)) as alone,
        ):

            def on_hub(club: str) -> Any:
                return hub.execute(COUNTED.format("%s"), [club]).fetchone()

            def there(club: str) -> Any:
                return alone.execute(COUNTED.format("?"), [club]).fetchone()

            _report("on a club server", _waits(servers.hub, "At The Hub", lines, on_hub))
            _report("on an embedded site", _waits(servers.alone, "At Home", lines, there))
            _report("from a spoke to the hub", _waits(servers.spokes[0], "Far Away", lines, on_hub))


def _announce(servers: EventServers) -> None:
    """Let a heat of the hub, one of a spoke and one of the server that plays alone begin."""
    hub, spoke, alone = servers.hub, servers.spokes[0], servers.alone
    public_id = hub.act("event_open")
    alone.act("event_open")
    spoke.act("club_open", club=spoke.name)
    address = f"{servers.relay.url}/events/{public_id}/"
    status, said = spoke.post(f"/director/clubs/{slug_of(spoke.name)}/events-elsewhere/", address=address)
    assert status == 302, said
    for server, club in ((hub, "At The Hub"), (alone, "At Home"), (spoke, "Far Away")):
        server.act("heat_make", club=club)
    until(lambda: "Far Away" in hub.act("heats"), "the spoke's heat has joined")
    hub.act("heats_accept")
    until(lambda: spoke.act("heats")["Far Away"]["sealed"], "the spoke has the boards")
    for server, club in ((hub, "At The Hub"), (alone, "At Home"), (spoke, "Far Away")):
        server.act("heat_begin", club=club)


def _waits(server: EventServer, club: str, lines: int, counted: Callable[[str], Any]) -> list[float]:
    """Type scores in a heat. Return for each how many seconds after its answer it is in the ranking."""
    chance, found = random.Random(club), list[float]()
    while len(found) < lines:
        for address in server.act("rows_to_score", club=club)[: lines - len(found)]:
            time.sleep(chance.uniform(0, LONGEST_PAUSE))
            before = int(counted(club)[0])
            status, said = server.post(address, **PLAYED)
            assert status == 302, said
            began = time.monotonic()
            while int(counted(club)[0]) < before + 2:  # both players have a board more
                assert time.monotonic() < began + PATIENCE, f"{address} is not in the ranking"
                time.sleep(LOOKS_EVERY)
            found.append(time.monotonic() - began)
        if len(found) < lines:
            server.act("round_score", club=club)
    return found


def _report(where: str, waits: list[float]) -> None:
    ordered = sorted(waits)
    print(
        f"{where}: {len(waits)} lines, median {statistics.median(waits):.1f} s, worst {ordered[-1]:.1f} s", flush=True
    )
    print("   ", " ".join(f"{wait:.1f}" for wait in ordered), flush=True)


if __name__ == "__main__":
    main()
