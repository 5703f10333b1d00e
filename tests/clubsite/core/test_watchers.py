"""The sockets that say only that something has changed, for the wall leaderboard and the director's room page."""

import json

import pytest
from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator

from clubsite.asgi import application
from clubsite.results.services import leaderboard_set

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(params=["leaderboard", "director"])
async def watching(request, night, dee, client):
    """An open socket of each kind, after its first message."""
    await sync_to_async(leaderboard_set)(session=night.session, on=True, user=dee)
    await sync_to_async(client.force_login)(dee)
    path = f"/{request.param}/{night.session.public_id}/socket/"
    headers = [(b"host", b"testserver"), (b"origin", b"http://testserver")]
    headers.append((b"cookie", f"sessionid={client.cookies['sessionid'].value}".encode()))
    scope = {"type": "websocket", "path": path, "raw_path": path.encode(), "query_string": b""}
    app = ApplicationCommunicator(application, scope | {"headers": headers, "subprotocols": []})
    await app.send_input({"type": "websocket.connect"})
    assert (await app.receive_output(60))["type"] == "websocket.accept"
    assert json.loads((await app.receive_output(60))["text"]) == {"t": "changed"}
    yield app
    if not app.future.done():
        await app.send_input({"type": "websocket.disconnect", "code": 1001})
    await app.wait(60)


async def test_a_flood_closes_it_as_it_closes_a_seat(watching, settings):
    for _ in range(20 * settings.SEAT_MESSAGES):
        await watching.send_input({"type": "websocket.receive", "text": '{"t": "ping"}'})
    while (answer := await watching.receive_output(60))["type"] != "websocket.close":
        assert json.loads(answer["text"]) == {"t": "pong"}
    assert answer["code"] == 4429


async def test_what_is_no_json_is_ignored(watching):
    for frame in ({"text": "hello"}, {"text": ""}, {"text": "[" * 4096}, {"bytes": b"\xff"}, {"text": '{"t":'}):
        await watching.send_input({"type": "websocket.receive", **frame})
    await watching.send_input({"type": "websocket.receive", "text": '{"t": "ping"}'})
    assert json.loads((await watching.receive_output(60))["text"]) == {"t": "pong"}
    assert await watching.receive_nothing()
