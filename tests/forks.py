"""The tests' side of `forkserver`: processes that start in an instant, and code that runs with the site's settings."""

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
STARTS_WITHIN = 300  # seconds, on a busy machine


class Forkserver:
    """A process that has imported the site and forks other processes. `env` is the environment of all of them. `prefix`
    is a command that runs it, on another host for example.
    """

    def __init__(self, env: dict[str, str], prefix: Sequence[str] = ()) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="club-forks-")
        with socket.socket(socket.AF_UNIX) as listening:
            listening.bind(f"{self._folder.name}/socket")
            listening.listen(16)
            # In a session of its own, Ctrl-C does not end it before the tests have ended.
            self._process = subprocess.Popen(
                [*prefix, sys.executable, "-m", "tests.forkserver", str(listening.fileno())],
                cwd=ROOT, env=env, pass_fds=[listening.fileno()], start_new_session=True, stdin=subprocess.PIPE,
            )  # fmt: skip

    def run(self, code: str) -> Any:
        """Run Python code with the site's settings in a separate process. Return the JSON that the code prints."""
        done = self._order(STARTS_WITHIN, code=code)
        assert done.returncode == 0, done.stdout + done.stderr
        return json.loads(done.stdout or "null")

    def manage(self, arguments: Sequence[str], timeout: float) -> "subprocess.CompletedProcess[str]":
        """Run a command of Django. Kill it and raise TimeoutError if it has not ended after `timeout` seconds."""
        return self._order(timeout, manage=arguments)

    def web(self, port: int) -> "WebProcess":
        with self._asked(web=port) as connection, connection.makefile("rb") as answering:
            return WebProcess(int(answering.readline()))

    def _asked(self, **order: Any) -> socket.socket:
        connection = socket.socket(socket.AF_UNIX)
        connection.settimeout(STARTS_WITHIN)
        connection.connect(f"{self._folder.name}/socket")
        connection.sendall(json.dumps(order).encode() + b"\n")
        return connection

    def _order(self, timeout: float, **order: Any) -> "subprocess.CompletedProcess[str]":
        with self._asked(**order) as connection, connection.makefile("rb") as answering:
            pid = int(answering.readline())
            connection.settimeout(timeout)
            try:
                status, out, err = json.loads(answering.read())
            except TimeoutError:
                os.kill(pid, signal.SIGKILL)
                raise
        return subprocess.CompletedProcess(list(order), status, out, err)

    def end(self) -> None:
        """End the server and every process that it has forked."""
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait(60)
        self._folder.cleanup()


class WebProcess:
    """A web process, known by its id. It was forked, or started separately (`child`) with its own environment."""

    def __init__(self, pid: int, child: "subprocess.Popen[bytes] | None" = None) -> None:
        self.pid, self._child = pid, child

    def end(self, how: signal.Signals, seconds: float) -> None:
        """Send a signal, and return when the process is gone. Raise AssertionError after more than `seconds`."""
        os.kill(self.pid, how)
        deadline = time.monotonic() + seconds
        while self._is_there():
            if time.monotonic() > deadline:
                os.kill(self.pid, signal.SIGKILL)
                raise AssertionError(f"The web process did not end within {seconds} seconds.")
            time.sleep(0.01)

    def _is_there(self) -> bool:
        if self._child is not None:
            return self._child.poll() is None
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return False
        return True

    @property
    def memory(self) -> float:
        """The process's resident memory in MB."""
        pages = int(Path(f"/proc/{self.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 2**20
