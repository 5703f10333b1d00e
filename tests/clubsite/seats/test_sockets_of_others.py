"""Knocking at sockets that are nobody's: other sites, other paths, other people's keys."""

from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator

from clubsite.asgi import application

pytestmark = pytest.mark.django_db(transaction=True)
HERE = (b"origin", b"http://testserver")


async def knock(path: str, *headers: tuple[bytes, bytes]) -> bool:
    """Whether the socket at this address opens."""
    scope = {
        "type": "websocket",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": [(b"host", b"testserver"), *headers],
        "subprotocols": [],
    }
    app = ApplicationCommunicator(application, scope)
    await app.send_input({"type": "websocket.connect"})
    answer = await app.receive_output(5)
    await app.send_input({"type": "websocket.disconnect", "code": 1001})
    await app.wait(5)
    return bool(answer["type"] == "websocket.accept")


async def test_a_seat_opens_with_its_key_from_the_site_s_own_page(night: Any) -> None:
    key = (b"cookie", f"claim={night.tokens[1]}".encode())
    assert await knock(f"/seat/{night.tickets[1].public_id}/socket/", HERE, key)


@pytest.mark.parametrize("path", ["/", "/nope/", "/seat/x/", "/seat//socket/", "/director/x/y/socket/"])
async def test_an_unknown_socket_address_is_closed_and_no_error(path: str) -> None:
    assert not await knock(path, HERE)


@pytest.mark.parametrize("origin", [b"http://evil.example", b"null", b"http://testserver.evil.example", None])
async def test_another_sites_page_opens_no_seat_with_the_right_key(night: Any, origin: bytes | None) -> None:
    headers = [(b"cookie", f"claim={night.tokens[1]}".encode())]
    headers += [(b"origin", origin)] if origin else []
    assert not await knock(f"/seat/{night.tickets[1].public_id}/socket/", *headers)


async def test_a_stranger_hears_nothing_of_the_directors_room(night: Any) -> None:
    assert not await knock(f"/director/{night.session.public_id}/socket/", HERE)
