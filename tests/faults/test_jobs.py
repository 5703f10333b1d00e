"""A scoring job whose worker is killed, and pages that take every connection in the pool."""

import asyncio
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

from tests.faults.engines import IN_SCORING
from tests.faults.tables import A_SESSION, two_tables, until
from tests.prod.scripts import A_TABLE, CAST

pytestmark = pytest.mark.prod
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
SCORED = """
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
    ask = f"SESSION = {session}\n{SCORED}"
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
        found = connection.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = 'club'").fetchone()
    assert found is not None and found[0] <= 2 * OF_A_PROCESS + FOR_JOBS
    await tables.healed()


def page(port: int) -> int:
    """Return the status with which a page of results is answered, which waits for as long as the tables play."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/clubs/faults/results/", timeout=300) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code
