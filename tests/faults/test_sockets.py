"""Sockets that misbehave or are lost: half-open, never read, flooded, too large, revoked."""

import asyncio
import json
import socket as sockets
import time

import pytest
from websockets.exceptions import ConnectionClosed

from tests.faults.table_client import ANSWERS_WITHIN, LOOKS_EVERY
from tests.faults.tables import until
from tests.long import long, sample

pytestmark = pytest.mark.prod


async def test_a_half_open_line_is_given_up_and_nothing_of_it_is_lost(tables):
    """Neither end learns that the line is dead. The device reconnects and resends every unanswered message."""
    tables.play()
    await tables.acts(10)
    client, exchange = await tables.next_act_without_answer()
    client.line.holding = True
    opened = client.opened
    await asyncio.sleep(ANSWERS_WITHIN + LOOKS_EVERY)
    client.line.holding = client.line.holding_answers = False
    await client.line.cut()
    await until(lambda: client.opened > opened and exchange.acknowledged, "the act is acknowledged on another line")
    await tables.acts(10)
    await tables.healed()


def stalled(client, mine):
    """Open a socket to this seat that is never read, with the smallest receive buffer that the system allows."""
    raw = sockets.socket()
    raw.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 2048)
    raw.connect(("127.0.0.1", mine))
    key = "dGhlIHNhbXBsZSBub25jZQ=="
    raw.sendall(
        f"GET /seat/{client.ticket}/socket/ HTTP/1.1\r\nHost: 127.0.0.1:{mine}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
        f"Origin: http://127.0.0.1:{mine}\r\nCookie: claim={client.token}\r\n\r\n".encode()
    )
    return raw


async def test_readers_who_stall_hold_up_nobody_and_keep_no_memory(tables, site):
    """Twenty tabs of one seat never read a byte. The table plays on, and the web process drops the tabs' views."""
    port = site.ports[0]
    lines = [stalled(tables.clients[0], port) for _ in range(20)]
    tables.play()
    await tables.acts(20)
    before = site.webs[port].memory
    await tables.acts(sample(60, 600), sample(120, 600))
    assert site.webs[port].memory - before < 40
    for line in lines:
        line.close()
    await tables.healed()


async def test_a_web_process_with_a_stalled_reader_stops_when_it_is_asked_to(tables, site):
    """The process waits for the reader only briefly. In the meantime, its players go on with the other process."""
    port = site.ports[0]
    line = stalled(tables.clients[0], port)
    tables.play()
    await tables.acts(60)
    stop = asyncio.create_task(asyncio.to_thread(site.stop, port))
    await tables.acts(10)
    await stop
    line.close()
    site.all_up()
    await tables.healed()


async def test_a_frame_of_two_megabytes_closes_its_socket_alone(tables):
    client = tables.clients[0]
    other = await client.connect()
    with pytest.raises(ConnectionClosed) as closed:
        await other.send("x" * 2 * 2**20)
        while True:
            await other.recv()
    assert closed.value.rcvd is None or closed.value.rcvd.code == 1009
    tables.play()
    await tables.acts(10)
    await tables.healed()
    assert not client.closes


async def test_a_flood_of_messages_closes_its_socket_alone(tables):
    client = tables.clients[0]
    other = await client.connect()
    tables.play()
    with pytest.raises(ConnectionClosed) as closed:
        for _ in range(20_000):
            await other.send(json.dumps({"t": "ping", "rev": 0}))
            await asyncio.sleep(0)
        while True:
            await other.recv()
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 4429
    await tables.acts(10)
    await tables.healed()
    assert not client.closes


REVOKE = """
import json
from clubsite.play.models import RevokeReason, SeatTicket
from clubsite.play.seat_tickets import ticket_release
ticket_release(ticket=SeatTicket.objects.get(public_id=TICKET), reason=RevokeReason.FREED)
print(json.dumps(None))
"""


async def test_a_seat_that_is_taken_away_is_gone_though_the_message_is_lost(tables, site):
    """The device learns about the loss by its next ping, and none of its actions is carried out any more."""
    client = tables.clients[0]
    tables.play()
    await tables.acts(10)
    tables.rest()
    await tables.healed()
    other = await client.connect()
    with site.redis.losing(1.0, ("dropped",)):
        site.run(f"TICKET = {client.ticket!r}\n{REVOKE}")
        act = {"t": "act", "id": "3f1c9e0a-7d2b-4c6e-9a51-0b8d7e6f5a41", "play": "x", "seq": 0, "a": "c:P"}
        await other.send(json.dumps(act))
        await until(lambda: client.gone, "the device hears that its seat is gone")
    answers = []
    with pytest.raises(ConnectionClosed) as closed:
        while True:
            await other.send(json.dumps({"t": "ping", "rev": 0}))
            answers.append(json.loads(await asyncio.wait_for(other.recv(), 10)))
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 4404
    assert "ack" not in {answer["t"] for answer in answers}


@long
async def test_the_opponent_of_a_device_that_went_without_a_word_sees_that_it_is_gone(tables):
    """The device's line stays half-open for ever. Within a minute, the sweep reports that nobody is there."""
    client = tables.clients[0]
    await tables.healed()
    number = client.view["table"]["entry"]
    client.line.holding = True

    def away():
        views = [device.view["table"]["opponent"] for device in tables.clients if device is not client]
        return [opponent["connected"] for opponent in views].count(False) == 1

    began = time.monotonic()
    await until(away, f"player {number} is shown as away")
    assert time.monotonic() - began > 15
    client.line.holding = False
    await client.line.cut()
    await until(lambda: not away(), "the device is back")
    await tables.healed()
