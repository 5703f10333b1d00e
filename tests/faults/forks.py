"""The tests' side of `forkserver`: processes that start in an instant, and code that runs with the site's settings."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]


class Forkserver:
    """A process that has imported the site and forks other processes. `env` is the environment of all of them.

    `prefix` is a command that runs it, on another host for example.
    """

    def __init__(self, env: dict[str, str], prefix: Sequence[str] = ()) -> None:
        pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        command = [*prefix, sys.executable, "-m", "tests.faults.forkserver"]
        # In a session of its own, Ctrl-C does not end it before the tests have ended.
        self._process = subprocess.Popen(command, env=env, cwd=ROOT, start_new_session=True, **pipes)
        self._one_order = threading.Lock()
        assert self._answer(), "the forkserver did not start"

    def run(self, code: str) -> Any:
        """Run Python code with the site's settings in a separate process. Return the JSON that the code prints."""
        answer = self._order(do="run", code=code)
        assert not answer["failed"], answer["said"]
        return json.loads(answer["said"] or "null")

    def web(self, port: int) -> "WebProcess":
        return WebProcess(self._order(do="web", port=port)["pid"])

    def _order(self, **order: Any) -> dict[str, Any]:
        assert self._process.stdin is not None
        with self._one_order:
            self._process.stdin.write(json.dumps(order) + "\n")
            self._process.stdin.flush()
            answer = self._answer()
            assert answer, "the forkserver has ended"
            return json.loads(answer)

    def _answer(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline()

    def end(self) -> None:
        """End the server and every process that it has forked."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(60)


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
