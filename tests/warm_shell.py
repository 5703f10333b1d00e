"""A process that has loaded the project and forks for each of Django's commands, so that none of them loads it again.

`python -m tests.warm_shell FD` serves the listening socket FD. A connection sends a line of JSON, the arguments of
`manage.py`. It gets a line with the id of the forked process; then the exit status, the output and the errors. It
is closed when that process ends.
"""

import gc
import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
STARTS_WITHIN = 300  # seconds, on a busy machine


class WarmShell:
    """The client of one such process."""

    def __init__(self, address: str) -> None:
        self.address = address

    def manage(self, arguments: Sequence[str], timeout: float) -> "subprocess.CompletedProcess[str]":
        """Run a command. Kill it and raise TimeoutError if nothing comes from it for `timeout` seconds."""
        with socket.socket(socket.AF_UNIX) as asking:
            asking.settimeout(STARTS_WITHIN)
            asking.connect(self.address)
            asking.sendall(json.dumps(arguments).encode() + b"\n")
            with asking.makefile("rb") as answering:
                pid = int(answering.readline())
                asking.settimeout(timeout)
                try:
                    status, out, err = json.loads(answering.read())
                except TimeoutError:
                    os.kill(pid, signal.SIGKILL)
                    raise
        return subprocess.CompletedProcess(arguments, status, out, err)


@contextmanager
def warm_shell(env: dict[str, str]) -> Iterator[WarmShell]:
    with tempfile.TemporaryDirectory(prefix="club-shell-") as folder, socket.socket(socket.AF_UNIX) as listening:
        address = f"{folder}/socket"
        listening.bind(address)
        listening.listen(16)
        served = listening.fileno()
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.warm_shell", str(served)],
            cwd=ROOT, env=env, pass_fds=[served], start_new_session=True, stdin=subprocess.PIPE,
        )  # fmt: skip
        listening.close()  # so that nobody waits for a process that has ended
        try:
            yield WarmShell(address)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)
            process.wait(20)


def main(served: int) -> socket.socket | None:
    """Serve until the standard input ends, with the process that started this one, and then return None.

    In a forked process that has answered, return its connection.
    """
    import django
    from django.conf import settings
    from django.utils.module_loading import import_module

    listening = socket.socket(fileno=served)
    django.setup()
    import_module(settings.ROOT_URLCONF)
    gc.freeze()
    signal.signal(signal.SIGCHLD, _reap)
    while sys.stdin not in select.select([listening, sys.stdin], [], [])[0]:
        asked, _ = listening.accept()
        if os.fork() == 0:
            listening.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            _answer(asked)
            return asked
        asked.close()
    return None


def _reap(*_: Any) -> None:
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def _answer(asked: socket.socket) -> None:
    """Run the command that the connection asks for, and answer it."""
    with asked.makefile("rb") as asking:
        arguments = json.loads(asking.readline())
    asked.sendall(f"{os.getpid()}\n".encode())
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        for stream, file in ((1, out), (2, err)):
            os.dup2(file.fileno(), stream)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        status = _run(arguments)
        sys.stdout.flush()
        sys.stderr.flush()
        asked.sendall(json.dumps([status, _text(out), _text(err)]).encode())


def _run(arguments: list[str]) -> int:
    from clubsite.command_line import django_command

    sys.argv = ["manage.py", *arguments]
    try:
        django_command(sys.argv)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        traceback.print_exc()
        return 1
    return 0


def _text(file: Any) -> str:
    file.seek(0)
    return file.read().decode(errors="replace")


if __name__ == "__main__":
    open_until_the_end = main(int(sys.argv[1]))
