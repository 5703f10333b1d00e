"""The embedded worker and the connection to the broker. Losing a message, which is only a hint, does no harm."""

import asyncio
import gc
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from socketserver import BaseRequestHandler, ThreadingTCPServer
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from celery import current_app
from websockets.asyncio.client import connect
from websockets.server import ServerProtocol

from clubsite.core import jobs
from clubsite.core.garbage import SOCKETS_A_COLLECTION, ClosedSocketsCollected
from clubsite.core.other_servers import NO_ANSWER, ServerSilent, server_asked
from clubsite.results.services import leaderboard_set
from tests.clubsite.play.seat_socket import line_end, line_to
from tests.kit.served import served
from tests.prod.tls_server import tls_server
from tests.servers import until


@pytest.fixture
def worker(monkeypatch, settings):
    settings.SWEEP_SECONDS = 3600
    settings.SWEEPS = ["rankings.sweep"]
    done: list[tuple[Any, ...]] = []
    swept = threading.Event()

    def run(name, *args):
        done.append((name, *args))
        if name == "rankings.sweep":
            swept.set()
        if args == (13,):
            raise RuntimeError("unlucky")

    monkeypatch.setattr(jobs, "run", run)
    monkeypatch.setattr(jobs.connections, "close_all", lambda: None)
    made = jobs.Worker()
    made.done, made.swept = done, swept
    yield made
    made.stop()


@pytest.fixture
def timers(monkeypatch):
    """The jobs for later, whose time comes when the test says so."""
    held: list[Any] = []

    class Timer:
        def __init__(self, seconds, call, args):
            self.comes = lambda: call(*args)

        def start(self):
            held.append(self)

    monkeypatch.setattr(threading, "Timer", Timer)
    return held


def until_done(worker, count: int):
    until(lambda: len(worker.done) >= count, f"{count} jobs are done", every=0.01)


def test_the_worker_sweeps_first_and_then_does_what_it_is_asked(worker):
    """A hint that is sent while no worker runs is dropped. A job that fails does not stop the worker."""
    worker.put("rankings.score_session", 7)
    worker.start()
    worker.start()
    assert worker.swept.wait(60)
    worker.put("rankings.score_session", 13)
    worker.put("rankings.score_session", 14)
    worker.stop()
    assert worker.done == [("rankings.sweep",), ("rankings.score_session", 13), ("rankings.score_session", 14)]
    assert not worker.running


def test_the_sweep_is_the_workers_timer(worker, settings):
    settings.SWEEP_SECONDS = 0.01
    worker.start()
    for _ in range(3):
        worker.swept.clear()
        assert worker.swept.wait(60)


def test_a_job_for_later_that_is_asked_for_again_meanwhile_is_the_same(worker, timers):
    worker.start()
    assert worker.swept.wait(60)
    worker.put("rankings.score_session", 7, 0.2)
    worker.put("rankings.score_session", 7)
    worker.put("home.robot_play", 7)
    until_done(worker, 2)
    for timer in timers:
        timer.comes()
    until_done(worker, 3)
    worker.stop()
    assert worker.done[1:] == [("home.robot_play", 7), ("rankings.score_session", 7)]


def test_a_delayed_job_keeps_none_waiting_and_goes_to_its_own_queue(worker, timers, monkeypatch, on_commit):
    """A delayed robot acts at once if somebody acts in the meantime, even if its job is immediately requested again."""
    monkeypatch.setattr(jobs, "slow_worker", worker)
    worker.start()
    assert worker.swept.wait(60)
    with on_commit():
        jobs.enqueue("home.robot_play", 7, slow=True, delay=0.2)
        jobs.enqueue("home.robot_play", 7, slow=True)
        assert worker.done[1:] == [], "nothing is sent before the commit"
    until_done(worker, 2)
    for timer in timers:
        timer.comes()
    until_done(worker, 3)
    worker.stop()
    assert worker.done[1:] == [("home.robot_play", 7)] * 2


def test_on_the_club_server_a_job_that_waits_is_not_sent_again_nor_a_broker_needed(settings, monkeypatch, on_commit):
    sent = []
    settings.EMBEDDED_JOBS = False
    monkeypatch.setattr(current_app, "send_task", lambda name, **how: sent.append((name, how["countdown"])))
    for delay in (0.0, 0.0, 1.5):
        jobs.begun("rankings.score_session", 7)
        with on_commit():
            jobs.enqueue("rankings.score_session", 7, once=True, delay=delay)
            jobs.enqueue("rankings.score_session", 7, once=True)
    assert sent == [("rankings.score_session", seconds) for seconds in (0.0, 0.0, 1.5)]
    jobs.begun("rankings.score_session", 7)

    def broken(*_, **__):
        raise ConnectionError("no broker")

    monkeypatch.setattr(current_app, "send_task", broken)
    with on_commit():
        jobs.enqueue("home.robot_play", 1)
        jobs.enqueue("rankings.score_session", 1, once=True)


