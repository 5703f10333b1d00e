"""A scoring job whose worker is killed, and pages that take every connection in the pool."""

import asyncio
import urllib.request

import psycopg
import pytest

from tests.faults.engines import IN_SCORING
from tests.faults.tables import two_tables, until
from tests.long import long
from tests.prod.scripts import A_TABLE, CAST

pytestmark = pytest.mark.prod
PAGES_AT_ONCE = 30  # all that one process makes at a time
POOL = 10
POOL_OF_A_PROCESS = 20  # as long as DB_POOL is not set
FOR_JOBS = 10  # connections of the worker, of beat and of this test

PLAYED = (
    CAST
    + A_TABLE
    + """
from clubsite.simulation.past_session import _board_play
_board_play(play, Random(1))
print(json.dumps(session.pk))
"""
)
SCORED = """
import json
from clubsite.rankings.models import BoardScore
from clubsite.rankings.selectors.session_facts import facts_of
from clubsite.rankings.services.stored_scores import changes_to, stored_of
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
        await held.reached(60)
        site.kill_worker()
    site.club.start_worker()
    ask = f"SESSION = {session}\n{SCORED}"
    await until(lambda: site.run(ask) == [False, 1, True], "the board is scored once, as if nothing had been", 60)


@long
async def test_pages_that_take_every_connection_of_the_pool_hold_up_no_card(site):
    """The tables' threads have their own connections. Pages wait for the other connections, and arrive later."""
    port = site.ports[0]
    site.kill(port)
    site.start_apart(port, DB_POOL=str(POOL))
    async with two_tables(site, "pool") as tables:
        await tables.move_to(port)
        tables.play()
        await tables.acts(30)
        with psycopg.connect(site.postgres.uri) as connection:
            connection.execute("LOCK TABLE rankings_publication, rankings_publishedsession IN ACCESS EXCLUSIVE MODE")
            pages = [asyncio.create_task(asyncio.to_thread(page, port)) for _ in range(PAGES_AT_ONCE)]
            await asyncio.sleep(1)
            await tables.acts(20)
            assert not any(page.done() for page in pages)
            connection.rollback()
        assert set(await asyncio.gather(*pages)) == {200}
        await tables.healed()
    site.kill(port)


async def test_sockets_and_pages_leave_no_connection_to_postgresql_behind(tables, site):
    """Under ASGI a connection kept by a thread would never be closed. Each process has its pool, and no more."""
    port = site.ports[0]
    for _ in range(4):
        sockets = await asyncio.gather(*(tables.clients[0].connect() for _ in range(20)))
        pages = [asyncio.to_thread(page, port) for _ in range(20)]
        assert set(await asyncio.gather(*pages)) == {200}
        await asyncio.gather(*(socket.close() for socket in sockets))
    with psycopg.connect(site.postgres.uri) as connection:
        found = connection.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = 'club'").fetchone()
    assert found is not None and found[0] <= 2 * POOL_OF_A_PROCESS + FOR_JOBS
    await tables.healed()


def page(port: int) -> int:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/clubs/faults/results/", timeout=60) as answer:
        return answer.status
