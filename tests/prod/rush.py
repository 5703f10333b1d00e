"""Calls at the same moment, each on a connection of its own. The club server's shell uses this."""

import threading
from collections.abc import Callable
from typing import Any

from django.db import connection

LONGEST_WAIT = 60


def rush(*calls: Callable[[], Any]) -> list[str]:
    """Call all of them at once. Return what went wrong."""
    barrier, faults = threading.Barrier(len(calls)), []

    def run(call: Callable[[], Any]):
        try:
            barrier.wait()
            call()
        except Exception as fault:
            faults.append(repr(fault))
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=[call], daemon=True) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(LONGEST_WAIT)
    return faults + ["stuck" for thread in threads if thread.is_alive()]
