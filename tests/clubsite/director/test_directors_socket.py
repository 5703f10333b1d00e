"""The director's socket ends with the sign-in of its browser."""

import json

import pytest
from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator
from django.contrib.auth import get_user_model

from clubsite.accounts.services import sessions_end
from clubsite.asgi import application
from clubsite.clubs.models import Membership, Role

pytestmark = pytest.mark.django_db(transaction=True)


class Room:
    """The socket of the director's room, opened by one browser."""

    def __init__(self, session, browser):
        path = f"/director/{session.public_id}/socket/"
        cookies = "; ".join(f"{key}={morsel.value}" for key, morsel in browser.cookies.items())
        headers = [(b"host", b"testserver"), (b"origin", b"http://testserver"), (b"cookie", cookies.encode())]
        scope = {"type": "websocket", "path": path, "raw_path": path.encode(), "query_string": b"", "headers": headers}
        self.app = ApplicationCommunicator(application, {**scope, "subprotocols": []})

    async def opens(self):
        await self.app.send_input({"type": "websocket.connect"})
        assert (await self.app.receive_output(60))["type"] == "websocket.accept"
        assert await self.hears() == {"t": "changed"}

    async def hears(self):
        """Return the next message, or the code with which the socket is closed."""
        told = await self.app.receive_output(60)
        return told["code"] if told["type"] == "websocket.close" else json.loads(told["text"])

    async def pings(self):
        await self.app.send_input({"type": "websocket.receive", "text": '{"t": "ping"}'})
        assert await self.hears() == {"t": "pong"}

    async def leaves(self):
        await self.app.send_input({"type": "websocket.disconnect", "code": 1001})
        await self.app.wait(60)


async def test_a_browser_that_was_signed_out_elsewhere_is_told_to_look_and_closed(night, director, dee):
    """It is told "changed" first: its page then asks, and is sent to the sign-in page."""
    room = Room(night.session, director)
    await room.opens()
    await sync_to_async(sessions_end)(user=dee)
    await room.pings()
    assert [await room.hears(), await room.hears()] == [{"t": "changed"}, 4404]
    await room.leaves()


async def test_the_browser_that_stays_signed_in_keeps_its_socket(night, director, dee):
    room = Room(night.session, director)
    await room.opens()
    await sync_to_async(sessions_end)(user=dee, keep=director.cookies["sessionid"].value)
    for _ in range(2):
        await room.pings()
    assert await room.app.receive_nothing()
    await room.leaves()


async def test_who_is_no_longer_a_director_of_the_club_loses_the_socket(night, director, club):
    eve = await get_user_model().objects.acreate_user("eve", password="correct horse")
    row = await Membership.objects.acreate(club=club, user=eve, role=Role.DIRECTOR)
    await sync_to_async(director.force_login)(eve)
    room = Room(night.session, director)
    await room.opens()
    await row.adelete()
    await room.pings()
    assert [await room.hears(), await room.hears()] == [{"t": "changed"}, 4404]
    await room.leaves()
