"""The scripted player over real websockets: it plays a session, reconnects after a cut and notices a lost seat."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from random import Random

import pytest
from asgiref.sync import sync_to_async
from websockets.asyncio.server import serve
from websockets.exceptions import ConnectionClosed

from clubsite.asgi import application
from clubsite.demo.scripted_player import Report, ScriptedPlayer, session_check, session_run
from clubsite.nights.models import TableBoard
from clubsite.play.models import PlayEvent
from tests.kit.served import served

pytestmark = pytest.mark.django_db(transaction=True)


@asynccontextmanager
async def site() -> AsyncIterator[str]:
    """Serve the site on a free port in the test's own event loop. Yield the site's address."""
    async with served(application, host="127.0.0.1") as port:
        yield f"http://127.0.0.1:{port}"


def players_of(night, base):
    return [ScriptedPlayer(base, c.public_id, night.tokens[n], Random(n)) for n, c in night.tickets.items()]


@pytest.fixture
def duel(make_night):
    return make_night(players=2)


async def test_a_night_over_real_sockets_keeps_every_promise(duel):
    report = Report()
    async with site() as base:
        players = players_of(duel, base)
        await session_run(players, report)
        await sync_to_async(session_check)(duel.session, players, report)
    assert report.faults == []
    assert report.actions == await sync_to_async(PlayEvent.objects.count)() > 0
    assert {player.state for player in players} == {"finished"}
    assert await sync_to_async(TableBoard.objects.exclude(state="finished").count)() == 0


async def test_a_player_who_is_cut_off_comes_back_and_nothing_is_played_twice(duel):
    report = Report()
    async with site() as base:
        players = players_of(duel, base)
        cuts = iter((5, 11))
        at = [next(cuts)]

        def cut():
            if sum(len(p.sent) for p in players) == at[0]:
                at[0] = next(cuts, -1)
                players[0]._socket.transport.abort()

        for player in players:
            player.on_act = cut
        await session_run(players, report)
        await sync_to_async(session_check)(duel.session, players, report)
    assert at == [-1]
    assert report.faults == []


async def test_a_player_who_is_stopped_while_messages_come_stops():
    """With Python 3.11's asyncio.wait_for a task that is cancelled in the moment of an answer goes on for ever."""

    async def talk(socket):
        with suppress(ConnectionClosed):
            while True:
                await socket.send('{"t": "pong"}')
                await asyncio.sleep(0)

    async with serve(talk, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        for hurry in range(20):
            player = ScriptedPlayer(f"http://127.0.0.1:{port}", "x", "y", Random(hurry))
            playing = asyncio.create_task(player.run())
            await asyncio.sleep(0.02 + hurry / 1000)
            count = 0
            while not playing.done():
                playing.cancel()
                count += 1
                await asyncio.wait([playing], timeout=2)
            assert count == 1, "it played on"
