"""Ctrl-C while this suite runs: the shell comes back, and no server stays behind."""

import os
import pty
import shutil
import signal
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tests.forks import ROOT

pytestmark = [pytest.mark.prod, pytest.mark.timeout(500)]
KILLS = "tests/faults/test_kills.py::test_web_processes_killed_at_random_times_lose_and_double_nothing"
STARTS_WITHIN, ENDS_WITHIN = 300, 150  # seconds, on a busy machine
FORKS = 6
"""Once the forkserver has forked so often, both web processes were there and the first one has been killed."""


@pytest.fixture
def folder():
    """The folder of all temporary files of the suite in the terminal. Each of its processes knows the name."""
    made = Path(tempfile.mkdtemp(prefix="club-interrupt-"))
    made.chmod(0o755)  # PostgreSQL may be another user
    yield made
    while left := processes(made):
        for pid in left:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.1)
    shutil.rmtree(made, ignore_errors=True)


def processes(folder, command=""):
    """Return the ids of the processes that know this folder and were started by a command with `command` in it."""
    found = set()
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            line, environment = (entry / "cmdline").read_bytes(), (entry / "environ").read_bytes()
            if str(folder).encode() in line + environment and command.encode() in line:
                found.add(int(entry.name))
    return found


def test_ctrl_c_ends_the_suite_and_every_server_that_it_has_started(folder):
    ours = ("PYTEST_", "SKIPS", "DATABASE_URL", "REDIS_URL")
    env = {key: value for key, value in os.environ.items() if not key.startswith(ours)}
    try:
        child, terminal = pty.fork()
    except OSError as error:
        pytest.skip(f"this machine has no terminals for programs ({error}): mount /dev/pts")
    if child == 0:
        os.chdir(ROOT)
        signal.signal(
            signal.SIGINT, signal.SIG_DFL
        )  # a suite in the background of a shell ignores it, and hands that on
        os.execve(sys.executable, [sys.executable, "-m", "pytest", "-q", KILLS], {**env, "TMPDIR": str(folder)})
    os.set_blocking(terminal, False)
    forks, deadline = set(), time.monotonic() + STARTS_WITHIN
    while len(forks) < FORKS:
        forks |= processes(folder, "forkserver")
        assert ended(child, terminal) is None and time.monotonic() < deadline, (
            "the suite in the terminal does not begin"
        )
        time.sleep(0.02)
    os.write(terminal, b"\x03")
    deadline = time.monotonic() + ENDS_WITHIN
    while (status := ended(child, terminal)) is None:
        assert time.monotonic() < deadline, f"the shell is not back; these run: {processes(folder)}"
        time.sleep(0.1)
    assert status == pytest.ExitCode.INTERRUPTED
    assert not processes(folder)


def ended(child, terminal):
    """Take what the terminal shows, so that nobody waits to write. Return the child's status, or None if it runs."""
    with suppress(OSError):
        os.read(terminal, 65_536)
    pid, status = os.waitpid(child, os.WNOHANG)
    return os.waitstatus_to_exitcode(status) if pid else None
