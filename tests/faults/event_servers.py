"""The servers of an event, all real, and the relay between them that loses, doubles, delays and changes requests."""

import json
import re
import sqlite3
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field
from enum import StrEnum
from http.client import HTTPConnection, HTTPException
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from tests.faults.site import Site, running_club, running_embedded

HUB_PATIENCE = 30  # seconds
HEATS = "/api/v1/heats/"
SENT_ON = ("Authorization", "Content-Type", "Accept", "If-Match", "If-None-Match")
SENT_BACK = ("Content-Type", "ETag", "Retry-After")
STATE = "PUT state/"
Answer = tuple[int, dict[str, str], bytes]


class Fault(StrEnum):
    """A fault of a request, or of its answer."""

    LOST = "lost"  # it never arrives
    UNANSWERED = "unanswered"  # it arrives, and its answer is lost
    DOUBLED = "doubled"  # it arrives twice
    LATE = "late"  # it is lost, and a copy of it arrives after a newer one of the heat
    FLIPPED = "flipped"  # a byte of it is changed
    FLIPPED_ANSWER = "flipped answer"
    BAD_GATEWAY = "bad gateway"  # a proxy answers in the hub's place


@dataclass(frozen=True)
class Passing:
    """A request of a club's server. `what` is such as "PUT state/", of the heat with this id at the hub, or ""."""

    method: str
    path: str
    headers: dict[str, str]
    data: bytes

    @property
    def heat(self) -> str:
        return self.path.removeprefix(HEATS).partition("/")[0] if self.path.startswith(HEATS) else ""

    @property
    def what(self) -> str:
        return f"{self.method} {self.path.removeprefix(HEATS).partition('/')[2]}"


