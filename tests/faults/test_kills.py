"""A process is killed at a known point in an action, at a random time, or in the middle of scoring."""

import asyncio
from random import Random

import pytest

from tests.faults.engines import IN_ACT, IN_COMMIT
from tests.faults.tables import until
from tests.long import sample

pytestmark = pytest.mark.prod
KILLS = sample(3, 25)
RANDOM_KILLS, EVENINGS = sample(10, 25), sample(1, 5)
"""Random kills in each evening. The devices play a whole evening in a minute or two."""


async def after_some_acts(tables, more=6):
    tables.play()
    await tables.acts(more)


def held_client(tables):
    """The client whose action is being held: the only client at its table that is waiting for an answer."""
    return next(client for client in tables.clients if client.unanswered)


@pytest.mark.parametrize("instant", [IN_ACT, IN_COMMIT], ids=["before the commit", "in the commit"])
async def test_a_web_process_killed_before_its_act_is_certain_leaves_it_once(tables, site, instant):
    """Before the commit, the action is undone, and done when resent. During the commit, it is done and answered."""
    for _ in range(KILLS):
        await after_some_acts(tables)
        with site.postgres.held(instant) as held:
            await held.reached()
            port = held_client(tables).line.at
            site.kill(port)
        site.start(port)
        await tables.acts(6)
    await tables.healed()


async def test_a_web_process_killed_after_the_commit_and_before_its_answer_leaves_the_act_once(tables, site):
    for _ in range(KILLS):
        await after_some_acts(tables)
        client, said = await tables.next_act_without_answer()
        await until(lambda key=said.message["id"]: site.postgres.has_event(key), "the act is committed")
        assert said.answer is None
        site.kill(client.line.at)
        await client.line.cut()
        client.line.holding_answers = False
        site.all_up()
        await until(lambda said=said: said.acknowledged, "the act is answered from the log")
        assert said.sent > 1
        await tables.acts(6)
    await tables.healed()


@pytest.mark.parametrize("evening", range(EVENINGS))
async def test_web_processes_killed_at_random_times_lose_and_double_nothing(tables, site, evening):
    chance = Random(f"kills {evening}")
    tables.play()
    for _ in range(RANDOM_KILLS):
        await asyncio.sleep(chance.uniform(0.1, 0.9))
        port = chance.choice(site.ports)
        site.kill(port)
        await asyncio.sleep(chance.choice([0.0, 0.3]))
        site.start(port)
    await tables.acts(10)
    await tables.healed()
