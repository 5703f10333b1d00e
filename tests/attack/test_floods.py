"""Floods of messages and connections on every socket. Each flood is limited, and nothing from it is kept."""

import json

import pytest
from asgiref.testing import ApplicationCommunicator

from clubsite.play import relay
from clubsite.play.models import PlayEvent, SeatConnection
from clubsite.results.models import Leaderboard
from clubsite.routing import websocket_urlpatterns
from tests.clubsite.every_address import filled
from tests.clubsite.play.seat_socket import line_end, line_to
from tests.long import sample

pytestmark = pytest.mark.django_db(transaction=True)
PING = json.dumps({"t": "ping", "id": "x", "rev": 0})
FRAMES = [PING, "", "[" * 50_000, "{}", json.dumps({"t": "act", "action": "c:7N"}), "\0", "é" * 10_000, '{"t": 1e999}']
ADDRESSES = [str(pattern.pattern) for pattern in websocket_urlpatterns]
CONNECTIONS, MESSAGES = sample(40, 400), sample(200, 5000)


async def connect(night, address: str, cookie: str) -> ApplicationCommunicator:
    path = filled(address, {"ticket_id": night.tickets[1].public_id, "session_id": night.session.public_id})
    line = line_to(path, (b"host", b"testserver"), (b"origin", b"http://testserver"), (b"cookie", cookie.encode()))
    await line.send_input({"type": "websocket.connect"})
    return line


@pytest.fixture
def cookies(night, director) -> dict[str, str]:
    Leaderboard.objects.create(session=night.session, by_user=night.session.created_by)
    signed_in = f"sessionid={director.cookies['sessionid'].value}"
    return {a: signed_in if a.startswith("director/") else f"claim={night.tokens[1]}" for a in ADDRESSES}


@pytest.mark.parametrize("address", [address for address in ADDRESSES if address])
async def test_a_flood_of_any_frames_closes_the_socket_and_changes_nothing(address, night, cookies, settings):
    settings.SEAT_MESSAGES = 2
    line = await connect(night, address, cookies[address])
    for at in range(MESSAGES):
        await line.send_input({"type": "websocket.receive", "text": FRAMES[at % len(FRAMES)]})
    sent = []
    while not sent or sent[-1]["type"] != "websocket.close":
        sent.append(await line.receive_output(60))
    assert sent[-1]["code"] == 4429
    assert len(sent) < MESSAGES, "what came after the limit is not answered"
    await line_end(line)
    assert not await PlayEvent.objects.aexists()
    if "score" not in address:  # a terminal's presence outlasts its socket: its phone may be asleep
        assert not await SeatConnection.objects.aexists()


@pytest.mark.parametrize("address", ADDRESSES)
async def test_many_connections_of_strangers_are_turned_away_and_nothing_of_them_is_kept(address, night):
    before = set(relay._sockets)
    for _ in range(CONNECTIONS):
        line = await connect(night, address, "claim=wrong")
        while (await line.receive_output(60))["type"] != "websocket.close":
            pass
        await line_end(line)
    assert set(relay._sockets) == before and not await SeatConnection.objects.aexists()


async def test_many_tabs_of_one_seat_are_one_presence_which_ends_with_the_last(night, cookies):
    lines = [await connect(night, ADDRESSES[0], cookies[ADDRESSES[0]]) for _ in range(CONNECTIONS)]
    for line in lines:
        assert (await line.receive_output(60))["type"] == "websocket.accept"
    for line in lines:
        await line_end(line)
    assert not await SeatConnection.objects.aexists()
