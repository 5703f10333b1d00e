"""PostgreSQL or Redis goes away, returns, is emptied, hangs or loses messages. No action is lost or done twice."""

import asyncio

import pytest

from tests.faults.tables import until
from tests.long import long, sample

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
        await until(lambda: any(not opponent_there(one) for one in others), "one opponent sees that it is away")
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