@dataclass
class HubRelay:
    """A port that leads to the first port of `targets` that answers. `done` counts the faults that have happened."""

    targets: list[int] = field(default_factory=list)
    done: Counter[Fault] = field(default_factory=Counter)
    cut_off: set[str] = field(default_factory=set)
    """Heats whose requests all get lost."""
    _planned: list[tuple[Fault, str, str]] = field(default_factory=list)
    _held: list[Passing] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler_of(self))
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def end(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def plan(self, fault: Fault, *, heat: str) -> None:
        """Let this happen to the next state of this heat."""
        with self._lock:
            self._planned.append((fault, STATE, heat))

    def outstanding(self) -> list[tuple[Fault, str, str]]:
        """Return the planned faults that have not happened yet."""
        with self._lock:
            return [*self._planned, *((Fault.LATE, passing.what, passing.heat) for passing in self._held)]

    def answer(self, passing: Passing) -> Answer | None:
        """Return the answer to a request, or None if the connection breaks."""
        fault = self._fault_of(passing)
        if fault in (Fault.LOST, Fault.LATE):
            return None
        if fault is Fault.BAD_GATEWAY:
            return 502, {}, b"<html>Bad gateway</html>"
        answer = self.to_hub(passing, _flipped(passing.data) if fault is Fault.FLIPPED else passing.data)
        if answer is None or answer[0] == 429:
            self._take_back(fault, passing)
            return answer
        if fault is Fault.DOUBLED:
            self.to_hub(passing, passing.data)
        if passing.what == STATE and answer[0] == 200:
            self._deliver_late(passing)
        if fault is Fault.UNANSWERED:
            return None
        return (*answer[:2], _flipped(answer[2])) if fault is Fault.FLIPPED_ANSWER else answer

    def to_hub(self, passing: Passing, data: bytes) -> Answer | None:
        """Ask the hub. Return None if none of its processes answers."""
        for port in self.targets:
            connection = HTTPConnection("127.0.0.1", port, timeout=HUB_PATIENCE)
            with suppress(OSError, HTTPException):
                connection.request(passing.method, passing.path, data, passing.headers)
                answer = connection.getresponse()
                headers = {name: answer.headers[name] for name in SENT_BACK if name in answer.headers}
                return answer.status, headers, answer.read()
            connection.close()
        return None

    def _fault_of(self, passing: Passing) -> Fault | None:
        with self._lock:
            if passing.heat in self.cut_off:
                return Fault.LOST
            for plan in self._planned:
                fault, *of = plan
                if of == [passing.what, passing.heat]:
                    self._planned.remove(plan)
                    self.done[fault] += 1
                    if fault is Fault.LATE:
                        self._held.append(passing)
                    return fault
        return None

    def _take_back(self, fault: Fault | None, passing: Passing) -> None:
        """Plan a fault again that did not happen, because the hub was down or busy."""
        if fault is not None:
            with self._lock:
                self.done[fault] -= 1
                self._planned.append((fault, passing.what, passing.heat))

    def _deliver_late(self, newer: Passing) -> None:
        with self._lock:
            older = [held for held in self._held if held.heat == newer.heat and held.data != newer.data]
            self._held = [held for held in self._held if held not in older]
        for passing in older:
            answer = self.to_hub(passing, passing.data)
            assert answer is not None and answer[0] in (412, 429), answer


def _flipped(data: bytes) -> bytes:
    """Return the data with one byte changed in its middle."""
    at = len(data) // 2
    return data[:at] + (b"B" if data[at : at + 1] == b"A" else b"A") + data[at + 1 :]


def _handler_of(relay: HubRelay) -> Callable[..., BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        """One request on its way to the hub."""

        def _carry(self) -> None:
            data = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            headers = {name: self.headers[name] for name in SENT_ON if name in self.headers}
            answer = relay.answer(Passing(self.command, self.path, headers, data))
            if answer is None:
                self.close_connection = True
                return
            self.send_response(answer[0])
            for name, value in {**answer[1], "Content-Length": str(len(answer[2]))}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(answer[2])

        do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = _carry

        def log_message(self, *_: object) -> None:
            """Say nothing about requests."""

    return Handler


CALL = """
import json
from tests.faults import event_heats
print(json.dumps(event_heats.{name}(**json.loads({facts!r}))))
"""


@dataclass
class EventServer:
    """A server of an event, with its director's browser."""

    name: str
    site: Site
    cookie: str = ""

    def act(self, name: str, **facts: Any) -> Any:
        """Call this function of `event_heats` in a process of the server, and return its answer."""
        return self.site.run(CALL.format(name=name, facts=json.dumps(facts)))

    def post(self, path: str, **fields: str) -> tuple[int, str]:
        """Post a form as the director. Return the status and the page."""
        self.cookie = self.cookie or self.act("signed_in")
        token = "t" * 32
        headers = {"Cookie": f"sessionid={self.cookie}; csrftoken={token}", "X-CSRFToken": token}
        headers["Content-Type"] = "application/x-www-form-urlencoded"
        connection = HTTPConnection("127.0.0.1", self.site.ports[0], timeout=60)
        connection.request("POST", path, urlencode(fields).encode(), headers)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()

    def kill(self) -> None:
        """Kill every web process of the server."""
        for port in list(self.site.webs):
            self.site.kill(port)


@dataclass
class EventServers:
    """A hub, two clubs' servers that reach it through `relay`, and one server that plays the same event alone."""

    hub: EventServer
    of_clubs: list[EventServer]
    alone: EventServer
    relay: HubRelay

    @property
    def three(self) -> list[EventServer]:
        return [self.hub, *self.of_clubs]


@contextmanager
def running_event_servers(folder: Path) -> Iterator[EventServers]:
    """Run the hub and the clubs' servers, each with a database and jobs of its own, and the server that plays alone."""
    with ExitStack() as running:
        relay = HubRelay()
        running.callback(relay.end)
        (folder / "hub").mkdir()
        hub = running.enter_context(running_club(folder / "hub", PUBLIC_URL=relay.url))
        relay.targets = hub.ports
        alone = EventServer("alone", running.enter_context(running_embedded(folder / "alone")))
        of_clubs = []
        for name in ("club1", "club2"):
            _copy_database(folder / "alone", folder / name)
            site = running.enter_context(running_embedded(folder / name, HUBS_NEARBY="true"))
            of_clubs.append(EventServer(name, site))
        yield EventServers(EventServer("hub", hub), of_clubs, alone, relay)


def _copy_database(old: Path, new: Path) -> None:
    """Copy an empty database, so that it need not be made by the migrations once more."""
    new.mkdir()
    with closing(sqlite3.connect(old / "club.sqlite3")) as database:
        database.execute("VACUUM INTO ?", [str(new / "club.sqlite3")])


def slug_of(club: str) -> str:
    return re.sub(r"\W+", "-", club.lower())
