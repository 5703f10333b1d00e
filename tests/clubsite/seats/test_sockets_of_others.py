"""Connecting to other people's sockets: from other sites, through other paths, or with other people's keys."""

import pytest
from asgiref.testing import ApplicationCommunicator

from clubsite.asgi import application
from clubsite.play.models import SeatTicket

pytestmark = pytest.mark.django_db(transaction=True)
HERE = (b"origin", b"http://testserver")


async def knock(path: str, *headers: tuple[bytes, bytes], host: bytes = b"testserver", tls: bool = False) -> bool:
    """True if the socket at this address opens."""
    scope = {
        "type": "websocket",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "scheme": "wss" if tls else "ws",
        "headers": [(b"host", host), *headers],
        "subprotocols": [],
    }
    app = ApplicationCommunicator(application, scope)
    await app.send_input({"type": "websocket.connect"})
    answer = await app.receive_output(60)
    await app.send_input({"type": "websocket.disconnect", "code": 1001})
    await app.wait(60)
    return bool(answer["type"] == "websocket.accept")


async def opens(night, origin: bytes | None, *headers: tuple[bytes, bytes], **how) -> bool:
    """True if a page from this origin opens seat 1 with the seat's key."""
    key = (b"cookie", f"claim={night.tokens[1]}".encode())
    of_page = [(b"origin", origin)] if origin else []
    return await knock(f"/seat/{night.tickets[1].public_id}/socket/", key, *of_page, *headers, **how)


async def test_a_seat_opens_with_its_key_from_the_site_s_own_page(night):
    assert await opens(night, b"http://testserver")


@pytest.mark.parametrize("path", ["/", "/nope/", "/seat/x/", "/seat//socket/", "/director/x/y/socket/"])
async def test_an_unknown_socket_address_is_closed_and_no_error(path):
    assert not await knock(path, HERE)


@pytest.mark.parametrize(
    "origin",
    [
        *(b"http://evil.example", b"null", b"http://testserver.evil.example", b"https://testserver"),
        b"http://testserver:8080",  # another program on the same machine
        *(b"ws://testserver", b"http://testserver:port", b"http://", None),
    ],
)
async def test_another_sites_page_opens_no_seat_with_the_right_key(night, origin):
    assert not await opens(night, origin)
    assert not await SeatTicket.objects.filter(connected=True).aexists()


async def test_at_an_address_of_the_network_its_own_port_counts(night, settings):
    settings.ALLOWED_HOSTS = ["192.168.1.20"]
    here = {"host": b"192.168.1.20:8000"}
    assert await opens(night, b"http://192.168.1.20:8000", **here)
    for other in (b"http://192.168.1.20:8001", b"http://192.168.1.20", b"https://192.168.1.20:8000"):
        assert not await opens(night, other, **here)
    assert not await opens(night, b"http://evil.example", host=b"evil.example")


async def test_behind_a_proxy_with_tls_the_scheme_is_the_proxy_s(night, settings):
    """The proxy passes on Host, and reports https to uvicorn, which makes it wss, or in the header Django trusts."""
    settings.ALLOWED_HOSTS = ["club.example"]
    assert await opens(night, b"https://club.example", host=b"club.example", tls=True)
    assert not await opens(night, b"http://club.example", host=b"club.example", tls=True)
    assert not await opens(night, b"https://club.example:8443", host=b"club.example", tls=True)
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    https = (b"x-forwarded-proto", b"https")
    assert await opens(night, b"https://club.example", https, host=b"club.example")
    assert not await opens(night, b"http://club.example", https, host=b"club.example")


async def test_where_a_proxy_changes_the_host_public_url_is_the_site_s_own(night, settings):
    settings.PUBLIC_URL = "https://club.example:8443"
    assert await opens(night, b"https://club.example:8443")
    assert not await opens(night, b"https://club.example")


async def test_a_stranger_hears_nothing_of_the_directors_room(night):
    assert not await knock(f"/director/{night.session.public_id}/socket/", HERE)
