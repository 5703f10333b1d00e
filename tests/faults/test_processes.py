"""Engines that stop, hang or lose messages, a clock that jumps, a new version, killed workers and full pools."""

import asyncio
import subprocess
import sys
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest

from tests import needs
from tests.faults.engines import IN_SCORING
from tests.faults.tables import A_SESSION, two_tables, until
from tests.forks import ROOT
from tests.long import long, sample
from tests.prod.scripts import A_TABLE, CAST

pytestmark = pytest.mark.prod


@pytest.mark.parametrize("seconds", [2, pytest.param(60, marks=long)])
async def test_redis_stopped_for_a_while_and_emptied_costs_no_act(tables, site, seconds):
    tables.play((0.0, 0.2))
    await tables.acts(20)
    site.redis.stop()
    await asyncio.sleep(seconds)
    site.redis.start()
    await tables.acts(20)
    site.redis.flush()
    await tables.acts(20)
    await tables.healed()


async def test_a_board_is_finished_while_redis_is_away(tables, site):
    """Players on one web process hear from each other at once. The score waits for the sweep, but no card does.
    Players on two web processes hear from each other through their pings, up to five seconds later.
    """
    await tables.move_to(site.ports[0])
    tables.play((0.0, 0.02))
    await tables.acts(10)
    site.redis.stop()
    try:
        boards = finished(tables)
        await until(lambda: finished(tables) > boards, "a board is finished")
        lost, *others = tables.clients
        await lost.line.cut()
        await until(lambda: any(not opponent_there(client) for client in others), "one opponent sees that it is away")
    finally:
        site.redis.start()
    await tables.healed()


def opponent_there(client):
    return client.view["table"]["opponent"]["connected"]


def finished(tables):
    """Return how many boards have been finished at these tables, as the devices see it."""
    return sum(len(client.view["table"].get("done", [])) for client in tables.clients)


async def test_a_redis_that_hangs_holds_up_no_card(tables, site):
    """A pulled cable closes no connection. Work that needs Redis waits a few seconds, but no card waits for that."""
    tables.play()
    await tables.acts(10)
    with site.redis.held():
        await asyncio.sleep(1)
        await tables.acts(12)
    await tables.acts(10)
    await tables.healed()


async def test_a_fifth_of_the_messages_between_processes_dropped_doubled_or_reordered(tables, site):
    tables.play((0.0, 0.1))
    with site.redis.losing(0.2) as done:
        await tables.acts(sample(40, 400), sample(120, 600))
    assert sum(done.values()) > 3, done
    await tables.healed()


async def test_postgresql_crashes_and_recovers_without_losing_an_acknowledged_act(tables, site):
    tables.play()
    for _ in range(sample(2, 10)):
        await tables.acts(10)
        await asyncio.to_thread(site.postgres.crash)
    await tables.acts(10)
    await tables.healed()


HOUR = 3600
PLAYED_AND_NOT_TOLD = (
    CAST
    + A_TABLE
    + """
from clubsite.core import jobs
from clubsite.demo.past_session import _board_play
jobs._dispatch = lambda *args, **kwargs: None
_board_play(play, Random(1))
print(json.dumps(session.pk))
"""
)
SCORED = """
import json
from clubsite.rankings.models import BoardScore
print(json.dumps(BoardScore.objects.filter(table_board__round__section__session=SESSION).count()))
"""


@pytest.fixture
def clock(site, tmp_path):
    """A function that sets the clock of all the site's processes forward by a number of seconds."""
    file = Path(tmp_path / "clock")

    def put(seconds: int) -> None:
        file.write_text(f"{seconds:+d}")

    put(0)
    plain = dict(site.club.env)
    env = {"LD_PRELOAD": needs.FAKETIME, "FAKETIME_TIMESTAMP_FILE": str(file), "FAKETIME_CACHE_DURATION": "1"}
    env["FAKETIME_DONT_FAKE_MONOTONIC"] = "1"
    restart(site, plain | env)
    for port in site.ports:
        site.kill(port)
        site.start_apart(port, **env)
    yield put
    restart(site, plain)
    for port in site.ports:
        site.kill(port)


def restart(site, env):
    for name in ("worker", "beat"):
        site.club.stop(name)
    site.club.env = env
    site.club.start_worker()
    site.club.start_beat()


@needs.faketime
async def test_a_clock_that_jumps_an_hour_on_and_two_back_costs_no_act_and_stops_no_sweep(tables, site, clock):
    tables.play((0.0, 0.1))
    for seconds in (HOUR, -HOUR):
        await tables.acts(20)
        clock(seconds)
        await asyncio.sleep(1.5)
        await tables.acts(20)
        session = site.run(PLAYED_AND_NOT_TOLD)
        ask = f"SESSION = {session}\n{SCORED}"
        await until(lambda ask=ask: site.run(ask) == 1, "the sweep scores the board")
    await tables.healed()


NEXT = {"DJANGO_SETTINGS_MODULE": "tests.faults.next_version.settings"}


