"""The priority of processes that make pages, score and solve: a card at a table is not to wait for them."""

import os
from contextlib import suppress


def compute_when_idle() -> None:
    """From now on this thread, and those that it starts, compute only on a core that has nothing else to do.

    Linux knows that (SCHED_IDLE); elsewhere nothing changes. Nor does it on a machine of one core: who waits for a
    turn there may hold the database.
    """
    if hasattr(os, "SCHED_IDLE") and len(os.sched_getaffinity(0)) > 1:
        with suppress(PermissionError):  # a container may forbid it
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
