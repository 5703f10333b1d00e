"""Acts that are sent many times or from both seats, or whose process is killed at a known point or at random."""

import asyncio
import json
from random import Random
from uuid import uuid4

import pytest

from tests.faults.engines import IN_ACT, IN_COMMIT
from tests.faults.tables import until
from tests.long import sample

pytestmark = pytest.mark.prod


async def sent_and_answered(client, messages):
    """Send these messages all at once over a separate socket. Return their answers."""
    socket = await client.connect()
    for message in messages:
        await socket.send(json.dumps(message))
    answers = []
    while len(answers) < len(messages):
        frame = json.loads(await asyncio.wait_for(socket.recv(), 30))
        if frame["t"] in ("ack", "refused"):
            answers.append(frame)
    await socket.close()
    return answers


async def acting(tables):
    """Wait until somebody has to call or play. Return that client and the message it would send, with an id."""
    tables.play()
    await tables.acts(4)
    tables.rest()
    await until(lambda: not any(client.unanswered for client in tables.clients), "all is answered")
    await tables.healed()
    client = next(client for client in tables.clients if (client.next_message() or {}).get("t") == "act")
    return client, {"id": str(uuid4()), **client.next_message()}


async def test_the_same_act_sent_fifty_times_over_five_sockets_is_done_once(tables):
    client, act = await acting(tables)
    tables.records.sent(client.name, act)
    answers = await asyncio.gather(*(sent_and_answered(client, [act] * 10) for _ in range(5)))
    for answer in [answer for some in answers for answer in some]:
        tables.records.answered(answer)
    assert tables.records.said[act["id"]].acknowledged
    await tables.healed()


async def test_of_two_seats_that_race_for_one_number_one_gets_it(tables):
    """Both seats send ten messages for the same `seq`. At most one is carried out, and all the others are refused."""
    client, act = await acting(tables)
    table = client.view["table"]["table"]
    other = next(rival for rival in tables.clients if rival is not client and rival.view["table"]["table"] == table)
    racing = [[{**act, "id": str(uuid4())} for _ in range(10)] for _ in range(2)]
    for player, acts in zip((client, other), racing, strict=True):
        for message in acts:
            tables.records.sent(player.name, message)
    answers = await asyncio.gather(*map(sent_and_answered, (client, other), racing))
    for answer in [answer for some in answers for answer in some]:
        tables.records.answered(answer)
    assert len([answer for answer in answers[0] if answer["t"] == "ack"]) == 1
    assert {answer["t"] for answer in answers[1]} == {"refused"}
    await tables.healed()


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
        client, exchange = await tables.next_act_without_answer()
        await until(lambda key=exchange.message["id"]: site.postgres.has_event(key), "the act is committed")
        assert exchange.answer is None
        site.kill(client.line.at)
        await client.line.cut()
        client.line.holding_answers = False
        site.all_up()
        await until(lambda act=exchange: act.acknowledged, "the act is answered from the log")
        assert exchange.sent > 1
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
