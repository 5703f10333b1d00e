"""A line to the site that fails as Wi-Fi does: it goes silent in one direction, or it is cut."""

import contextlib
import socket
import threading
from collections.abc import Callable

CHUNK = 65536


class Line:
    """A TCP relay in front of a port. `mute()` swallows what the server says; `cut()` drops and refuses all."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._silent = threading.Event()
        self._down = threading.Event()
        self._sockets: set[socket.socket] = set()
        self._server = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._server.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def mute(self) -> None:
        self._silent.set()

    def cut(self) -> None:
        self._down.set()
        for each in list(self._sockets):
            self._drop(each)

    def mend(self) -> None:
        self._down.clear()
        self._silent.clear()

    def close(self) -> None:
        self.cut()
        self._server.close()

    def _accept(self) -> None:
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

    def _relay(self, source: socket.socket, sink: socket.socket, swallow: Callable[[], bool]) -> None:
        def run() -> None:
            with contextlib.suppress(OSError):
                while data := source.recv(CHUNK):
                    if not swallow():
                        sink.sendall(data)
            self._drop(source)
            self._drop(sink)

        threading.Thread(target=run, daemon=True).start()

    def _drop(self, each: socket.socket) -> None:
        self._sockets.discard(each)
        with contextlib.suppress(OSError):
            each.shutdown(socket.SHUT_RDWR)
        each.close()
