"""The CPU seconds of a command with all the processes that it starts, servers and browsers too.

`python bench/cpu_seconds.py COMMAND ...` prints them. Linux only.

A server such as PostgreSQL leaves the process that started it. The kernel then gives it to the nearest ancestor that
has asked for orphans. This process asks, waits for them all, and so counts them as its children.
"""

import ctypes
import os
import resource
import subprocess
import sys
import time
from typing import Any, NamedTuple

PR_SET_CHILD_SUBREAPER = 36
MAX_WAIT = 60
"""Seconds until what the command left running is an error."""


class Used(NamedTuple):
    """What a command has cost, and how it ended."""

    status: int
    cpu: float
    wall: float


def run_measured(command: list[str], **how: Any) -> Used:
    """Run a command to its end and to that of all processes that it left. Raise TimeoutError if they stay.

    `how` are arguments of Popen. Nothing else may run as a child of this process meanwhile.
    """
    if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0):
        raise OSError(ctypes.get_errno(), "This system does not hand over orphans.")
    before, began = _used(), time.monotonic()
    status = subprocess.Popen(command, **how).wait()
    wall = time.monotonic() - began
    _wait_for_orphans()
    return Used(status, _used() - before, wall)


def _used() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _wait_for_orphans() -> None:
    deadline = time.monotonic() + MAX_WAIT
    while time.monotonic() < deadline:
        try:
            ended, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if not ended:
            time.sleep(0.05)
    raise TimeoutError("The command left processes that do not end.")


if __name__ == "__main__":
    used = run_measured(sys.argv[1:])
    print(f"{used.cpu:.1f} s of CPU, {used.wall:.1f} s", file=sys.stderr)
    sys.exit(used.status)
