"""The way between the servers of an event, on which documents are lost, doubled, delayed and changed.

It is an HTTP relay in front of a hub. It reads the documents that pass, and changes nothing in any server.
"""

import base64
import json
import threading
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from http.client import HTTPConnection, HTTPException
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

HUB_PATIENCE = 30  # seconds


class Fault(StrEnum):
    """What happens to a document, or to its answer."""

    LOST = "lost"  # it never arrives
    UNANSWERED = "unanswered"  # it arrives, and its answer is lost
    DOUBLED = "doubled"  # it arrives twice
    LATE = "late"  # it is lost, and a copy of it arrives after a newer document of the heat
    FLIPPED = "flipped"  # a byte of it is changed
    FLIPPED_ANSWER = "flipped answer"
    BAD_GATEWAY = "bad gateway"  # a proxy answers in the hub's place


@dataclass(frozen=True)
class Passing:
    """A document that a spoke posts, as anybody can read it."""

    data: bytes
    type: str
    heat: str
    number: int

    @classmethod
    def of(cls, data: bytes) -> "Passing":
        part = data.split(b".")[1]
        said: dict[str, Any] = json.loads(base64.urlsafe_b64decode(part + b"=" * (-len(part) % 4)))
        return cls(data, said["type"], said["heat"], said["number"])


@dataclass
class HubRelay:
    """A port that leads to the first port of `targets` that answers. `done` counts the faults that have happened."""

    targets: list[int] = field(default_factory=list)
    done: Counter[Fault] = field(default_factory=Counter)
    cut_off: set[str] = field(default_factory=set)
    """Heats whose documents all get lost."""
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

    def plan(self, fault: Fault, *, heat: str, type: str = "lines") -> None:
        """Let this happen to the next document of this type and heat."""
        with self._lock:
            self._planned.append((fault, type, heat))

    def outstanding(self) -> list[tuple[Fault, str, str]]:
        """Return the planned faults that have not happened yet."""
        with self._lock:
            return [*self._planned, *((Fault.LATE, one.type, one.heat) for one in self._held)]

    def answer(self, method: str, path: str, data: bytes) -> tuple[int, bytes] | None:
        """Return the status and the answer to a request, or None if the connection breaks."""
        if method == "GET":
            return self.to_hub(method, path)
        document = Passing.of(data)
        fault = self._fault_of(document)
        if fault in (Fault.LOST, Fault.LATE):
            return None
        if fault is Fault.BAD_GATEWAY:
            return 502, b"<html>Bad gateway</html>"
        found = self.to_hub(method, path, _flipped(data) if fault is Fault.FLIPPED else data)
        if found is None:
            self._take_back(fault, document)
            return None
        if fault is Fault.DOUBLED:
            found = self.to_hub(method, path, data) or found
        self._deliver_late(document, path)
        if fault is Fault.UNANSWERED:
            return None
        return (found[0], _flipped(found[1])) if fault is Fault.FLIPPED_ANSWER else found

    def to_hub(self, method: str, path: str, data: bytes | None = None) -> tuple[int, bytes] | None:
        """Ask the hub. Return None if none of its processes answers."""
        for port in self.targets:
            connection = HTTPConnection("127.0.0.1", port, timeout=HUB_PATIENCE)
            with suppress(OSError, HTTPException):
                connection.request(method, path, data, {"Content-Type": "application/jose"})
                answer = connection.getresponse()
                return answer.status, answer.read()
            connection.close()
        return None

    def _fault_of(self, document: Passing) -> Fault | None:
        with self._lock:
            if document.heat in self.cut_off:
                return Fault.LOST
            for plan in self._planned:
                fault, kind, heat = plan
                if (kind, heat) == (document.type, document.heat):
                    self._planned.remove(plan)
                    self.done[fault] += 1
                    if fault is Fault.LATE:
                        self._held.append(document)
                    return fault
        return None

    def _take_back(self, fault: Fault | None, document: Passing) -> None:
        """Plan a fault again that did not happen, because the hub was down."""
        if fault is not None:
            with self._lock:
                self.done[fault] -= 1
                self._planned.append((fault, document.type, document.heat))

    def _deliver_late(self, document: Passing, path: str) -> None:
        with self._lock:
            older = [one for one in self._held if one.heat == document.heat and one.number < document.number]
            self._held = [one for one in self._held if one not in older]
        for one in older:
            self.to_hub("POST", path, one.data)


def _flipped(data: bytes) -> bytes:
    """Return the data with one byte changed in its middle."""
    at = len(data) // 2
    while data[at : at + 1] in b".\n":
        at += 1
    return data[:at] + (b"B" if data[at : at + 1] == b"A" else b"A") + data[at + 1 :]


def _handler_of(relay: HubRelay) -> Callable[..., BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        """One request on its way to the hub."""

        def do_GET(self) -> None:
            self._carry("GET")

        def do_POST(self) -> None:
            self._carry("POST")

        def _carry(self, method: str) -> None:
            data = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            found = relay.answer(method, self.path, data)
            if found is None:
                self.close_connection = True
                return
            self.send_response(found[0])
            self.send_header("Content-Length", str(len(found[1])))
            self.end_headers()
            self.wfile.write(found[1])

        def log_message(self, *_: Any) -> None:
            """Say nothing about requests."""

    return Handler