def migrate(site, *arguments):
    command = [sys.executable, "manage.py", "migrate", "--noinput", *arguments]
    done = subprocess.run(command, env={**site.env, **NEXT}, cwd=ROOT, capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr


async def test_a_new_version_with_a_migration_in_the_middle_of_boards_costs_nobody_a_card(tables, site):
    """The old version plays on with the new tables. Then the web processes are replaced one after another."""
    tables.play((0.05, 0.15))
    await tables.acts(20)
    try:
        await asyncio.to_thread(migrate, site)
        await tables.acts(10)
        for port in site.ports:
            await asyncio.to_thread(site.stop, port)
            await asyncio.to_thread(lambda port=port: site.start_apart(port, **NEXT))
            await tables.acts(10)
        await tables.healed()
    finally:
        for port in list(site.webs):
            site.kill(port)
        migrate(site, "next_version", "zero")


PAGES_AT_ONCE = 30  # all that one process makes at a time
POOL = 3
OF_A_PROCESS = 12 + 9  # its pool as long as DB_POOL is not set, and its tables' threads
LOCKED_OUT = """
SELECT count(DISTINCT pid) FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE NOT granted
  AND application_name = 'small pool'
  AND relation IN ('rankings_publication'::regclass, 'rankings_publishedsession'::regclass)
"""
FOR_JOBS = 10  # connections of the worker, of beat and of this test
PLAYED = (
    CAST
    + A_TABLE
    + """
from clubsite.demo.past_session import _board_play
_board_play(play, Random(1))
print(json.dumps(session.pk))
"""
)
SCORED_WHOLE = """
import json
from clubsite.rankings.models import BoardScore
from clubsite.rankings.selectors.rankings import facts_of
from clubsite.rankings.services.scoring import changes_to, stored_of
from clubsite.scores.models import ScoringRequest
from scoring.session_scores import score_session
waits = ScoringRequest.objects.filter(session=SESSION).exists()
stored = BoardScore.objects.filter(table_board__round__section__session=SESSION).count()
same = not changes_to(stored_of(SESSION), score_session(facts_of(SESSION)))
print(json.dumps([waits, stored, same]))
"""


async def test_a_worker_killed_in_the_middle_of_a_scoring_leaves_nothing_half_scored(site):
    """The worker's transaction is rolled back but the request stays, so the next sweep scores the whole session."""
    with site.postgres.held(IN_SCORING) as held:
        session = site.run(PLAYED)
        await held.reached()
        site.kill_worker()
    site.club.start_worker()
    ask = f"SESSION = {session}\n{SCORED_WHOLE}"
    await until(lambda: site.run(ask) == [False, 1, True], "the board is scored once, as if nothing had been")


@pytest.fixture
def small_pool(site):
    """The port of a web process that has few connections for pages."""
    port = site.ports[0]
    site.kill(port)
    site.start_apart(port, DB_POOL=str(POOL), PGAPPNAME="small pool")
    yield port
    site.kill(port)


async def test_pages_that_take_every_connection_of_the_pool_hold_up_no_card(site, small_pool):
    """The tables' threads have connections outside the pool, and open those that they need now for the first time.
    Pages wait for each other, and arrive later.
    """
    site.run(f"SEED = 'before'\n{A_SESSION}")  # the club has a page
    readers = ThreadPoolExecutor(PAGES_AT_ONCE)  # the loop's own threads would be too few, and have other work
    with readers, psycopg.connect(site.postgres.uri) as lock:
        lock.execute("LOCK TABLE rankings_publication, rankings_publishedsession IN ACCESS EXCLUSIVE MODE")
        loop = asyncio.get_running_loop()
        pages = [loop.run_in_executor(readers, page, small_pool) for _ in range(PAGES_AT_ONCE)]
        await until(lambda: locked_out(site) == POOL, "pages have every connection of the pool")
        async with two_tables(site, "pool") as tables:
            await tables.move_to(small_pool)
            tables.play()
            await tables.acts(40)
            assert locked_out(site) == POOL, "the pages still have them"
            lock.rollback()
            answers = await asyncio.gather(*pages)
            await tables.healed()
    assert answers.count(200) >= POOL and set(answers) <= {200, 503}, "some give up after 20 seconds"
    assert page(small_pool) == 200


def locked_out(site):
    """Return how many connections of the small pool wait for a table that this test has locked. Sweeps wait too."""
    with psycopg.connect(site.postgres.uri) as connection:
        row = connection.execute(LOCKED_OUT).fetchone()
    return row[0] if row else 0


async def test_sockets_and_pages_leave_no_connection_to_postgresql_behind(tables, site):
    """Under ASGI a connection kept by a thread would never be closed. A process has its pool and its tables'
    connections, and no more.
    """
    port = site.ports[0]
    for _ in range(4):
        sockets = await asyncio.gather(*(tables.clients[0].connect() for _ in range(20)))
        pages = [asyncio.to_thread(page, port) for _ in range(20)]
        assert set(await asyncio.gather(*pages)) == {200}
        await asyncio.gather(*(socket.close() for socket in sockets))
    with psycopg.connect(site.postgres.uri) as connection:
        row = connection.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = 'club'").fetchone()
    assert row is not None and row[0] <= 2 * OF_A_PROCESS + FOR_JOBS
    await tables.healed()


def page(port: int) -> int:
    """Return the status with which a page of results is answered, which waits for as long as the tables play."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/clubs/faults/results/", timeout=300) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code