def test_every_job_is_known_to_celery():
    ranked, solved = {"rankings.score_session", "rankings.sweep"}, {"analysis.solve_board", "analysis.slow_sweep"}
    assert {*ranked, *solved, "home.robot_play", "home.sweep"} <= current_app.tasks.keys()


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


def test_a_near_address_is_refused_before_any_connection():
    """Fault (l): not even the handshake of TLS reaches a server of the network in which the site stands."""
    near = "127.0.0.1 127.1 2130706433 0.0.0.0 localhost 10.0.0.1 169.254.169.254 a@127.0.0.1 224.0.1.1"
    near += " [::1] [::ffff:127.0.0.1] [64:ff9b::7f00:1] [2002:7f00:1::] [fec0::1]"
    with server(OK) as (port, heard):
        for host in near.split():
            refused(f"https://{host}:{port}/events/a/")
            assert heard == [], host


def test_other_addresses_are_refused_and_plain_http_where_it_is_not_allowed(settings):
    settings.HUBS_NEARBY = True
    for address in ("ftp://e.example/", "file:///etc/passwd", "https:///x", "https://[::1/", "", "x"):
        refused(address)
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


def test_answers_that_are_none_or_too_large_are_refused_and_nothing_is_followed(nearby):
    ok = b"HTTP/1.1 200 OK\r\n"
    endless = ok + b"X: y\r\n" * 2000 + b"\r\n"
    short = ok + b"Content-Length: 99\r\n\r\n{"
    for answer in (b"", b"SSH-2.0-x\r\n", short, ok + b"\r\n" + b" " * 2000, endless):
        with server(answer) as (port, _):
            refused(f"http://127.0.0.1:{port}/", most=1000)
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


@pytest.fixture(params=["leaderboard", "director"])
async def watching(request, night, dee, client):
    """An open socket of each kind, after its first message."""
    await sync_to_async(leaderboard_set)(session=night.session, on=True, user=dee)
    await sync_to_async(client.force_login)(dee)
    path = f"/{request.param}/{night.session.public_id}/socket/"
    cookie = (b"cookie", f"sessionid={client.cookies['sessionid'].value}".encode())
    app = line_to(path, (b"host", b"testserver"), (b"origin", b"http://testserver"), cookie)
    await app.send_input({"type": "websocket.connect"})
    assert (await app.receive_output(60))["type"] == "websocket.accept"
    assert json.loads((await app.receive_output(60))["text"]) == {"t": "changed"}
    yield app
    await line_end(app)


@pytest.mark.django_db(transaction=True)
async def test_what_is_no_json_is_ignored_and_a_flood_closes_it_as_it_closes_a_seat(watching, settings):
    for frame in ({"text": "hello"}, {"text": ""}, {"text": "[" * 4096}, {"bytes": b"\xff"}, {"text": '{"t":'}):
        await watching.send_input({"type": "websocket.receive", **frame})
    await watching.send_input({"type": "websocket.receive", "text": '{"t": "ping"}'})
    assert json.loads((await watching.receive_output(60))["text"]) == {"t": "pong"}
    assert await watching.receive_nothing()
    for _ in range(20 * settings.SEAT_MESSAGES):
        await watching.send_input({"type": "websocket.receive", "text": '{"t": "ping"}'})
    while (answer := await watching.receive_output(60))["type"] != "websocket.close":
        assert json.loads(answer["text"]) == {"t": "pong"}
    assert answer["code"] == 4429


@pytest.fixture
def no_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


async def accepts(scope: dict[str, Any], receive: Any, send: Any) -> None:
    await send({"type": "websocket.accept"})
    while (await receive())["type"] != "websocket.disconnect":
        pass


async def open_and_close(app: Any, count: int) -> int:
    """Return the number of sockets that a server still keeps after so many have been opened and closed."""
    async with served(app) as port:
        for _ in range(count):
            async with connect(f"ws://127.0.0.1:{port}/"):
                pass
        return sum(type(instance) is ServerProtocol for instance in gc.get_objects())


def test_closed_sockets_do_not_pile_up(no_collector: None) -> None:
    more = SOCKETS_A_COLLECTION + 20
    kept = asyncio.run(open_and_close(accepts, more))
    assert kept >= more, "if this fails, closed sockets are freed at once, and the middleware can go"
    gc.collect()
    assert asyncio.run(open_and_close(ClosedSocketsCollected(accepts), more)) <= 30
