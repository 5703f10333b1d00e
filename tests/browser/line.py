"""A connection to the site that fails as Wi-Fi does: it is slow, silent in one or both directions, or cut."""

import contextlib
import socket
import threading
import time
from collections.abc import Callable
from queue import SimpleQueue

CHUNK = 65536


class Line:
    """A TCP relay in front of a port. `slow()` sets the round-trip time. `mute()` discards what the server sends.
    `cut()` drops all connections and refuses new ones.
    """

    def __init__(self, port: int):
        self._target = port
        self._silent = threading.Event()
        self._down = threading.Event()
        self._sockets: set[socket.socket] = set()
        self._one_way = 0.0  # seconds
        self._server = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._server.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def slow(self, round_trip: float):
        """Delay everything from now on by half of `round_trip`, in milliseconds, in each direction."""
        self._one_way = round_trip / 2000

    def mute(self):
        self._silent.set()

    def cut(self):
        self._down.set()
        for each in list(self._sockets):
            self._drop(each)

    def mend(self):
        self._down.clear()
        self._silent.clear()

    def close(self):
        self.cut()
        self._server.close()

    def _accept(self):
        while True:
            try:
                caller, _ = self._server.accept()
            except OSError:
                return
            if self._down.is_set():
                caller.close()
                continue
            try:
                site = socket.create_connection(("127.0.0.1", self._target), 5)
            except OSError:
                caller.close()
                continue
            site.settimeout(None)
            self._sockets |= {caller, site}
            self._relay(caller, site, lambda: False)
            self._relay(site, caller, self._silent.is_set)

    def _relay(self, source: socket.socket, sink: socket.socket, swallow: Callable[[], bool]):
        way: SimpleQueue[tuple[float, bytes]] = SimpleQueue()

        def take():
            with contextlib.suppress(OSError):
                while data := source.recv(CHUNK):
                    if not swallow():
                        way.put((time.monotonic() + self._one_way, data))
            way.put((0.0, b""))

        def give():
            with contextlib.suppress(OSError):
                while (each := way.get())[1]:
                    time.sleep(max(0.0, each[0] - time.monotonic()))
                    sink.sendall(each[1])
            self._drop(source)
            self._drop(sink)

        for run in (take, give):
            threading.Thread(target=run, daemon=True).start()

    def _drop(self, each: socket.socket):
        self._sockets.discard(each)
        with contextlib.suppress(OSError):
            each.shutdown(socket.SHUT_RDWR)
        each.close()
