"""Actions that are sent many times, or from both seats at once."""

import asyncio
import json
from uuid import uuid4

import pytest

from tests.faults.tables import until

pytestmark = pytest.mark.prod


async def sent_and_answered(client, messages):
    """Send these messages all at once over a separate socket. Return their answers."""
    socket = await client.connect()
    for message in messages:
        await socket.send(json.dumps(message))
    answers = []
    while len(answers) < len(messages):
        told = json.loads(await asyncio.wait_for(socket.recv(), 30))
        if told["t"] in ("ack", "refused"):
            answers.append(told)
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
    other = next(one for one in tables.clients if one is not client and one.view["table"]["table"] == table)
    racing = [[{**act, "id": str(uuid4())} for _ in range(10)] for _ in range(2)]
    for player, acts in zip((client, other), racing, strict=True):
        for one in acts:
            tables.records.sent(player.name, one)
    answers = await asyncio.gather(*map(sent_and_answered, (client, other), racing))
    for answer in [answer for some in answers for answer in some]:
        tables.records.answered(answer)
    assert len([answer for answer in answers[0] if answer["t"] == "ack"]) == 1
    assert {answer["t"] for answer in answers[1]} == {"refused"}
    await tables.healed()
