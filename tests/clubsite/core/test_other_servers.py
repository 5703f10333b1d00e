"""The one client for requests to other servers: whom it asks, for how long, and what it says about a failure."""

import threading
import time
from contextlib import contextmanager, suppress
from socketserver import BaseRequestHandler, ThreadingTCPServer

import pytest

from clubsite.core.other_servers import NO_ANSWER, ServerSilent, server_asked
from tests.prod.test_doctor import tls_server

OK = b'HTTP/1.1 200 OK\r\nETag: "7"\r\nContent-Length: 2\r\n\r\n{}'


@contextmanager
def server(*parts, pause=0.0):
    """Yield a server's port and its list of requests. It answers with `parts`, one after another."""
    heard, over = [], threading.Event()

    class Scripted(BaseRequestHandler):
        def handle(self):
            heard.append(b"")
            with suppress(OSError):
                heard[-1] = self.request.recv(100_000)
                if heard[-1].startswith(b"PUT") and not heard[-1].endswith(b"}"):
                    heard[-1] += self.request.recv(100_000)
                for part in parts:
                    self.request.sendall(part)
                    over.wait(pause)

    with ThreadingTCPServer(("127.0.0.1", 0), Scripted) as listener:
        listener.daemon_threads = True
        threading.Thread(target=listener.serve_forever, args=[0.01], daemon=True).start()
        yield listener.server_address[1], heard
        over.set()
        listener.shutdown()


@pytest.fixture
def nearby(settings):
    settings.HUBS_NEARBY = True


def refused(address, **facts):
    with pytest.raises(ServerSilent) as no:
        server_asked("GET", address, **facts)
    assert str(no.value) == NO_ANSWER
    return no.value


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1", "127.1", "2130706433", "0.0.0.0", "localhost", "[::1]", "[::ffff:127.0.0.1]", "[64:ff9b::7f00:1]",
     "[2002:7f00:1::]", "[fec0::1]", "10.0.0.1", "169.254.169.254", "a@127.0.0.1", "224.0.1.1"],
)  # fmt: skip
def test_a_near_address_is_refused_before_any_connection(host):
    """Fault (l): not even the handshake of TLS reaches a server of the network in which the site stands."""
    with server(OK) as (port, heard):
        refused(f"https://{host}:{port}/events/a/")
    assert heard == []


@pytest.mark.parametrize("address", ["ftp://e.example/", "file:///etc/passwd", "https:///x", "https://[::1/", "", "x"])
def test_other_addresses_are_refused(nearby, address):
    refused(address)


def test_plain_http_is_for_networks_that_allow_it(settings):
    settings.HUBS_NEARBY = False
    refused("http://93.184.216.34/")


def test_a_request_and_its_answer(nearby, monkeypatch):
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9/")  # no proxy is asked
    with server(OK) as (port, heard):
        answer = server_asked("PUT", f"http://127.0.0.1:{port}/a/", body={"n": 1}, headers={"If-Match": '"6"'})
    assert (answer.status, answer.etag, answer.data) == (200, '"7"', b"{}")
    assert heard[0].startswith(b"PUT /a/ HTTP/1.1") and b'If-Match: "6"' in heard[0] and heard[0].endswith(b'{"n": 1}')


@pytest.mark.parametrize(
    "drips", [[b"HTTP/1.1 200 OK\r\n", *[b"X-A: b\r\n"] * 60], [b"HTTP/1.1 200 OK\r\n\r\n", *[b"{"] * 60]]
)
def test_an_answer_that_drips_ends_at_the_deadline(nearby, drips):
    """Fault (l): the deadline is one for the whole answer, however often a byte comes."""
    began = time.monotonic()
    with server(*drips, pause=0.1) as (port, _):
        refused(f"http://127.0.0.1:{port}/", seconds=0.6)
    assert time.monotonic() - began < 3


@pytest.mark.parametrize(
    "answer",
    [b"", b"SSH-2.0-x\r\n", b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{",
     b"HTTP/1.1 200 OK\r\n\r\n" + b" " * 2000, b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 2000 + b"\r\n"],
    ids=range(5),
)  # fmt: skip
def test_answers_that_are_none_or_too_large(nearby, answer):
    with server(answer) as (port, _):
        refused(f"http://127.0.0.1:{port}/", most=1000)


def test_nothing_is_followed(nearby):
    with server(OK) as (other, heard):
        moved = f"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:{other}/\r\nContent-Length: 0\r\n\r\n"
        with server(moved.encode()) as (port, _):
            assert server_asked("GET", f"http://127.0.0.1:{port}/").status == 302
    assert heard == []


@pytest.mark.parametrize(("after", "seconds"), [("30", 30), ("0", 2), ("soon", 2), ("9" * 9, 3600)])
def test_a_busy_server_is_left_alone(nearby, after, seconds):
    busy = f"HTTP/1.1 429 Too Many Requests\r\nRetry-After: {after}\r\nContent-Length: 0\r\n\r\n"
    with server(busy.encode()) as (port, _):
        assert refused(f"http://127.0.0.1:{port}/").rest.total_seconds() == seconds


def test_a_certificate_is_checked_for_the_name(nearby, tmp_path, monkeypatch):
    with tls_server(tmp_path, began=1, ends=30) as (port, trusted):
        refused(f"https://localhost:{port}/", seconds=5)
        monkeypatch.setenv("SSL_CERT_FILE", str(trusted))
        refused(f"https://127.0.0.1:{port}/", seconds=5)
